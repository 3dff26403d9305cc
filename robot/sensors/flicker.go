package sensors

import (
	"time"

	"crownhead/board"
	"crownhead/robot/turn"
)

const (
	spanLength = 10 * time.Second
	spanCount  = 6 // which make a minute

	flickerRate  = 12 // changes in a minute that no hand makes
	restlessRate = 6  // changes in a minute that are suspicious when many sensors have them: their cable is loose
)

// A FlickerCounter counts how often each square's sensor has changed in the last minute, in spans of ten seconds.
type FlickerCounter struct {
	last         board.Bits
	hasReading   bool
	span         int64 // the present one, counted from the epoch
	ring         [spanCount][32]uint16
	roseTogether [32]board.Bits // the squares that turned full together with this one, when it last did
}

// Observe takes a raw occupancy.
func (c *FlickerCounter) Observe(now time.Duration, bits board.Bits) {
	c.dropOldSpans(now)
	if c.hasReading {
		for _, sq := range (bits ^ c.last).Squares() {
			c.ring[c.span%spanCount][sq]++
		}
		for _, sq := range (bits &^ c.last).Squares() {
			c.roseTogether[sq] = bits &^ c.last
		}
	}
	c.last, c.hasReading = bits, true
}

// dropOldSpans clears the spans that are a minute old.
func (c *FlickerCounter) dropOldSpans(now time.Duration) {
	span := int64(now / spanLength)
	for n := max(c.span+1, span-spanCount+1); n <= span; n++ {
		c.ring[n%spanCount] = [32]uint16{}
	}
	c.span = span
}

// LastMinute returns how often a square has changed within the last minute.
func (c *FlickerCounter) LastMinute(now time.Duration, sq board.Square) (n int) {
	c.dropOldSpans(now)
	for i := range c.ring {
		n += int(c.ring[i][sq])
	}
	return n
}

// FindFlickering returns the squares whose sensors change without a hand and are to be masked. It returns none
// when too many sensors are restless, or masked already: the fault is not in a single sensor then.
func (c *FlickerCounter) FindFlickering(now time.Duration, masked board.Bits) board.Bits {
	var flickering, suspicious board.Bits
	for sq := range board.NoSquare {
		switch n := c.LastMinute(now, sq); {
		case n >= flickerRate:
			flickering |= sq.Bit()
		case n >= restlessRate:
			suspicious |= sq.Bit()
		}
	}
	flickering &^= masked
	if (flickering | suspicious | masked).Len() > turn.MostMasked {
		return 0
	}
	return flickering
}

// RoseWithNeighbour reports whether a square turned full at the same time as a square beside it.
func (c *FlickerCounter) RoseWithNeighbour(sq board.Square) bool {
	for _, other := range c.roseTogether[sq].Squares() {
		files, ranks := other.File()-sq.File(), other.Rank()-sq.Rank()
		if other != sq && max(files, -files) <= 2 && max(ranks, -ranks) <= 2 {
			return true
		}
	}
	return false
}

// Forget drops the last reading, so that the next one is no change.
func (c *FlickerCounter) Forget() { c.hasReading = false }

// Rotate turns the squares by half a turn, as Debouncer.Rotate does.
func (c *FlickerCounter) Rotate() {
	c.last = c.last.Rotate()
	for i := range c.ring {
		for sq := range 16 {
			c.ring[i][sq], c.ring[i][31-sq] = c.ring[i][31-sq], c.ring[i][sq]
		}
	}
	for sq := range 16 {
		c.roseTogether[sq], c.roseTogether[31-sq] = c.roseTogether[31-sq].Rotate(), c.roseTogether[sq].Rotate()
	}
}
