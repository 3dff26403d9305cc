package arm

import (
	"time"

	"crownhead/board"
)

// A occupancyWatch follows the occupancy: since when it is unchanged, and since when it is not as it should be.
type occupancyWatch struct {
	settle, wait time.Duration
	bits         board.Bits
	changed      time.Duration // when bits last changed
	oddSince     time.Duration // since when bits differ from what is expected
	isOdd        bool
	begun        bool
}

func newOccupancyWatch(c Watch) occupancyWatch {
	return occupancyWatch{settle: secondsToDuration(c.Settle), wait: secondsToDuration(c.Wait)}
}

func (w *occupancyWatch) update(now time.Duration, bits board.Bits) {
	if !w.begun || bits != w.bits {
		w.begun, w.bits, w.changed = true, bits, now
	}
}

// resetSuspicion begins a new judgement.
func (w *occupancyWatch) resetSuspicion() { w.isOdd = false }

// isStrange tells whether bits have differed from expected long enough, other than in the exempt squares, and when to
// look again.
func (w *occupancyWatch) isStrange(now time.Duration, expected, exempt board.Bits) (bool, time.Duration) {
	if (w.bits^expected)&^exempt == 0 {
		w.isOdd = false
		return false, Never
	}
	if !w.isOdd {
		w.isOdd, w.oddSince = true, now
	}
	return now-w.oddSince >= w.settle, w.oddSince + w.settle
}
