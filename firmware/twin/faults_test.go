package twin

import (
	"bytes"
	"math/bits"
	"testing"
)

func TestParseFaults(t *testing.T) {
	got, err := ParseFaults("flip=0.002, drop=0.1,miss=1")
	if err != nil || got != (Faults{Flip: 0.002, Drop: 0.1, Miss: 1}) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := ParseFaults(""); err != nil {
		t.Error(err)
	}
	for _, spec := range []string{"flip", "flip=", "flip=2", "flip=-1", "flip=NaN", "cut=1s@3", "dead=a1", "slip=0.1", "x=1", ",", "flip=0.1,"} {
		if f, err := ParseFaults(spec); err == nil {
			t.Errorf("%q accepted: %+v", spec, f)
		}
	}
}

func FuzzParseFaults(f *testing.F) {
	f.Add("flip=0.1,drop=0.2")
	f.Fuzz(func(t *testing.T, spec string) {
		got, err := ParseFaults(spec)
		for _, p := range []float64{got.Flip, got.Drop, got.Miss} {
			if err == nil && !(p >= 0 && p <= 1) {
				t.Errorf("%q: %+v", spec, got)
			}
		}
	})
}

func TestNoiseFlipsOneBitAndDropsBytes(t *testing.T) {
	data := bytes.Repeat([]byte{0x55}, 100_000)
	spoilt := Faults{Flip: 0.01, Drop: 0.02}.ToHost(1).Spoil(bytes.Clone(data))
	if lost := len(data) - len(spoilt); lost < 1800 || lost > 2200 {
		t.Errorf("%d bytes lost of %d", lost, len(data))
	}
	flipped := 0
	for _, b := range spoilt {
		if n := bits.OnesCount8(b ^ 0x55); n > 1 {
			t.Fatalf("%d bits flipped in one byte", n)
		} else if n == 1 {
			flipped++
		}
	}
	if flipped < 850 || flipped > 1150 {
		t.Errorf("%d bytes flipped", flipped)
	}
	again := Faults{Flip: 0.01, Drop: 0.02}.ToHost(1).Spoil(bytes.Clone(data))
	if !bytes.Equal(spoilt, again) {
		t.Error("the same seed spoils otherwise")
	}
	if clean := (Faults{}).ToHost(1).Spoil(data); len(clean) != len(data) {
		t.Error("a good cable loses bytes")
	}
}
