package twin

import (
	"fmt"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
)

// Names of the operations on a served world.
const (
	OpMove     = "move"     // lay checker ID at X, Y
	OpLift     = "lift"     // checker ID to the visitor's pile
	OpTurn     = "turn"     // turn checker ID over
	OpPress    = "press"    // the red button
	OpEstop    = "estop"    // the emergency button: On
	OpTrophies = "trophies" // take the trophies out of the tray
	OpSetup    = "setup"    // lay the position FEN for Visitor
	OpHandover = "handover" // the robot says that the board equals FEN
	OpSaid     = "said"     // what the robot says now
	OpCounts   = "counts"   // ask for the counts
	OpReset    = "reset"    // the controller's reset button
	OpCut      = "cut"      // the line is dead for the next Seconds
)

// Op is one line from a client of a served world. Req, when not zero, is repeated by the reply.
type Op struct {
	Op  string  `json:"op"`
	Req int     `json:"req,omitempty"`
	ID  int     `json:"id,omitempty"`
	X   float64 `json:"x,omitempty"`
	Y   float64 `json:"y,omitempty"`
	On  bool    `json:"on,omitempty"`

	Seconds float64 `json:"seconds,omitempty"`
	Said
}

// Reply answers one Op.
type Reply struct {
	Req            int     `json:"req"`
	Error          string  `json:"error"`
	Counts         *Counts `json:"counts,omitempty"`
	IllegalPresses int     `json:"illegal_presses"`
}

// line is one line to a client: a state or a reply.
type line struct {
	State *State `json:"state,omitempty"`
	Reply *Reply `json:"reply,omitempty"`
}

// do carries one operation out.
func (e *engine) do(op Op) Reply {
	r := Reply{Req: op.Req}
	if err := e.apply(op); err != nil {
		r.Error = err.Error()
	}
	if op.Op == OpCounts {
		counts := e.world.Counts()
		r.Counts = &counts
		if e.cfg.Actor != nil {
			r.IllegalPresses = e.cfg.Actor.IllegalPresses()
		}
	}
	return r
}

func (e *engine) apply(op Op) error {
	w, now := e.world, e.now()
	switch op.Op {
	case OpMove:
		return w.MoveTo(op.ID, op.X, op.Y)
	case OpLift:
		return w.Lift(op.ID)
	case OpTurn:
		return w.TurnID(op.ID)
	case OpPress:
		w.Press(now)
	case OpEstop:
		w.Estop(op.On)
	case OpTrophies:
		w.TakeTrophies()
	case OpSetup:
		return e.setup(op.Said)
	case OpHandover:
		return e.handover(op.FEN)
	case OpSaid:
		e.said, e.visit = op.Said, 0
	case OpReset:
		e.ctl.Reset(now, wire.ResetExternal)
		e.next = 0
	case OpCut:
		e.ctl.Cut(now, time.Duration(op.Seconds*float64(time.Second)))
	case OpCounts:
	default:
		return fmt.Errorf("twin: no operation %q", op.Op)
	}
	return nil
}

func (e *engine) setup(s Said) error {
	p, err := board.ParseFEN(s.FEN)
	if err != nil {
		return fmt.Errorf("twin: setting up: %w", err)
	}
	visitor, err := board.ParseColor(s.Visitor)
	if err != nil {
		return fmt.Errorf("twin: setting up: %w", err)
	}
	e.world.Setup(p, visitor, spareKings)
	return nil
}

func (e *engine) handover(fen string) error {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return fmt.Errorf("twin: handing over: %w", err)
	}
	e.world.Handover(p, e.now())
	return nil
}
