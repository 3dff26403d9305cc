package face

// An Event is something that the face reacts to. The types below are all there are.
type Event interface{ event() }

// Results of a game, as the robot sees them.
const (
	Won   Result = "won"
	Lost  Result = "lost"
	Drawn Result = "drawn"
)

// Result says who won: "won" is the robot.
type Result string

type (
	// Greeting: a visitor has come, a new game begins.
	Greeting struct{}
	// Pressed: the button went down. The eyes of the next frame differ from the last ones, whatever the face was doing.
	Pressed struct{}
	// Win is the estimate for the robot, −1 (lost) … 1 (won), as the engine reports it after each of its searches.
	Win float64
	// Captured: the robot captures that many checkers.
	Captured int
	// Bereft: the visitor has captured that many of the robot's checkers.
	Bereft int
	// RuleBroken: the visitor's move was not legal.
	RuleBroken struct{}
	// VisitorGood and VisitorBad judge the visitor's last move.
	VisitorGood struct{}
	VisitorBad  struct{}
	// Thinking: the robot searches for its move.
	Thinking struct{}
	// Moving: the arm starts to move (true) or has come to rest (false).
	Moving bool
	// Waiting: it is the visitor's turn.
	Waiting struct{}
	// GameOver: the game has ended.
	GameOver Result
	// Fault: something is broken, or the robot needs help.
	Fault struct{}
	// Attitude is how the robot feels about the visitor from now on.
	Attitude string
	// Idle: nobody plays; the robot looks around.
	Idle struct{}
)

func (Greeting) event()    {}
func (Pressed) event()     {}
func (Win) event()         {}
func (Captured) event()    {}
func (Bereft) event()      {}
func (RuleBroken) event()  {}
func (VisitorGood) event() {}
func (VisitorBad) event()  {}
func (Thinking) event()    {}
func (Moving) event()      {}
func (Waiting) event()     {}
func (GameOver) event()    {}
func (Fault) event()       {}
func (Attitude) event()    {}
func (Idle) event()        {}
