// Package visitor plays the visitor of the exhibition against the virtual robot: it sees what a person sees (the screen
// and the board), moves checkers with its hand, presses the red button, and does what the robot asks for.
//
// Visitors are scripted: "random" plays any legal move, "level:NAME" plays as a level does, "clumsy[:BASE]" plays as
// BASE but makes a person's mistakes and mends them when told. One seed, one behaviour.
//
// A Visitor is a step machine without goroutines and clocks: whoever calls Advance owns it and the hand that it moves.
// It never touches the board while the robot thinks or moves, unless it is asked to. It knows no sensors and no wire.
package visitor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/firmware/twin/world"
)

// never is the deadline of one who has nothing to do.
const never = time.Duration(math.MaxInt64)

// A person's pace: between two movements of the hand, and until he tries again when nothing has happened.
const (
	quickest = 500 * time.Millisecond
	slowest  = 2 * time.Second
	patience = 30 * time.Second
)

// View is what the visitor perceives of the robot.
type View struct {
	Key     string   // what the robot says now
	Squares []string // and the squares that it names
	Move    string   // and the move

	FEN     string      // the game as the screen shows it
	Start   string      // the position in which games begin; "": the usual one
	Visitor board.Color // who he is in it
	Phase   string      // setup visitor thinking moving help hold over stopped boot
	Serial  int         // a new sentence, a new number
}

// Hand is the visitor's hand above the board; *world.World is one.
type Hand interface {
	Pieces() [32]board.Piece
	State(now time.Duration) world.State // to see what lies beside the squares
	Move(from, to board.Square) error
	Remove(sq board.Square) error
	Put(piece board.Piece, sq board.Square) error
	Turn(sq board.Square) error
	Lift(id int) error
	TakeTrophies() int
	Press(now time.Duration)
}

var _ Hand = (*world.World)(nil)

// A Visitor is one scripted visitor.
type Visitor struct {
	brain  brain
	clumsy bool
	rng    *rand.Rand

	serial  int
	phase   string
	heard   bool // anything at all
	turn    *turn
	task    *task
	due     time.Duration
	illegal int
}

// Levels builds players by the names of levels; *levels.Catalogue does.
type Levels interface {
	New(name string, seed uint64) (engine.Player, engine.Level, error)
}

// Parse tells what is wrong with a visitor's name.
func Parse(spec string, levels Levels) error {
	_, err := New(spec, 0, levels)
	return err
}

// New makes the visitor of this name: "random", "level:NAME" or "clumsy[:BASE]", BASE one of the former.
func New(spec string, seed uint64, levels Levels) (*Visitor, error) {
	v := &Visitor{rng: rand.New(rand.NewPCG(seed, 0x76697369746f72)), due: never}
	base, found := strings.CutPrefix(spec, "clumsy:")
	if v.clumsy = found; spec == "clumsy" {
		base, v.clumsy = "random", true
	}
	if name, ok := strings.CutPrefix(base, "level:"); ok {
		player, level, err := levels.New(name, seed)
		if err != nil {
			return nil, fmt.Errorf("visitor: %q: %w", spec, err)
		}
		v.brain = &thinker{player: player, limits: level.Fast}
		return v, nil
	}
	if base != "random" {
		return nil, fmt.Errorf("visitor: %q: want random, level:NAME or clumsy[:BASE]", spec)
	}
	v.brain = &gambler{rng: v.rng}
	return v, nil
}

// IllegalPresses counts the presses at which the board showed no legal move.
func (v *Visitor) IllegalPresses() int { return v.illegal }

// Advance looks at the screen, does what is due and returns when to be called again (never: when the view changes).
func (v *Visitor) Advance(now time.Duration, view View, w Hand) (next time.Duration) {
	if !v.heard || view.Serial != v.serial || view.Phase != v.phase {
		v.heard, v.serial, v.phase = true, view.Serial, view.Phase
		v.listen(now, view, w)
	}
	if now < v.due {
		return v.due
	}
	if v.task == nil {
		v.wonder(view, w)
	}
	v.act(now, view, w)
	return v.due
}

// listen decides what to do about what the robot has just said.
func (v *Visitor) listen(now time.Duration, view View, w Hand) {
	if v.task != nil && view.Key == "press_when_ready" {
		return // he is about to, once his hand has done all it was to do
	}
	v.task = v.decide(view, w)
	switch {
	case v.task != nil:
		v.due = now + v.pause()
	case patient(view.Phase):
		v.due = never
	default:
		v.due = now + patience
	}
}

// patient tells in which phases one waits for the robot for ever.
func patient(phase string) bool {
	switch phase {
	case "visitor", "help", "setup", "hold":
		return false
	}
	return true
}

// wonder looks again after a long silence, and presses if there's nothing else to do.
func (v *Visitor) wonder(view View, w Hand) {
	v.task = v.decide(view, w)
	if v.task == nil {
		v.task = &task{}
	}
}

// act does the next thing of the task.
func (v *Visitor) act(now time.Duration, view View, w Hand) {
	if v.task.step(now, w) {
		v.due = now + v.pause()
		return
	}
	v.press(now, view, w)
}

// press ends a task; the answer is waited for.
func (v *Visitor) press(now time.Duration, view View, w Hand) {
	silent := v.task.silent
	v.task, v.due = nil, now+patience
	if silent {
		if patient(view.Phase) {
			v.due = never
		}
		return
	}
	if v.turn != nil && view.Phase == "visitor" && !v.turn.legal(w.Pieces()) {
		v.illegal++
	}
	w.Press(now)
}

func (v *Visitor) pause() time.Duration {
	return quickest + time.Duration(v.rng.Int64N(int64(slowest-quickest)))
}
