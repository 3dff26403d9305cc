package ctest

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// A host whose frames are right and whose numbers are nonsense, hundreds of them, so that every count wraps:
// without homing nothing moves or sucks, with it no joint leaves its limits or goes faster than it may, and
// afterwards all is as ever.
func TestNonsense(t *testing.T) { onBothTargets(t, survivesNonsense) }

func survivesNonsense(t *testing.T, on target) {
	r := newWiredFirmware(t, on, nearSwitches)
	h := newRawHost(t, r)
	rng := rand.New(rand.NewPCG(4, 1))
	h.run(50 * ms)
	h.setUpSession()
	before := r.allSteps()
	h.sendNonsense(rng, 700, func(kind wire.Type) bool { return kind != wire.TypeHome && kind != wire.TypeStop }, func() {
		if r.allSteps() != before || r.pumping() || r.venting() {
			t.Fatalf("turned %v, then %v; pump %t, valve %t", before, r.allSteps(), r.pumping(), r.venting())
		}
	})
	moved := 0
	look := func() {
		now := r.allSteps()
		for j := range now {
			const most = 100*stepsPerDegree/1000 + 1 // in a millisecond
			if d := float64(now[j] - before[j]); d > most || d < -most {
				t.Fatalf("joint %d makes %v steps in a millisecond", j, d)
			}
			if a := r.angle(j) * stepsPerDegree * 256; a < float64(limits.Min[j])-256 || a > float64(limits.Max[j])+256 {
				t.Fatalf("joint %d at %.1f°", j, r.angle(j))
			}
		}
		if now != before {
			moved++
		}
		before = now
	}
	for range 20 {
		h.shakeHands(h.nonce + 1)
		h.makeReady()
		before = r.allSteps()
		h.sendReliable(h.hopSegment(1, 0.4, 2000), h.hopSegment(2, 0.8, 2000))
		h.run(20 * ms)
		before = r.allSteps()
		h.sendNonsense(rng, 25, func(kind wire.Type) bool {
			return kind > wire.TypeHome && kind != wire.TypeStop || kind == wire.TypeHeartbeat
		}, look)
		h.run(300 * ms)
	}
	if moved < 100 {
		t.Errorf("it moved in %d ms only", moved)
	}
	h.shakeHands(h.nonce + 1)
	h.run(500 * ms)
	h.makeReady()
	h.sendReliable(h.hopSegment(1, 0.5, 2048))
	h.runUntil(time.Second, "done", func() bool { return h.status.Done == 1 })
}

// sendNonsense says so many things of those kinds, with numbers from the edges of what can be said, and looks after each.
func (h *rawHost) sendNonsense(rng *rand.Rand, n int, wanted func(wire.Type) bool, look func()) {
	h.t.Helper()
	kinds := []wire.Type{
		wire.TypeSetupLimits, wire.TypeSetupHoming, wire.TypeSetupRates, wire.TypeHome, wire.TypeSegment, wire.TypeActuate, wire.TypeClear,
		wire.TypeButtonLed, wire.TypeHeartbeat, wire.TypeStop, wire.TypeServos, wire.TypeLeds, wire.TypeAck, wire.TypeNak,
	}
	seq := h.channel.LastSeq()
	for range n {
		kind := kinds[rng.IntN(len(kinds))]
		if !wanted(kind) {
			continue
		}
		size, _ := kind.Size()
		f := wire.Frame{Type: kind, Session: h.channel.Session(), Payload: nonsensePayload(rng, size)}
		if kind.Sequenced() {
			seq++
			f.Seq = seq
		}
		h.out = append(h.out, wire.Encode(f)...)
		h.forgetHeard()
		for range 3 {
			h.run(ms)
			look()
		}
	}
}

// nonsensePayload is a payload of extremes.
func nonsensePayload(rng *rand.Rand, size int) []byte {
	extremes := []int32{math.MinInt32, math.MinInt32 + 1, -1, 0, 1, 19, 20, 2048, 1 << 16, wire.MaxPosition, -wire.MaxPosition, wire.MaxSpeed, math.MaxInt32}
	p := make([]byte, 0, size+4)
	for len(p) < size {
		switch rng.IntN(3) {
		case 0:
			p = append(p, byte(rng.IntN(256)))
		case 1:
			p = binary.LittleEndian.AppendUint16(p, uint16(extremes[rng.IntN(len(extremes))]))
		default:
			p = binary.LittleEndian.AppendUint32(p, uint32(extremes[rng.IntN(len(extremes))]))
		}
	}
	return p[:size]
}
