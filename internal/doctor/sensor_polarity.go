package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"crownhead/board"
)

// A polarityTest leads a person with one checker from square to square: laid there it shows one pole to the sensor,
// turned over the other, as a king does. It is a step machine: readSensors takes what the sensors see, skipStep gives a
// step up.
type polarityTest struct {
	squares      []board.Square
	cleared      bool       // the board was cleared
	index        int        // of the square that is tested now
	turnOver     bool       // the checker is to be turned over
	liftedToTurn bool       // it was taken up to be turned over
	polesSeen    [32]int    // how many, by square
	stuck        uint32     // sensors that are full with nothing there
	alsoSeenBy   [32]uint32 // sensors that see the checker on another square, by its square
}

func (p *polarityTest) isDone() bool { return p.cleared && p.index == len(p.squares) }

// prompt is what the person is to do next.
func (p *polarityTest) prompt(now uint32) string {
	switch {
	case !p.cleared:
		return "take all checkers off the board; still full: " + listOrNone(namesOfSquares(now))
	case p.isDone():
		return "thank you: that was the last square"
	case p.turnOver:
		return fmt.Sprintf("%v: turn the checker over and lay it back there", p.squares[p.index])
	default:
		return fmt.Sprintf("%v: lay the one checker in the middle of the square", p.squares[p.index])
	}
}

// readSensors takes the occupancy; places are squares, as they are when the visitor plays White.
func (p *polarityTest) readSensors(now uint32) {
	now &^= p.stuck
	if !p.cleared {
		p.cleared = now == 0
		return
	}
	if p.isDone() {
		return
	}
	here := p.squares[p.index].Bit()
	on := now&uint32(here) != 0
	p.liftedToTurn = p.liftedToTurn || !on
	if !on || p.turnOver && !p.liftedToTurn {
		return
	}
	p.polesSeen[p.squares[p.index]]++
	p.alsoSeenBy[p.squares[p.index]] |= now &^ uint32(here)
	p.nextStep()
}

// skipStep gives the step up: what is still full with no checker there is stuck, and what was not seen is not seen.
func (p *polarityTest) skipStep(now uint32) {
	if !p.cleared {
		p.stuck, p.cleared = now, true
		return
	}
	if !p.isDone() {
		p.nextStep()
	}
}

func (p *polarityTest) nextStep() {
	p.liftedToTurn = false
	if p.turnOver = !p.turnOver; !p.turnOver {
		p.index++
	}
}

// finding sums up what the sensors have seen.
func (p *polarityTest) finding() Finding {
	var faults []string
	if p.stuck != 0 {
		faults = append(faults, "full with nothing there: "+strings.Join(namesOfSquares(p.stuck), " "))
	}
	for _, s := range p.squares {
		const bothPoles = 2
		switch {
		case p.stuck&uint32(s.Bit()) != 0:
		case p.polesSeen[s] == 0:
			faults = append(faults, fmt.Sprintf("%v: sees neither pole", s))
		case p.polesSeen[s] < bothPoles:
			faults = append(faults, fmt.Sprintf("%v: sees one pole only", s))
		}
		if p.alsoSeenBy[s] != 0 {
			faults = append(faults,
				fmt.Sprintf("%v: its checker is seen at %s too", s, strings.Join(namesOfSquares(p.alsoSeenBy[s]), " ")))
		}
	}
	if len(faults) == 0 {
		return okFinding("poles", "%d of %d sensors see both poles", len(p.squares), len(p.squares))
	}
	return Finding{
		"poles", Bad, strings.Join(faults, "; "),
		"neither pole, or always full: plug, wire, then the sensor; one pole only: exchange it for an omnipolar one, " +
			"for kings are checkers turned over; seen at a neighbour too: a weaker magnet",
	}
}

// stepWait is how long a person has for one step.
const stepWait = time.Minute

// SensorPolarity tests the sensors of these squares with a person's help.
func (x *HardwareCheck) SensorPolarity(ctx context.Context, over []board.Square) Finding {
	if !x.up {
		return unreachedFinding("poles")
	}
	x.say(
		"the test of both poles: one checker goes over the board. Enter: it lies there, but nothing happens. " +
			"Squares are named with White at the visitor's side: a1 is at their left hand",
	)
	p := &polarityTest{squares: over}
	for !p.isDone() {
		state := p.cleared
		n, turn := p.index, p.turnOver
		x.say(p.prompt(x.controller.protocol.State().Bits))
		moved := x.controller.waitUntil(ctx, stepWait, func() bool {
			p.readSensors(x.controller.protocol.State().Bits)
			return p.cleared != state || p.index != n || p.turnOver != turn || x.controller.line ||
				!x.controller.protocol.State().Up
		})
		switch {
		case ctx.Err() != nil || !x.controller.protocol.State().Up:
			return Finding{"poles", Warn, fmt.Sprintf("interrupted after %d squares", p.index), "run the doctor again"}
		case !moved || p.cleared == state && p.index == n && p.turnOver == turn:
			p.skipStep(x.controller.protocol.State().Bits)
		}
	}
	x.say(p.prompt(0))
	return p.finding()
}

// AllSquares are those of all sensors.
func AllSquares() []board.Square {
	all := make([]board.Square, 0, board.NoSquare)
	for s := range board.NoSquare {
		all = append(all, s)
	}
	return all
}
