package robot

import (
	"time"

	"crownhead/board"
)

const (
	changeSpan  = 10 * time.Second
	changeSpans = 6 // which make a minute
)

// changes counts how often each square's sensor has changed in the last minute, in spans of ten seconds.
type changes struct {
	last  board.Bits
	known bool
	span  int64
	ring  [changeSpans][32]uint16
	rose  [32]board.Bits // the squares that turned full together with this one, when it last did
}

// see takes a raw occupancy.
func (c *changes) see(now time.Duration, bits board.Bits) {
	c.turn(now)
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

// turn forgets the spans that are a minute old.
func (c *changes) turn(now time.Duration) {
	span := int64(now / changeSpan)
	for n := max(c.span+1, span-changeSpans+1); n <= span; n++ {
		c.ring[n%changeSpans] = [32]uint16{}
	}
	c.span = span
}

// count is how often a square has changed within the last minute.
func (c *changes) count(now time.Duration, sq board.Square) (n int) {
	c.turn(now)
	for i := range c.ring {
		n += int(c.ring[i][sq])
	}
	return n
}

// withNeighbour tells whether a square turned full when a square beside it did.
func (c *changes) withNeighbour(sq board.Square) bool {
	for _, other := range c.rose[sq].Squares() {
		files, ranks := other.File()-sq.File(), other.Rank()-sq.Rank()
		if other != sq && max(files, -files) <= 2 && max(ranks, -ranks) <= 2 {
			return true
		}
	}
	return false
}

// forget drops what was read last: the next reading is no change.
func (c *changes) forget() { c.known = false }

// rotate turns the squares by half a turn, as the settler's.
func (c *changes) rotate() {
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
