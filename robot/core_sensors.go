package robot

import (
	"time"

	"crownhead/board"
	"crownhead/robot/turn"
)

// forgetReadings drops the readings, for the link is gone.
func (s *boardSensors) forgetReadings() {
	s.board.Forget()
	s.flicker.Forget()
}

// rotateSquares turns the squares by half a turn, for the visitor plays the other colour now.
func (s *boardSensors) rotateSquares() {
	s.board.Rotate()
	s.flicker.Rotate()
}

// maskRemedies say what to do about a sensor that is masked.
var maskRemedies = map[turn.MaskReason]string{
	turn.ReasonDead: "check that the checker's magnet is in it and that the sensor is plugged in; " +
		"once the sensor reads right again, it is believed again",
	turn.ReasonStuck: "look for metal or a loose magnet under the square, and check its sensor; " +
		"once the sensor reads right again, it is believed again",
	turn.ReasonFlicker: "check the sensor's plug, and look for a checker with a weak magnet; " +
		"once the sensor is calm and right, it is believed again",
	turn.ReasonNeighbour: "the checker on the neighbouring square has too strong a magnet, or the sensor is misaligned",
	turn.ReasonOperator:  "unmask it on this page when it is to be believed again",
}

// setMask masks a sensor, or unmasks it with the reason "", and tells the operator and turn.Step.
func (c *Core) setMask(sq board.Square, reason turn.MaskReason) {
	place := c.placeOf(sq)
	was := c.sensors.masks.Reason(place)
	if !c.sensors.masks.SetReason(place, reason) {
		return
	}
	switch reason {
	case "":
		c.addNote(NoteInfo, "a sensor is believed again", "square", sq.String(), "place", place, "reason", was)
	case turn.ReasonOperator:
		c.addNote(NoteInfo, "the operator masks a sensor", "square", sq.String(), "place", place)
	default:
		c.addNote(NoteError, "a sensor is not believed any more", "square", sq.String(), "place", place,
			"reason", reason, "hint", maskRemedies[reason])
	}
	c.pushMask(sq, reason)
}

// pushMask tells the debouncer and turn.Step about a mask.
func (c *Core) pushMask(sq board.Square, reason turn.MaskReason) {
	on := reason != ""
	c.sensors.board.SetMask(sq, on)
	c.queue.push(turn.Event{Kind: turn.EventMask, Square: sq.String(), On: on, Mask: reason})
}

// pushMasks tells a game that begins about the sensors that were masked before.
func (c *Core) pushMasks() {
	for sq := range board.NoSquare {
		if reason := c.sensors.masks.Reason(c.placeOf(sq)); reason != "" {
			c.pushMask(sq, reason)
		}
	}
}

// restoreMasks takes over the masks of an earlier run.
func (c *Core) restoreMasks() {
	for _, m := range c.cfg.Masks {
		c.sensors.masks.Restore(m.Place, m.Reason)
	}
}

// setMasksOf masks or unmasks the sensors that turn.Step names. A sensor that turned full at the same time as
// one beside it sees its neighbour's checker.
func (c *Core) setMasksOf(e turn.Effect) {
	for _, name := range e.Squares {
		sq, err := board.ParseSquare(name)
		if err != nil {
			continue
		}
		reason := e.Payload.Mask
		if reason == turn.ReasonStuck && c.sensors.flicker.RoseWithNeighbour(sq) {
			reason = turn.ReasonNeighbour
		}
		if e.Kind == turn.EffectUnmask {
			reason = ""
		}
		c.setMask(sq, reason)
	}
}

// reviewMasks compares the masked sensors with the board, which is known to equal the game now, and unmasks
// those that have been right several times.
func (c *Core) reviewMasks(now time.Duration) {
	occupied := c.state.OccupiedByGame()
	for _, sq := range c.state.Sensors.Masked.Squares() {
		lastMinute := c.sensors.flicker.LastMinute(now, sq)
		if c.sensors.masks.CompareReading(c.placeOf(sq), c.sensors.board.Raw.Has(sq), occupied.Has(sq), lastMinute) {
			c.setMask(sq, "")
		}
	}
}
