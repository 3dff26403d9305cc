package arm

import (
	"time"

	"crownhead/board"
)

// A watch follows the occupancy: since when it is unchanged, and since when it is not as it should be.
type watch struct {
	settle, wait time.Duration
	bits         board.Bits
	changed      time.Duration // when bits last changed
	odd          time.Duration // since when bits differ from what is expected
	isOdd        bool
	begun        bool
}

func newWatch(c Watch) watch {
	return watch{settle: seconds(c.Settle), wait: seconds(c.Wait)}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func (w *watch) see(now time.Duration, bits board.Bits) {
	if !w.begun || bits != w.bits {
		w.begun, w.bits, w.changed = true, bits, now
	}
}

// forget begins a new judgement.
func (w *watch) forget() { w.isOdd = false }

// strange tells whether bits have differed from expected long enough, other than in the exempt squares, and when to
// look again.
func (w *watch) strange(now time.Duration, expected, exempt board.Bits) (bool, time.Duration) {
	if (w.bits^expected)&^exempt == 0 {
		w.isOdd = false
		return false, Never
	}
	if !w.isOdd {
		w.isOdd, w.odd = true, now
	}
	return now-w.odd >= w.settle, w.odd + w.settle
}

// expected is the occupancy that the arm's work explains now, and the squares where it explains both.
func (t *pass) expected() (bits, exempt board.Bits) {
	if t.step >= len(t.program.Carries) {
		return t.program.before(t.step), 0
	}
	c, bits := t.carry(), t.program.before(t.step)
	stage := t.stage
	if stage == stopping || stage == waiting {
		stage = t.paused
	}
	switch stage {
	case placing:
		bits &^= c.From.bit()
		exempt = c.To.bit()
	case picking:
		exempt = c.From.bit()
	default: // help: either before or after this carry
		return c.Expect, c.From.bit() | c.To.bit()
	}
	if !t.near && t.releases == 0 { // what was let go once may fall off the nozzle at any time
		exempt = 0
	}
	return bits, exempt
}

// disturbed tells whether the board has been changed by somebody else.
func (t *pass) disturbed() bool {
	if (t.stage == emptying || t.stage == parking) && t.parked.Kind != EventDone {
		return false // on the way to ask for help, or by a person's wish
	}
	bits, exempt := t.expected()
	strange, again := t.watch.strange(t.now, bits, exempt|t.st.Unknown)
	t.wake(again)
	return strange
}

// sees tells whether the sensors tell of a place.
func (t *pass) sees(p Place) bool { return p.Sensed() && !t.st.Unknown.Has(p.Square) }

// differs is where the board, as far as it is known, differs from an occupancy.
func (t *pass) differs(bits board.Bits) board.Bits { return (t.st.Bits ^ bits) &^ t.st.Unknown }

// tells whether the board, as far as it is known, looks different once the present carry is complete.
func (t *pass) tells() bool {
	return (t.program.before(t.step)^t.carry().Expect)&^t.st.Unknown != 0
}

// settled tells whether the occupancy is unchanged since some time and since the arm's last item.
func (t *pass) settled() bool {
	since := max(t.watch.changed, t.flight.doneAt)
	t.wake(since + t.watch.settle)
	return t.now-since >= t.watch.settle
}

// restless tells that the occupancy does not settle at all.
func (t *pass) restless() bool {
	t.wake(t.flight.doneAt + t.watch.wait)
	return t.now-t.flight.doneAt >= t.watch.wait
}
