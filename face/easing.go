package face

import (
	"math"
	"time"
)

// An easedAngle moves to a new value without a jerk.
type easedAngle struct {
	from, to float64
	start    time.Duration
	length   time.Duration
	grain    float64 // the angle is rounded to this: smaller steps are not worth a frame
}

// moveTo sets a new end; the motion begins where the angle is.
func (a *easedAngle) moveTo(now time.Duration, to float64) {
	to = math.Round(to/a.grain) * a.grain
	if to == a.to {
		return
	}
	a.from, a.to, a.start = a.exactAt(now), to, now
}

// exactAt is the angle at a time, by the polynomial of least jerk.
func (a *easedAngle) exactAt(now time.Duration) float64 {
	if a.atRest(now) {
		return a.to
	}
	t := float64(now-a.start) / float64(a.length)
	return a.from + (a.to-a.from)*t*t*t*(10-15*t+6*t*t)
}

// roundedAt is the angle at a time, as a servo gets it.
func (a *easedAngle) roundedAt(now time.Duration) float64 {
	rounded := math.Round(a.exactAt(now)/a.grain) * a.grain
	return rounded + 0 // turns −0 into 0, so that frames compare equal
}

func (a *easedAngle) atRest(now time.Duration) bool { return now >= a.start+a.length }

const (
	browTime = 250 * time.Millisecond
	neckTime = 450 * time.Millisecond
)

// A pose is the angles of brows and neck, in degrees, with the signs of a Frame.
type pose struct{ browLeft, browRight, pan, tilt float64 }

// An easedPose is the four angles as they move.
type easedPose struct{ browLeft, browRight, pan, tilt easedAngle }

func newEasedPose() easedPose {
	brow := easedAngle{length: browTime, grain: 1, start: -browTime}
	neck := easedAngle{length: neckTime, grain: 0.5, start: -neckTime}
	return easedPose{brow, brow, neck, neck}
}

func (e *easedPose) moveTo(now time.Duration, p pose) {
	e.browLeft.moveTo(now, p.browLeft)
	e.browRight.moveTo(now, p.browRight)
	e.pan.moveTo(now, p.pan)
	e.tilt.moveTo(now, p.tilt)
}

func (e *easedPose) atRest(now time.Duration) bool {
	return e.browLeft.atRest(now) && e.browRight.atRest(now) && e.pan.atRest(now) && e.tilt.atRest(now)
}
