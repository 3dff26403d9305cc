package world

import (
	"math/bits"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
)

// TestSensorFaults: a fault stays with its place, whatever lies on the board and whichever colour sits there.
func TestSensorFaults(t *testing.T) {
	const start = 0xfff00fff
	for _, c := range []struct {
		name   string
		faults SensorFaults
		want   uint32
	}{
		{"none", SensorFaults{}, start},
		{"dead under a checker", SensorFaults{Dead: 1 << 3}, start &^ (1 << 3)},
		{"stuck on an empty place", SensorFaults{Stuck: 1 << 15}, start | 1<<15},
		{"dead and stuck: the wire is broken", SensorFaults{Dead: 1 << 15, Stuck: 1 << 15}, start},
		{"a neighbour's magnet", SensorFaults{Crosstalk: [32]uint32{14: 1 << 10}}, start | 1<<14},
		{"an empty neighbour", SensorFaults{Crosstalk: [32]uint32{14: 1 << 15}}, start},
	} {
		for _, visitor := range []board.Color{board.White, board.Black} {
			w := New(groundtruth.New(1), 1)
			w.SetNoScatter(true)
			w.PlacePosition(board.Start(), visitor, 0)
			w.SetSensorFaults(c.faults)
			if got := w.Sensors(); got != c.want {
				t.Errorf("%s, the visitor plays %v: %08x, want %08x", c.name, visitor, got, c.want)
			}
		}
	}
}

// TestFlicker: a weak place reads the wrong way as often as its chance says, the same for one
// seed however often it is read; the others do not flicker.
func TestFlicker(t *testing.T) {
	read := func(pace time.Duration) (list []uint32) {
		w := New(groundtruth.New(1), 7)
		w.SetNoScatter(true)
		w.PlacePosition(board.Start(), board.White, 0)
		w.SetSensorFaults(SensorFaults{Flicker: [32]float64{5: 0.25, 20: 0.5}})
		for now := time.Duration(0); now < 100*time.Second; now += pace {
			w.UpdateFlicker(now)
			if now%flickerInterval == 0 {
				list = append(list, w.Sensors()^0xfff00fff)
			}
		}
		return list
	}
	coarse, fine := read(flickerInterval), read(flickerInterval/4)
	var wrong [32]int
	for i, x := range coarse {
		if fine[i] != x {
			t.Fatalf("reading %d is %08x, or %08x when it is asked for more often", i, x, fine[i])
		}
		for ; x != 0; x &= x - 1 {
			wrong[bits.TrailingZeros32(x)]++
		}
	}
	for place, n := range wrong {
		least, most := map[int]int{5: 200, 20: 440}[place], map[int]int{5: 300, 20: 560}[place]
		if n < least || n > most {
			t.Errorf("place %d was wrong %d times of %d", place, n, len(coarse))
		}
	}
}
