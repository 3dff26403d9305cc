package ctest

import (
	"math/rand/v2"
	"testing"

	"crownhead/firmware/link/wire"
)

// A line that flips, drops, doubles and delays a byte in a hundred of each, both ways, brings the arm late, and
// to the right place.
func TestBadLine(t *testing.T) { onBothTargets(t, badLine) }

func badLine(t *testing.T, on target) {
	b := newHomedRig(t, on)
	b.there, b.back = newSpoiler(1), newSpoiler(2)
	for _, y := range []float64{40, -40} {
		b.travelsTo(220, y, 64)
	}
	s := b.host.State()
	if s.Faults.Bytes.Total() < 10 || s.Traffic.Retransmitted < 10 {
		t.Errorf("the line was not bad at all: %+v, %+v", s.Faults, s.Traffic)
	}
	if len(b.there.late)+len(b.back.late) > 0 {
		b.run(50 * ms)
	}
	b.there, b.back = nil, nil
	b.goesOn()
}

// travelsTo moves the arm to a point; where the line has starved it, it goes on from there.
func (b *daemonRig) travelsTo(x, y, z float64) {
	b.t.Helper()
	for range 20 {
		chain := b.queueTravel(x, y, z)
		b.runUntil("over", func() bool { return b.host.State().Status.Done == b.id || b.host.State().Resting })
		if b.host.State().Status.Done == b.id {
			if p := b.host.State().Status.Position; p != [3]int32(chain.End) || !b.standsRight() {
				b.t.Errorf("ends at %v, want %v; stands there: %t", p, chain.End, b.standsRight())
			}
			return
		}
		if cause := b.host.State().Status.Cause; cause != wire.CauseFault && cause != wire.CauseSilence {
			b.t.Fatalf("stopped by %s", wire.CauseReason(cause))
		}
		b.chain = nil
		if err := b.host.Clear(); err != nil {
			b.t.Fatal(err)
		}
		b.runUntil("cleared", func() bool { return !b.host.State().Stopped })
	}
	b.t.Fatalf("never arrived: %+v", b.host.State())
}

// A spoiler is one direction of a bad line. Bytes that it delays hold up those behind them.
type spoiler struct {
	rng  *rand.Rand
	late []byte
	hold int // ms
}

func newSpoiler(seed uint64) *spoiler { return &spoiler{rng: rand.New(rand.NewPCG(seed, 0))} }

// spoilBytes is a millisecond of the line.
func (s *spoiler) spoilBytes(in []byte) (out []byte) {
	if s == nil {
		return in
	}
	chance := func() bool { return s.rng.IntN(100) == 0 }
	s.late = append(s.late, in...)
	if s.hold > 0 {
		s.hold--
		return nil
	}
	for i, b := range s.late {
		if chance() {
			s.hold = 1 + s.rng.IntN(5)
			s.late = append([]byte(nil), s.late[i:]...)
			return out
		}
		if chance() {
			continue
		}
		if chance() {
			b ^= 1 << s.rng.IntN(8)
		}
		if out = append(out, b); chance() {
			out = append(out, b)
		}
	}
	s.late = nil
	return out
}
