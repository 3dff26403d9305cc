package face

// A Cue is something that the face reacts to, by the name that it has in a journal. A voice may speak about it, too.
type Cue string

// All cues.
const (
	Greeting    Cue = "greeting"     // a visitor has come, a new game begins
	Pressed     Cue = "pressed"      // the button went down
	RuleBroken  Cue = "rule_broken"  // the visitor's move was not legal
	NewEstimate Cue = "win"          // the engine has a new estimate; its value comes by Face.UpdateWin
	VisitorGood Cue = "visitor_good" // the visitor's last move was good
	VisitorBad  Cue = "visitor_bad"  // the visitor's last move was bad
	Captured    Cue = "captured"     // the robot captures
	PiecesLost  Cue = "lost_pieces"  // the visitor has captured
	Thinking    Cue = "thinking"     // the robot searches for its move
	Moving      Cue = "moving"       // the arm starts to move
	Resting     Cue = "resting"      // the arm has come to rest
	Waiting     Cue = "waiting"      // it is the visitor's turn
	Fault       Cue = "fault"        // something is broken, or the robot needs help
	Idle        Cue = "idle"         // nobody plays
	Won         Cue = "won"          // the robot has won
	Beaten      Cue = "beaten"       // the robot has lost
	Drawn       Cue = "drawn"        // the game is drawn
)

// A Moment is what a voice may speak about: what happened at one instant, and how the game stands. A voice is notified
// of every instant at which any of it changes, so that it can drop what has passed.
type Moment struct {
	Lang     string
	Attitude Attitude
	Emotion  Emotion  // what the face shows
	Game     int      // counts the games of this run
	Ply      int      // plies played
	Phase    string   // of the turn
	Win      float64  // estimate for the robot, −1 … 1
	Ends     bool     // the last ply ended the game, or will when the arm has made it
	Said     []string // keys of face/say, in their order
	Cues     []Cue    // what the face reacted to, in its order
}

// A Voice speaks phrases that suit a moment, or keeps silent. Notify returns at once and never holds up the game.
type Voice interface {
	Notify(m Moment)
}

// Silent is the voice of a robot without sound.
type Silent struct{}

var _ Voice = Silent{}

// Notify says nothing.
func (Silent) Notify(Moment) {}
