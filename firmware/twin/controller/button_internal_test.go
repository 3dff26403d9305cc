package controller

import (
	"fmt"
	"testing"
	"time"

	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/world"
)

// TestHammeredButton: each tap of a finger is a press, however fast it hammers.
func TestHammeredButton(t *testing.T) {
	for _, rate := range []float64{1, 4, 6.4, 6.6, 7, 10, 13, 15, 20} {
		t.Run(fmt.Sprint(rate), func(t *testing.T) {
			const taps = 60
			w, button := world.New(groundtruth.New(1), 1), debounce{}
			between := time.Duration(float64(time.Second) / rate)
			tapped, presses := 0, 0
			for now := time.Second; tapped < taps || w.ButtonSettling(now) || button.bouncing; now += time.Millisecond {
				if tapped < taps && now >= time.Second+time.Duration(tapped)*between {
					w.Press(now)
					tapped++
				}
				if button.sampleLevel(w.ButtonClosed(now)) {
					presses++
				}
			}
			if presses != taps || button.level {
				t.Errorf("%d presses of %d taps; still down: %v", presses, taps, button.level)
			}
		})
	}
}
