package twin

import (
	"bytes"
	"math/bits"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParseFaults(t *testing.T) {
	got, err := ParseFaults("flip=0.002, drop=0.1,miss=1,slip=0.5,cut=20s@90s,reset@1m30s,cut=5@0,reset@7,dead=a1,dead=h8,stuck=c1,flicker=e1:0.25")
	want := Faults{
		Flip: 0.002, Drop: 0.1, Miss: 1, Slip: 0.5,
		Cuts:   []Cut{{From: 90 * time.Second, For: 20 * time.Second}, {For: 5 * time.Second}},
		Resets: []time.Duration{90 * time.Second, 7 * time.Second},

		Sensors: SensorFaults{Dead: 1<<31 | 1, Stuck: 1 << 1, Flicker: [32]float64{2: 0.25}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := ParseFaults(""); err != nil {
		t.Error(err)
	}
	for spec, why := range map[string]string{
		"flip":         `reading fault "flip": it is written flip=P`,
		"flip@1":       "it is written flip=P",
		"flip=":        `wanted a chance from 0 to 1 after "flip=", as in flip=0.01`,
		"miss=2":       `wanted a chance from 0 to 1 after "miss="`,
		"slip=-1":      `wanted a chance from 0 to 1 after "slip="`,
		"flip=NaN":     "wanted a chance",
		"cut=1s":       `wanted how long and when after "cut=", as in cut=20s@90s`,
		"cut=@3s":      "wanted how long and when",
		"cut=0s@3s":    "wanted how long and when",
		"cut=-1s@3s":   "wanted how long and when",
		"cut=1s@-3s":   "wanted how long and when",
		"cut=1e30@3s":  "wanted how long and when",
		"cut=NaN@3s":   "wanted how long and when",
		"cut@3s":       "it is written cut=DUR@T",
		"reset":        "it is written reset@T",
		"reset=3s":     "it is written reset@T",
		"reset@soon":   `wanted when after "reset@", as in reset@90s`,
		"reset@3s@4s":  "wanted when",
		"x=1":          `reading fault "x=1": no such fault; there are flip=P, drop=P, `,
		",":            `reading fault "": no such fault`,
		"flip=0.1,":    `reading fault "": no such fault`,
		"flip=0.1;x=1": "wanted a chance",
		"dead=":        `wanted a square after "dead=", as in dead=d4`,
		"dead=a2":      "wanted a square",
		"stuck=x9":     `wanted a square after "stuck=", as in stuck=d4`,
		"stuck@a1":     "it is written stuck=SQ",
		"flicker=a1":   "wanted a square and a chance from 0 to 1",
		"flicker=a1:2": "wanted a square and a chance from 0 to 1",
		"flicker=:0.1": "wanted a square and a chance from 0 to 1",
	} {
		if f, err := ParseFaults(spec); err == nil {
			t.Errorf("%q accepted: %+v", spec, f)
		} else if !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %s", spec, err, why)
		}
	}
}

func FuzzParseFaults(f *testing.F) {
	f.Add("flip=0.1,drop=0.2,cut=1s@2s,reset@3,dead=a1,flicker=h8:1")
	f.Fuzz(func(t *testing.T, spec string) {
		got, err := ParseFaults(spec)
		if err != nil {
			return
		}
		for _, p := range append(got.Sensors.Flicker[:], got.Flip, got.Drop, got.Miss, got.Slip) {
			if !(p >= 0 && p <= 1) {
				t.Errorf("%q: %+v", spec, got)
			}
		}
		for _, c := range got.Cuts {
			if c.From < 0 || c.For <= 0 {
				t.Errorf("%q: %+v", spec, c)
			}
		}
	})
}

func TestNoiseFlipsOneBitAndDropsBytes(t *testing.T) {
	bad := Faults{Flip: 0.01, Drop: 0.02}
	data := bytes.Repeat([]byte{0x55}, 100_000)
	spoilt := newNoise(bad, 1, streamToHost).spoil(bytes.Clone(data))
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
	again := newNoise(bad, 1, streamToHost).spoil(bytes.Clone(data))
	if !bytes.Equal(spoilt, again) {
		t.Error("the same seed spoils otherwise")
	}
	if clean := newNoise(Faults{}, 1, streamToHost).spoil(data); len(clean) != len(data) {
		t.Error("a good cable loses bytes")
	}
}
