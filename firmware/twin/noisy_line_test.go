package twin

import (
	"bytes"
	"math/bits"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/groundtruth"
)

func TestNoiseFlipsOneBitAndDropsBytes(t *testing.T) {
	bad := FaultConfig{Flip: 0.01, Drop: 0.02}
	data := bytes.Repeat([]byte{0x55}, 100_000)
	noisy := carryAll(bad, bytes.Clone(data))
	if lost := len(data) - len(noisy); lost < 1800 || lost > 2200 {
		t.Errorf("%d bytes lost of %d", lost, len(data))
	}
	flipped := 0
	for _, b := range noisy {
		if n := bits.OnesCount8(b ^ 0x55); n > 1 {
			t.Fatalf("%d bits flipped in one byte", n)
		} else if n == 1 {
			flipped++
		}
	}
	if flipped < 850 || flipped > 1150 {
		t.Errorf("%d bytes flipped", flipped)
	}
	again := carryAll(bad, bytes.Clone(data))
	if !bytes.Equal(noisy, again) {
		t.Error("the same seed damages other bytes")
	}
	if clean := carryAll(FaultConfig{}, data); len(clean) != len(data) {
		t.Error("a good cable loses bytes")
	}
}

func TestNoiseDoublesBytes(t *testing.T) {
	data := bytes.Repeat([]byte{1, 2, 3, 4}, 25_000)
	got := carryAll(FaultConfig{Duplicate: 0.01}, data)
	if more := len(got) - len(data); more < 900 || more > 1100 {
		t.Errorf("%d bytes more of %d", more, len(data))
	}
	if all := bytes.Equal(compact(got), data); !all {
		t.Error("a byte that comes twice comes in a row, and no other is lost")
	}
}

// carryAll returns what a cable makes of these bytes.
func carryAll(f FaultConfig, data []byte) []byte {
	n := newNoisyLine(f, 1, groundtruth.StreamToHost)
	return n.carryBytes(0, data)
}

// compact leaves out bytes that repeat the one before them.
func compact(in []byte) (out []byte) {
	for i, b := range in {
		if i == 0 || b != in[i-1] {
			out = append(out, b)
		}
	}
	return out
}

// A delayed byte delays what comes behind it, for a while, and nothing is lost.
func TestNoiseDelaysBytes(t *testing.T) {
	for _, p := range []float64{0.01, 1} {
		n := newNoisyLine(FaultConfig{Delay: p}, 1, groundtruth.StreamToHost)
		var sent, got []byte
		late, now := 0, time.Duration(0)
		for i := range 1000 {
			now += time.Millisecond
			b := []byte{byte(i), byte(i >> 8)}
			sent = append(sent, b...)
			got = append(got, n.carryBytes(now, b)...)
			if len(got) < len(sent) {
				late++
				if n.nextArrival() > now+longestDelay {
					t.Fatalf("delayed until %v at %v", n.nextArrival(), now)
				}
			}
		}
		if late < 50 || p == 1 && late < 1000 {
			t.Errorf("%v: late in %d ms of 1000", p, late)
		}
		for len(got) < len(sent) {
			now = n.nextArrival()
			if now == wire.Never {
				t.Fatal("nothing more comes")
			}
			got = append(got, n.carryBytes(now, nil)...)
		}
		if !bytes.Equal(got, sent) {
			t.Errorf("%v: other bytes arrive", p)
		}
	}
}
