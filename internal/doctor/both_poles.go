package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"crownhead/board"
)

// A poleTest leads a person with one checker from square to square: laid there it shows one pole to the sensor, turned
// over the other, as a king does. It is a step machine: read takes what the sensors see, pass says that a step has come
// to nothing.
type poleTest struct {
	squares []board.Square
	begun   bool // the board was cleared
	n       int  // the square's turn
	turn    bool // the checker is to be turned over
	lifted  bool // for that it was taken up
	seen    [32]int
	stuck   uint32
	near    [32]uint32 // sensors that see the checker on another square, by its square
}

func (p *poleTest) isDone() bool { return p.begun && p.n == len(p.squares) }

// prompt is what the person is to do next.
func (p *poleTest) prompt(now uint32) string {
	switch {
	case !p.begun:
		return "take all checkers off the board; still full: " + listOrNone(namesOfSquares(now))
	case p.isDone():
		return "thank you: that was the last square"
	case p.turn:
		return fmt.Sprintf("%v: turn the checker over and lay it back there", p.squares[p.n])
	default:
		return fmt.Sprintf("%v: lay the one checker in the middle of the square", p.squares[p.n])
	}
}

// readSensors takes the occupancy; places are squares, as they are when the visitor plays White.
func (p *poleTest) readSensors(now uint32) {
	now &^= p.stuck
	if !p.begun {
		p.begun = now == 0
		return
	}
	if p.isDone() {
		return
	}
	here := p.squares[p.n].Bit()
	on := now&uint32(here) != 0
	p.lifted = p.lifted || !on
	if !on || p.turn && !p.lifted {
		return
	}
	p.seen[p.squares[p.n]]++
	p.near[p.squares[p.n]] |= now &^ uint32(here)
	p.nextStep()
}

// skipStep gives the step up: what is still full with no checker there is stuck, and what was not seen is not seen.
func (p *poleTest) skipStep(now uint32) {
	if !p.begun {
		p.stuck, p.begun = now, true
		return
	}
	if !p.isDone() {
		p.nextStep()
	}
}

func (p *poleTest) nextStep() {
	p.lifted = false
	if p.turn = !p.turn; !p.turn {
		p.n++
	}
}

// verdict is the verdict.
func (p *poleTest) verdict() Check {
	var faults []string
	if p.stuck != 0 {
		faults = append(faults, "full with nothing there: "+strings.Join(namesOfSquares(p.stuck), " "))
	}
	for _, s := range p.squares {
		const both = 2
		switch {
		case p.stuck&uint32(s.Bit()) != 0:
		case p.seen[s] == 0:
			faults = append(faults, fmt.Sprintf("%v: sees neither pole", s))
		case p.seen[s] < both:
			faults = append(faults, fmt.Sprintf("%v: sees one pole only", s))
		}
		if p.near[s] != 0 {
			faults = append(faults,
				fmt.Sprintf("%v: its checker is seen at %s too", s, strings.Join(namesOfSquares(p.near[s]), " ")))
		}
	}
	if len(faults) == 0 {
		return okCheck("poles", "%d of %d sensors see both poles", len(p.squares), len(p.squares))
	}
	return Check{
		"poles", Bad, strings.Join(faults, "; "),
		"neither pole, or always full: plug, wire, then the sensor; one pole only: exchange it for a bipolar one, " +
			"for kings are checkers turned over; seen at a neighbour too: a weaker magnet",
	}
}

// stepWait is how long a person has for one step.
const stepWait = time.Minute

// Poles tests the sensors of these squares with a person's help.
func (x *HardwareCheck) Poles(ctx context.Context, over []board.Square) Check {
	if !x.up {
		return unreachedCheck("poles")
	}
	x.say(
		"the test of both poles: one checker goes over the board. Enter: it lies there, but nothing happens. " +
			"Squares are named with White at the visitor's side: a1 is at their left hand",
	)
	p := &poleTest{squares: over}
	for !p.isDone() {
		state := p.begun
		n, turn := p.n, p.turn
		x.say(p.prompt(x.controller.protocol.State().Bits))
		moved := x.controller.waitUntil(ctx, stepWait, func() bool {
			p.readSensors(x.controller.protocol.State().Bits)
			return p.begun != state || p.n != n || p.turn != turn || x.controller.line ||
				!x.controller.protocol.State().Up
		})
		switch {
		case ctx.Err() != nil || !x.controller.protocol.State().Up:
			return Check{"poles", Warn, fmt.Sprintf("interrupted after %d squares", p.n), "run the doctor again"}
		case !moved || p.begun == state && p.n == n && p.turn == turn:
			p.skipStep(x.controller.protocol.State().Bits)
		}
	}
	x.say(p.prompt(0))
	return p.verdict()
}

// AllSquares are those of all sensors.
func AllSquares() []board.Square {
	all := make([]board.Square, 0, board.NoSquare)
	for s := range board.NoSquare {
		all = append(all, s)
	}
	return all
}
