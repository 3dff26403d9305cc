package serve

import (
	"crownhead/firmware/twin/witness"
	"crownhead/firmware/twin/world"
)

// WorldPath is the socket that belongs to a virtual serial port.
func WorldPath(port string) string { return port + ".world" }

const longestLine = 1 << 16 // bytes

// Names of the operations on a served world.
const (
	OpMove     = "move"     // lay checker ID at X, Y
	OpLift     = "lift"     // checker ID to the visitor's pile
	OpTurn     = "turn"     // turn checker ID over
	OpPress    = "press"    // the red button
	OpEstop    = "estop"    // the emergency button: On
	OpTrophies = "trophies" // take the trophies out of the tray
	OpSetup    = "setup"    // lay the position FEN for Visitor
	OpHandover = "handover" // the robot ends its turn, and takes the board to be FEN
	OpAnnounce = "said"     // what the robot says now
	OpCounts   = "counts"   // ask for the counts
	OpReset    = "reset"    // the controller's reset button
	OpCut      = "cut"      // the line is dead for the next Seconds
)

// Op is one line from a client of a served world. Req, when not zero, is repeated by the reply.
type Op struct {
	Name string  `json:"op"`
	Req  int     `json:"req,omitempty"`
	ID   int     `json:"id,omitempty"`
	X    float64 `json:"x,omitempty"`
	Y    float64 `json:"y,omitempty"`
	On   bool    `json:"on,omitempty"`

	Seconds float64 `json:"seconds,omitempty"`
	Announcement
}

// Announcement is what the robot says and shows, as its daemon reports it. Besides the board, a scripted
// visitor perceives nothing else.
type Announcement struct {
	Key     string   `json:"key"`
	Squares []string `json:"squares"`
	Slot    int      `json:"slot,omitempty"` // of the tray, counted from 1
	Move    string   `json:"move"`
	FEN     string   `json:"fen"`
	Start   string   `json:"start"` // the position in which games begin; "" the usual one
	Visitor string   `json:"visitor"`
	Phase   string   `json:"phase"`
	Serial  int      `json:"serial"`
}

// Reply answers one Op.
type Reply struct {
	Req            int             `json:"req"`
	Error          string          `json:"error"`
	Counts         *witness.Counts `json:"counts,omitempty"`
	IllegalPresses int             `json:"illegal_presses"`
}

// line is one line to a client: a state or a reply.
type line struct {
	State *world.State `json:"state,omitempty"`
	Reply *Reply       `json:"reply,omitempty"`
}
