// Package visitor plays the visitor of the exhibition against the virtual robot: it sees what a
// person sees (the screen and the board), moves checkers with its hand, presses the red button, and
// does what the robot asks for.
//
// Visitors are scripted: "random" plays any legal move, "level:NAME" plays as a level does,
// "clumsy[:BASE]" plays as BASE but makes a person's mistakes and mends them when told. One seed,
// one behaviour.
//
// A Visitor is a step machine without goroutines and clocks: the caller of Advance owns it and the
// hand that it moves. It never touches the board while the robot thinks or moves, unless it is
// asked to. It knows no sensors and no wire.
package visitor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

// never is the deadline of a visitor with nothing to do.
const never = time.Duration(math.MaxInt64)

// A person's pace: between two movements of the hand, and until they try again when nothing has happened.
const (
	quickest = 500 * time.Millisecond
	slowest  = 2 * time.Second
	patience = 30 * time.Second
)

// A Visitor is one scripted visitor.
type Visitor struct {
	planner planner
	rng     *rand.Rand

	serial  int
	phase   string
	heard   bool // anything at all
	task    *task
	due     time.Duration
	illegal int
}

// Levels builds players by the names of levels; *levels.Catalogue does.
type Levels interface {
	New(name string, seed uint64) (engine.Player, engine.Level, error)
}

// Parse returns what is wrong with a visitor's name.
func Parse(spec string, levels Levels) error {
	_, err := New(spec, 0, levels)
	return err
}

// New makes the visitor of this name: "random", "level:NAME" or "clumsy[:BASE]", BASE one of the former.
func New(spec string, seed uint64, levels Levels) (*Visitor, error) {
	rng := rand.New(rand.NewPCG(seed, 0x76697369746f72))
	v := &Visitor{planner: planner{chooser: &randomPlayer{rng}, rng: rng, mover: board.NoSquare}, rng: rng, due: never}
	base, found := strings.CutPrefix(spec, "clumsy:")
	if v.planner.clumsy = found; spec == "clumsy" {
		base, v.planner.clumsy = "random", true
	}
	if name, ok := strings.CutPrefix(base, "level:"); ok {
		player, level, err := levels.New(name, seed)
		if err != nil {
			return nil, fmt.Errorf("visitor: %q: %w", spec, err)
		}
		v.planner.chooser = &levelPlayer{player: player, limits: level.Fast}
		return v, nil
	}
	if base != "random" {
		return nil, fmt.Errorf("visitor: %q: want random, level:NAME or clumsy[:BASE]", spec)
	}
	return v, nil
}

// GiveScreen lets the visitor touch the robot's screen, where there is no other answer to a question.
func (v *Visitor) GiveScreen() { v.planner.touches = true }

// TakeTouch returns the move that the visitor has touched on the screen since it was last asked for; "" for none.
func (v *Visitor) TakeTouch() string {
	move := v.planner.touched
	v.planner.touched = ""
	return move
}

// IllegalPresses counts the presses at which the board showed no legal move.
func (v *Visitor) IllegalPresses() int { return v.illegal }

// Advance looks at the screen, does what is due and returns when to be called again (never: when the view changes).
func (v *Visitor) Advance(now time.Duration, view View, w Hand) (next time.Duration) {
	if !v.heard || view.Serial != v.serial || view.Phase != v.phase {
		v.heard, v.serial, v.phase = true, view.Serial, view.Phase
		v.hearSentence(now, view, w)
	}
	if now < v.due {
		return v.due
	}
	if v.task == nil { // after a long silence: look again, and press if there's nothing else to do
		if v.task = v.planner.planTask(view, w); v.task == nil {
			v.task = &task{}
		}
	}
	if v.task.makeMovement(now, w) {
		v.due = now + v.drawPause()
	} else {
		v.endTask(now, view, w)
	}
	return v.due
}

// hearSentence decides what to do about what the robot has just said.
func (v *Visitor) hearSentence(now time.Duration, view View, w Hand) {
	if v.task != nil && view.Key == "press_when_ready" {
		return // the visitor is about to, once the hand has done all it was to do
	}
	v.task = v.planner.planTask(view, w)
	switch {
	case v.task != nil:
		v.due = now + v.drawPause()
	case isRobotsTurn(view.Phase):
		v.due = never
	default:
		v.due = now + patience
	}
}

// endTask presses, unless the task is a silent one, and waits for what the robot says.
func (v *Visitor) endTask(now time.Duration, view View, w Hand) {
	silent := v.task.silent
	v.task, v.due = nil, now+patience
	if silent {
		if isRobotsTurn(view.Phase) {
			v.due = never
		}
		return
	}
	if move := v.planner.intended; move != nil && view.Phase == "visitor" && !move.isLegal(w.Pieces()) {
		v.illegal++
	}
	w.Press(now)
}

// isRobotsTurn reports in which phases the visitor waits for the robot for ever.
func isRobotsTurn(phase string) bool {
	switch phase {
	case "visitor", "help", "setup", "hold":
		return false
	}
	return true
}

func (v *Visitor) drawPause() time.Duration {
	return quickest + time.Duration(v.rng.Int64N(int64(slowest-quickest)))
}
