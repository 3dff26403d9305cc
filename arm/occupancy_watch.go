package arm

import (
	"time"

	"crownhead/board"
)

// An occupancyWatch follows the occupancy: when it changed last, and since when it differs from what is expected.
type occupancyWatch struct {
	settle, wait time.Duration
	bits         board.Bits
	changedAt    time.Duration // when bits last changed
	oddSince     time.Duration // since when bits differ from what is expected, while isOdd
	isOdd        bool
	begun        bool
}

func newOccupancyWatch(c Watch) occupancyWatch {
	return occupancyWatch{settle: secondsToDuration(c.SettleTime), wait: secondsToDuration(c.Timeout)}
}

func (w *occupancyWatch) update(now time.Duration, bits board.Bits) {
	if !w.begun || bits != w.bits {
		w.begun, w.bits, w.changedAt = true, bits, now
	}
}

// resetSuspicion forgets since when the occupancy differs from what is expected, because something else is
// expected now.
func (w *occupancyWatch) resetSuspicion() { w.isOdd = false }

// isStrange reports whether bits have differed long enough from expected outside the exempt squares, and when to look
// again.
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
