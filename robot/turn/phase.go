package turn

// A Phase is where the robot stands in its turn.
type Phase string

// The phases. A robot without link, or whose arm doesn't know its position, is in boot; one whose board doesn't equal
// the game is in setup; in service the operator moves the arm, and the game waits.
const (
	Boot     Phase = "boot"
	Setup    Phase = "setup"
	Visitor  Phase = "visitor"
	Thinking Phase = "thinking"
	Moving   Phase = "moving"
	Help     Phase = "help"
	Hold     Phase = "hold"
	Over     Phase = "over"
	Stopped  Phase = "stopped"
	Service  Phase = "service"
	Paused   Phase = "paused" // by the operator
)
