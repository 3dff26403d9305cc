package robot

import (
	"time"

	"crownhead/board"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

const (
	flickers = 12 // changes in a minute that no hand makes
	restless = 6  // changes in a minute that are odd when many sensors have them: their cable
	calm     = 4  // changes in a minute at which a sensor that flickered may be believed again
	agreed   = 3  // times in a row that a masked sensor is right, with changes in between, until it is believed again
)

// masks are the sensors that are not believed, by places, with what has been seen of them since.
type masks struct {
	reason [32]turn.MaskReason // "": believed
	right  [32]int             // how often in a row it has been right
	want   board.Bits          // what it was right about last, by places
}

// setMask masks a sensor, or believes it again, and tells the operator.
func (c *Core) setMask(now time.Duration, sq board.Square, reason turn.MaskReason) {
	place := c.place(sq)
	if was := c.masks.reason[place]; was == reason || was != "" && reason != "" && reason != turn.ReasonOperator {
		return
	}
	on := reason != ""
	switch {
	case reason == turn.ReasonOperator:
		c.note(NoteInfo, "the operator masks a sensor", "square", sq.String(), "place", place)
	case on:
		c.note(NoteError, "a sensor is not believed any more", "square", sq.String(), "place", place, "reason", reason, "hint", maskHints[reason])
	default:
		c.note(NoteInfo, "a sensor is believed again", "square", sq.String(), "place", place, "reason", c.masks.reason[place])
	}
	c.masks.reason[place], c.masks.right[place] = reason, 0
	c.tellMask(now, sq, reason)
}

// tellMask tells Step and the settling.
func (c *Core) tellMask(now time.Duration, sq board.Square, reason turn.MaskReason) {
	on := reason != ""
	c.settler.SetMask(sq, on)
	c.feed(now, turn.Event{Kind: turn.EventMask, Square: sq.String(), On: on, Mask: reason})
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
var maskHints = map[turn.MaskReason]string{
	turn.ReasonDead:      "is the checker's magnet in it, and its sensor plugged in? Once it reads right again, it is believed again",
	turn.ReasonStuck:     "look for metal or a loose magnet under the square, and at its sensor; once it reads right again, it is believed again",
	turn.ReasonFlicker:   "look at the sensor's plug, and for a checker with a weak magnet; once it is calm and right, it is believed again",
	turn.ReasonNeighbour: "the checker on the square beside has too strong a magnet, or the sensor sits askew",
	turn.ReasonOperator:  "unmask it on this page when it is to be believed again",
}

// maskSquares carries out Step's wish to mask sensors. One that read full the moment a neighbour did sees that neighbour.
func (c *Core) maskSquares(now time.Duration, e turn.Effect) {
	for _, name := range e.Squares {
		sq, err := board.ParseSquare(name)
		if err != nil {
			continue
		}
		reason := e.Do.Mask
		if reason == turn.ReasonStuck && c.changes.RoseWithNeighbour(sq) {
			reason = turn.ReasonNeighbour
		}
		if e.Kind == turn.EffectUnmask {
			reason = ""
		}
		c.setMask(now, sq, reason)
	}
}

// watchFlicker masks a sensor that changes without a hand, so that the others settle. When many do, it is no sensor's fault.
func (c *Core) watchFlicker(now time.Duration) {
	var odd, many board.Bits
	for sq := range board.NoSquare {
		switch n := c.changes.LastMinute(now, sq); {
		case n >= flickers:
			odd |= sq.Bit()
		case n >= restless:
			many |= sq.Bit()
		}
	}
	odd &^= c.state.Sensors.Masked
	if odd == 0 || (odd|many|c.state.Sensors.Masked).Len() > turn.MostMasked {
		return
	}
	for _, sq := range odd.Squares() {
		c.setMask(now, sq, turn.ReasonFlicker)
	}
}

// trustSensors looks at the masked sensors when the board is known to equal the game, and believes one again that has been right
// about it several times, full and empty in turn.
func (c *Core) trustSensors(now time.Duration) {
	want, reads := c.state.OccupiedByGame(), c.settler.Raw
	for _, sq := range c.state.Sensors.Masked.Squares() {
		place := c.place(sq)
		bit := board.Square(place).Bit()
		switch right := &c.masks.right[place]; {
		case c.masks.reason[place] == turn.ReasonOperator:
		case reads.Has(sq) != want.Has(sq):
			*right = 0
		case *right == 0 || want.Has(sq) != (c.masks.want&bit != 0):
			*right++
			c.masks.want = c.masks.want&^bit | placed(want.Has(sq), bit)
			if *right >= agreed && c.changes.LastMinute(now, sq) <= calm {
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

// takeMasks takes over what an earlier run has found.
func (c *Core) takeMasks(list []journal.Mask) {
	for _, m := range list {
		if m.Place >= 0 && m.Place < len(c.masks.reason) {
			c.masks.reason[m.Place] = m.Reason
		}
	}
}
