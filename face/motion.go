package face

import (
	"math"
	"time"
)

// A glide moves an angle to a new value without a jerk.
type glide struct {
	from, to float64
	start    time.Duration
	length   time.Duration
	grain    float64 // angles are rounded to this: smaller steps are not worth a frame
}

// toward sets a new end, beginning where the angle is.
func (g *glide) toward(now time.Duration, to float64) {
	to = math.Round(to/g.grain) * g.grain
	if to == g.to {
		return
	}
	g.from, g.to, g.start = g.exact(now), to, now
}

// exact is the angle at a time, by the polynomial of least jerk.
func (g *glide) exact(now time.Duration) float64 {
	if g.rests(now) {
		return g.to
	}
	t := float64(now-g.start) / float64(g.length)
	return g.from + (g.to-g.from)*t*t*t*(10-15*t+6*t*t)
}

// at is the angle at a time as a servo gets it.
func (g *glide) at(now time.Duration) float64 {
	rounded := math.Round(g.exact(now)/g.grain) * g.grain
	return rounded + 0 // −0 is no other angle than 0
}

func (g *glide) rests(now time.Duration) bool { return now >= g.start+g.length }

// A pose is the angles of brows and neck that an emotion adds, in degrees.
type pose struct{ browLeft, browRight, pan, tilt float64 }

// poses: brows and neck of each emotion. Fear draws the head back and disgust turns it away.
var poses = [...]pose{
	Neutral:   {},
	Happy:     {browLeft: 8, browRight: 8, tilt: -3},
	Sad:       {browLeft: 24, browRight: 24, tilt: 10},
	Angry:     {browLeft: -26, browRight: -26, tilt: 6},
	Surprised: {browLeft: 15, browRight: 15, tilt: -8},
	Afraid:    {browLeft: 26, browRight: 26, pan: -6, tilt: -10},
	Disgusted: {browLeft: -20, browRight: 10, pan: 14, tilt: -5},
}

const (
	browTime = 250 * time.Millisecond
	neckTime = 450 * time.Millisecond
)

// motion is the four angles as they move.
type motion struct{ browLeft, browRight, pan, tilt glide }

func newMotion() motion {
	brow := glide{length: browTime, grain: 1, start: -browTime}
	neck := glide{length: neckTime, grain: 0.5, start: -neckTime}
	return motion{brow, brow, neck, neck}
}

func (m *motion) toward(now time.Duration, p pose) {
	m.browLeft.toward(now, p.browLeft)
	m.browRight.toward(now, p.browRight)
	m.pan.toward(now, p.pan)
	m.tilt.toward(now, p.tilt)
}

func (m *motion) rests(now time.Duration) bool {
	return m.browLeft.rests(now) && m.browRight.rests(now) && m.pan.rests(now) && m.tilt.rests(now)
}
