package world

import (
	"math"
	"testing"

	"crownhead/firmware/twin/groundtruth"
)

// The same motor angles, approached from two sides, differ by the backlash.
func TestBacklashShowsBetweenTheSides(t *testing.T) {
	truth := groundtruth.Nominal()
	var l linkage
	l.followMotors(&truth, [3]float64{-10, 60, -60})
	l.followMotors(&truth, [3]float64{0, 60, -60})
	left := l.tip.Y
	l.followMotors(&truth, [3]float64{10, 60, -60})
	l.followMotors(&truth, [3]float64{0, 60, -60})
	reach := l.tip.X
	if play := l.tip.Y - left; play < reach*0.24*math.Pi/180 || play > reach*0.26*math.Pi/180 {
		t.Errorf("%.2f mm of play at %.0f mm", play, reach)
	}
}
