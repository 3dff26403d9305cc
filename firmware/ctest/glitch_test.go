package ctest

import (
	"math"
	"testing"
	"time"

	"crownhead/firmware/link"
)

// Motors run beside the switches' wires: what a switch reads for one or two milliseconds only is believed neither in homing, which would
// take any place for the switch's, nor afterwards, where it would cost the position.
func TestSwitchGlitches(t *testing.T) {
	b := newBench(t, host)
	b.stood = [3]float64{-70, 92, 3}
	b.await(link.Up)
	ms := 0
	b.each = func() { // two wrong readings in every seven
		ms++
		for j := range b.flip {
			b.flip[j] = (ms+2*j)%7 < 2
		}
	}
	if err := b.host.Home(); err != nil {
		t.Fatal(err)
	}
	b.await(link.Homed)
	for j, at := range switchesAt {
		if math.Abs(b.angle(j)-at) > 0.05 {
			t.Errorf("joint %d stands at %.3f°, its switch at %v°", j, b.angle(j), at)
		}
	}
	b.travel(220, 40, 64)
	b.settled()
	b.run(time.Second)
	if !b.host.State().Homed || !b.stands() {
		t.Errorf("position lost: %+v", b.host.State().Status)
	}
}
