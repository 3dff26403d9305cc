package ctest

import (
	"math/rand/v2"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// Stops at every moment of homing, moving, gripping and slowing down, several at once, with the emergency button
// and resets between them: an emergency lets no pulse out and no vacuum on, every stop comes to rest, and the
// arm goes on each time.
func TestStorm(t *testing.T) { onBothTargets(t, survivesStorm) }

func survivesStorm(t *testing.T, on target) {
	r := newWiredFirmware(t, on, nearSwitches)
	h := newRawHost(t, r)
	rng := rand.New(rand.NewPCG(9, 2))
	h.run(50 * ms)
	for range 25 {
		h.shakeHands(h.nonce + 1)
		h.setUpSession()
		if h.status.State == wire.StateStopped {
			h.clearStop(0)
		}
		if h.status.Flags&wire.FlagHomed == 0 && rng.IntN(2) == 0 {
			h.homeArm()
		}
		h.beginMotion()
		h.run(time.Duration(rng.IntN(300)) * ms)
		h.stopSomehow(t, rng, r)
	}
	h.shakeHands(h.nonce + 1)
	h.makeReady()
	h.sendReliable(h.hopSegment(1, 0.5, 2048))
	h.runUntil(time.Second, "done", func() bool { return h.status.Done == 1 })
}

// beginMotion lets the arm home, or grip and move.
func (h *rawHost) beginMotion() {
	if h.status.Flags&wire.FlagHomed == 0 {
		h.sendReliable(wire.Home{})
		return
	}
	h.sendReliable(wire.Actuate{ID: 1, Pump: 1, DwellMs: 40}, h.hopSegment(2, 1, 2048), wire.Actuate{ID: 3, Valve: 1, DwellMs: 40})
}

// stopSomehow stops the arm in one way or another, and tries to release it too early.
func (h *rawHost) stopSomehow(t *testing.T, rng *rand.Rand, r *wiredFirmware) {
	t.Helper()
	blow, emergency := rng.IntN(5), true
	switch blow {
	case 0, 1, 2:
		for n := range 1 + rng.IntN(4) {
			kind := uint8(1 + rng.IntN(2))
			if emergency = kind == wire.StopEmergency; blow == 0 {
				kind, emergency = wire.StopSoft, false
			}
			h.sendOnce(wire.Stop{Kind: kind, Nonce: uint16(100 + n)})
			h.sendReliable(wire.Clear{Nonce: uint16(99 + n)}, wire.Home{})
			h.run(time.Duration(rng.IntN(3)) * ms)
		}
	case 3:
		r.buttons = 4
		h.run(12 * ms)
	default:
		r.reset()
		h.channel.Reset(0)
	}
	h.run(5 * ms)
	before := r.allSteps()
	h.run(20 * ms)
	if emergency && (r.allSteps() != before || r.pumping() || r.venting()) {
		t.Errorf("blow %d: turned %v, then %v; pump %t, valve %t", blow, before, r.allSteps(), r.pumping(), r.venting())
	}
	h.run(500 * ms) // a ramp's time
	before = r.allSteps()
	h.run(20 * ms)
	if r.allSteps() != before {
		t.Errorf("blow %d: never at rest: turned %v, then %v", blow, before, r.allSteps())
	}
	r.buttons = 0
	h.run(20 * ms)
}
