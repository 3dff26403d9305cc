package robot

import "crownhead/robot/turn"

// A Snapshot is what pages show: everything of the robot that a visitor may see, at one instant.
type Snapshot struct {
	FEN      string          `json:"fen"`
	Start    string          `json:"start"`   // the position that the game began with; when it is over, the next one's
	Visitor  string          `json:"visitor"` // the visitor's colour
	Phase    turn.Phase      `json:"phase"`
	Turn     string          `json:"turn"`      // the colour to move
	LastMove *AnimatedMove   `json:"last_move"` // null before the first ply
	Moves    []string        `json:"moves"`     // the game so far
	Say      turn.Say        `json:"say"`
	Remark   turn.Remark     `json:"remark"` // beside what is said; its key is "" for none
	Win      float64         `json:"win"`    // for the robot, in [-1, 1]
	Frame    FaceSnapshot    `json:"frame"`
	Emotion  string          `json:"emotion"`
	Sensed   string          `json:"sensed"` // occupied squares, eight hexadecimal digits
	Link     turn.LinkReport `json:"link"`   // up or down
	Virtual  bool            `json:"virtual"`
	Homed    bool            `json:"homed"`
	Stopped  bool            `json:"stopped"`
	Disk     string          `json:"disk"` // "" or "fault": the journal can't be written
	Result   string          `json:"result"`
	Reason   string          `json:"reason"`
	Level    string          `json:"level"`
	Lang     string          `json:"lang"`
	Choices  Choices         `json:"choices"`
	Hint     *AnimatedMove   `json:"hint"`    // the move that the visitor asked for, null for none
	Answers  []AnimatedMove  `json:"answers"` // the moves between which the visitor is asked to choose
	Help     MoveHelp        `json:"help"`    // where the visitor's checkers may go
	Lesson   int             `json:"lesson"`  // counts the occasions to show the rules; 0 while there is none
	Presses  int             `json:"presses"` // of the red button, in this run
	Tray     TrayStatus      `json:"tray"`
	Masked   []string        `json:"masked"` // squares whose sensors are masked
	Paused   bool            `json:"paused"` // by the operator
	Game     int             `json:"game"`   // counts the games of this run
	Serial   int             `json:"serial"` // counts the snapshots
}

// Choices are what a visitor may choose, and what they have chosen.
type Choices struct {
	Levels []string `json:"levels"` // from the weakest to the strongest

	Ratings  map[string]int `json:"ratings,omitempty"` // Elo of the levels that have one
	Level    string         `json:"level"`
	Colour   string         `json:"colour"` // the visitor's in the next game
	Attitude string         `json:"attitude"`
	Lang     string         `json:"lang"`
	Takeback bool           `json:"takeback"` // the visitor can take their move back now
	Hint     bool           `json:"hint"`     // the visitor can ask for a hint now
	Draw     string         `json:"draw"`     // "", offered, robot_offers or declined
}

// An AnimatedMove is a ply as a page animates it, capture by capture.
type AnimatedMove struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Path     []string `json:"path"`     // from, every landing square, to
	Captured []string `json:"captured"` // in the order of the path
	Notation string   `json:"notation"`
	By       string   `json:"by"` // colour
}

// A FaceSnapshot is what the face shows: eye rows from the top, bit 7 leftmost; angles in degrees.
type FaceSnapshot struct {
	Left      [8]uint8 `json:"left"`
	Right     [8]uint8 `json:"right"`
	BrowLeft  float64  `json:"brow_left"`
	BrowRight float64  `json:"brow_right"`
	NeckPan   float64  `json:"neck_pan"`
	NeckTilt  float64  `json:"neck_tilt"`
}
