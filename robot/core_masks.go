package robot

import (
	"time"

	"crownhead/board"
)

const (
	flickers = 12 // changes in a minute that no hand makes
	restless = 6  // changes in a minute that are odd when many sensors have them: their cable
	calm     = 4  // changes in a minute at which a sensor that flickered may be believed again
	agreed   = 3  // times in a row that a masked sensor is right, with changes in between, until it is believed again
)

// A Mask is a sensor that is not believed. It belongs to the place, whichever colour sits there.
type Mask struct {
	Place  int
	Reason string
}

// masks are the sensors that are not believed, by places, with what has been seen of them since.
type masks struct {
	reason [32]string // "": believed
	right  [32]int    // how often in a row it has been right
	want   board.Bits // what it was right about last, by places
}

// setMask masks a sensor, or believes it again, and tells the operator.
func (c *Core) setMask(now time.Duration, sq board.Square, reason string) {
	place := c.place(sq)
	if was := c.masks.reason[place]; was == reason || was != "" && reason != "" && reason != ReasonOperator {
		return
	}
	on := reason != ""
	switch {
	case reason == ReasonOperator:
		c.note(plain, "the operator masks a sensor", "square", sq.String(), "place", place)
	case on:
		c.note(bad, "a sensor is not believed any more", "square", sq.String(), "place", place, "reason", reason, "hint", maskHints[reason])
	default:
		c.note(plain, "a sensor is believed again", "square", sq.String(), "place", place, "reason", c.masks.reason[place])
	}
	c.masks.reason[place], c.masks.right[place] = reason, 0
	c.tellMask(now, sq, reason)
}

// tellMask tells Step and the settling.
func (c *Core) tellMask(now time.Duration, sq board.Square, reason string) {
	on := reason != ""
	c.settler.mask(sq, on)
	c.feed(now, Event{Kind: EventMask, Square: sq.String(), On: on, Name: reason})
}

// tellMasks tells a game that begins of the sensors that were masked before.
func (c *Core) tellMasks(now time.Duration) {
	for sq := range board.NoSquare {
		if reason := c.masks.reason[c.place(sq)]; reason != "" {
			c.tellMask(now, sq, reason)
		}
	}
}

// maskHints say what to do about a sensor.
var maskHints = map[string]string{
	ReasonDead:      "is the checker's magnet in it, and its sensor plugged in? Once it reads right again, it is believed again",
	ReasonStuck:     "look for metal or a loose magnet under the square, and at its sensor; once it reads right again, it is believed again",
	ReasonFlicker:   "look at the sensor's plug, and for a checker with a weak magnet; once it is calm and right, it is believed again",
	ReasonNeighbour: "the checker on the square beside has too strong a magnet, or the sensor sits askew",
	ReasonOperator:  "unmask it on this page when it is to be believed again",
}

// masked carries out Step's wish to mask sensors. One that read full the moment a neighbour did sees that neighbour.
func (c *Core) masked(now time.Duration, e Effect) {
	for _, name := range e.Squares {
		sq, err := board.ParseSquare(name)
		if err != nil {
			continue
		}
		reason := e.Name
		if reason == ReasonStuck && c.changes.withNeighbour(sq) {
			reason = ReasonNeighbour
		}
		if e.Kind == EffectUnmask {
			reason = ""
		}
		c.setMask(now, sq, reason)
	}
}

// watchFlicker masks a sensor that changes without a hand, so that the others settle. When many do, it is no sensor's fault.
func (c *Core) watchFlicker(now time.Duration) {
	var odd, many board.Bits
	for sq := range board.NoSquare {
		switch n := c.changes.count(now, sq); {
		case n >= flickers:
			odd |= sq.Bit()
		case n >= restless:
			many |= sq.Bit()
		}
	}
	odd &^= c.state.Masked
	if odd == 0 || (odd|many|c.state.Masked).Len() > mostMasks {
		return
	}
	for _, sq := range odd.Squares() {
		c.setMask(now, sq, ReasonFlicker)
	}
}

// trust looks at the masked sensors when the board is known to equal the game, and believes one again that has been right
// about it several times, full and empty in turn.
func (c *Core) trust(now time.Duration) {
	want, reads := c.state.want(), c.settler.raw
	for _, sq := range c.state.Masked.Squares() {
		place := c.place(sq)
		bit := board.Square(place).Bit()
		switch right := &c.masks.right[place]; {
		case c.masks.reason[place] == ReasonOperator:
		case reads.Has(sq) != want.Has(sq):
			*right = 0
		case *right == 0 || want.Has(sq) != (c.masks.want&bit != 0):
			*right++
			c.masks.want = c.masks.want&^bit | placed(want.Has(sq), bit)
			if *right >= agreed && c.changes.count(now, sq) <= calm {
				c.setMask(now, sq, "")
			}
		}
	}
}

func placed(full bool, bit board.Bits) board.Bits {
	if full {
		return bit
	}
	return 0
}

// masksOf lists the sensors that are masked at a journal's end.
func masksOf(log Log) []Mask {
	settings, err := log.Header.settings()
	if err != nil {
		return nil
	}
	var reasons [32]string
	for _, line := range log.Lines {
		e := line.Event
		if e.Kind != EventMask {
			continue
		}
		sq, err := board.ParseSquare(e.Square)
		if err != nil {
			continue
		}
		place := placeOf(sq, settings.Visitor)
		if reasons[place] = e.Name; !e.On {
			reasons[place] = ""
		}
	}
	var list []Mask
	for place, reason := range reasons {
		if reason != "" {
			list = append(list, Mask{Place: place, Reason: reason})
		}
	}
	return list
}

// takeMasks takes over what an earlier run has found.
func (c *Core) takeMasks(list []Mask) {
	for _, m := range list {
		if m.Place >= 0 && m.Place < len(c.masks.reason) {
			c.masks.reason[m.Place] = m.Reason
		}
	}
}
