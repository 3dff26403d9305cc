package sensors

import (
	"time"

	"crownhead/board"
)

const (
	changeSpan  = 10 * time.Second
	changeSpans = 6 // which make a minute
)

// ChangeCounter counts how often each square's sensor has changed in the last minute, in spans of ten seconds.
type ChangeCounter struct {
	last  board.Bits
	known bool
	span  int64
	ring  [changeSpans][32]uint16
	rose  [32]board.Bits // the squares that turned full together with this one, when it last did
}

// Observe takes a raw occupancy.
func (c *ChangeCounter) Observe(now time.Duration, bits board.Bits) {
	c.dropOldSpans(now)
	if c.known {
		for _, sq := range (bits ^ c.last).Squares() {
			c.ring[c.span%changeSpans][sq]++
		}
		for _, sq := range (bits &^ c.last).Squares() {
			c.rose[sq] = bits &^ c.last
		}
	}
	c.last, c.known = bits, true
}

// dropOldSpans forgets the spans that are a minute old.
func (c *ChangeCounter) dropOldSpans(now time.Duration) {
	span := int64(now / changeSpan)
	for n := max(c.span+1, span-changeSpans+1); n <= span; n++ {
		c.ring[n%changeSpans] = [32]uint16{}
	}
	c.span = span
}

// LastMinute is how often a square has changed within the last minute.
func (c *ChangeCounter) LastMinute(now time.Duration, sq board.Square) (n int) {
	c.dropOldSpans(now)
	for i := range c.ring {
		n += int(c.ring[i][sq])
	}
	return n
}

// RoseWithNeighbour tells whether a square turned full when a square beside it did.
func (c *ChangeCounter) RoseWithNeighbour(sq board.Square) bool {
	for _, other := range c.rose[sq].Squares() {
		files, ranks := other.File()-sq.File(), other.Rank()-sq.Rank()
		if other != sq && max(files, -files) <= 2 && max(ranks, -ranks) <= 2 {
			return true
		}
	}
	return false
}

// Forget drops what was read last: the next reading is no change.
func (c *ChangeCounter) Forget() { c.known = false }

// Rotate turns the squares by half a turn, as the settler's.
func (c *ChangeCounter) Rotate() {
	c.last = c.last.Rotate()
	for i := range c.ring {
		for sq := range 16 {
			c.ring[i][sq], c.ring[i][31-sq] = c.ring[i][31-sq], c.ring[i][sq]
		}
	}
	for sq := range 16 {
		c.rose[sq], c.rose[31-sq] = c.rose[31-sq].Rotate(), c.rose[sq].Rotate()
	}
}
