package robot

import (
	"time"

	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// A Status is what the operator's page shows: the machine behind the game, at one instant. Its texts are English.
type Status struct {
	Link     LinkStatus         `json:"link"`
	Sensors  [32]SensorStatus   `json:"sensors"` // by squares, a1 first
	Arm      ArmStatus          `json:"arm"`
	Supply   int                `json:"supply"` // mV, 0: unknown
	Tray     TrayStatus         `json:"tray"`
	Drift    DriftStatus        `json:"drift"`
	Disk     journal.DiskStatus `json:"disk"`
	Sound    SoundStatus        `json:"sound"`
	Game     GameStatus         `json:"game"`
	Config   []ConfigRemark     `json:"config"`
	Calib    *CalibStatus       `json:"calib"`    // null unless somebody calibrates
	Timeline []LogEntry         `json:"timeline"` // the last ones, the oldest first
}

// A LinkStatus is the line to the controller.
type LinkStatus struct {
	State       turn.LinkReport `json:"state"` // up, down, refused
	Port        string          `json:"port"`
	Firmware    string          `json:"firmware"` // hash of the controller's build, "" when none has answered
	Boot        uint32          `json:"boot"`
	Virtual     bool            `json:"virtual"`
	Frames      int64           `json:"frames"`      // good ones received
	Errors      int64           `json:"errors"`      // damaged frames and lost links
	Retransmits int64           `json:"retransmits"` // frames sent again
	Since       float64         `json:"since"`       // seconds in this state
	Remedy      string          `json:"cure"`
}

// A SensorStatus is one sensor under the board.
type SensorStatus struct {
	Square  string          `json:"square"`
	Bit     bool            `json:"bit"`     // what it reads
	Want    bool            `json:"want"`    // what the game has there
	Flicker int             `json:"flicker"` // changes in the last minute
	Masked  bool            `json:"masked"`
	Fault   turn.MaskReason `json:"fault"` // "", dead, stuck, flicker, neighbour, operator
	Remedy  string          `json:"cure"`
}

// An ArmStatus is the arm as its motors stand.
type ArmStatus struct {
	X             float64    `json:"x"` // of the tip, mm
	Y             float64    `json:"y"`
	Z             float64    `json:"z"`
	Joints        [3]float64 `json:"joints"` // base, upper arm, forearm; degrees
	Homed         bool       `json:"homed"`
	Moving        bool       `json:"moving"`
	Pumping       bool       `json:"pumping"`
	ReleaseMs     int64      `json:"release_ms"`   // for which the arm waits with an open valve
	ReleaseRemedy string     `json:"release_cure"` // what to do about checkers that leave the nozzle late; "" if none does
	Service       bool       `json:"service"`      // moved by the operator, not by the game
	Interrupted   bool       `json:"cut"`          // it was stopped on the last way on which the operator sent it
	Queue         int        `json:"queue"`        // items in the controller's queue
	Carry         string     `json:"carry"`        // what it is doing in the game: "move c3 d4"
	Remedy        string     `json:"cure"`
}

// A TrayStatus is what lies in the robot's tray, as far as the program knows.
type TrayStatus struct {
	Trophies  int `json:"trophies"` // captured checkers
	Slots     int `json:"slots"`    // for captured checkers
	Kings     int `json:"kings"`    // spare kings
	KingSlots int `json:"king_slots"`
}

// A DriftStatus is how far from the middle of their squares the arm finds its checkers lately, mm in the
// robot's frame.
type DriftStatus struct {
	X          float64 `json:"x"`
	Y          float64 `json:"y"`
	Placements int     `json:"placements"` // how many picks that is the mean of
}

// A SoundStatus is the voice.
type SoundStatus struct {
	State  string `json:"state"`
	Pack   string `json:"pack"`
	Volume int    `json:"volume"` // percent
	Remedy string `json:"cure"`
}

// A GameStatus is the game in short.
type GameStatus struct {
	Phase   turn.Phase `json:"phase"`
	FEN     string     `json:"fen"`
	Visitor string     `json:"visitor"`
	Level   string     `json:"level"`
	Plies   int        `json:"plies"`
	Say     string     `json:"say"`
	Since   float64    `json:"since"` // seconds in this phase
}

// A ConfigRemark is something about the configuration that the operator should know.
type ConfigRemark struct {
	Line    int    `json:"line"` // 0: not at one place of the file
	Column  int    `json:"column"`
	Path    string `json:"path"`
	Problem string `json:"problem"`
	Hint    string `json:"hint"`
}

// A CalibStatus is how far a calibration has come.
type CalibStatus struct {
	Plan      []string        `json:"plan"` // all places, in the order in which they are asked for
	Next      string          `json:"next"` // the place to touch next
	Taken     []CalibPoint    `json:"taken"`
	Residuals []CalibResidual `json:"residuals"`
	Fit       CalibFit        `json:"fit"`
	Say       string          `json:"say"`
}

// A CalibPoint is where the nozzle was when it touched a place.
type CalibPoint struct {
	Place string  `json:"place"`
	X     float64 `json:"x"` // mm
	Y     float64 `json:"y"`
	Z     float64 `json:"z"`
}

// A CalibResidual is what is left between a place as it was touched and as the fit has it.
type CalibResidual struct {
	Place   string  `json:"place"`
	MM      float64 `json:"mm"`
	Meaning string  `json:"meaning"`
}

// A CalibFit is the board's place and the arm's links as the fit has them.
type CalibFit struct {
	CentreX float64 `json:"centre_x"` // mm
	CentreY float64 `json:"centre_y"`
	Yaw     float64 `json:"yaw"`     // degrees
	Surface float64 `json:"surface"` // mm
	TiltX   float64 `json:"tilt_x"`
	TiltY   float64 `json:"tilt_y"`
	Upper   float64 `json:"upper"` // the links' lengths, mm
	Forearm float64 `json:"forearm"`
	Tool    float64 `json:"tool"`
	RMS     float64 `json:"rms"` // mm
}

// A LogEntry is one line of the log.
type LogEntry struct {
	At        time.Time         `json:"at"`
	Level     string            `json:"level"` // info, warn, error
	Component string            `json:"component"`
	Text      string            `json:"text"`
	Fields    map[string]string `json:"fields"`
}
