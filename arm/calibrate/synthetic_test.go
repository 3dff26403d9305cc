package calibrate

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/kinematics"
)

// A truth is a robot as it really is: its own links, a base that stands askew, gears with play that a descent always
// leaves on the same side, and a board somewhere before it.
type truth struct {
	links kinematics.Geometry
	zero  float64 // degrees of the base
	play  float64 // degrees
	board arm.Board
	tray  arm.TrayLayout
	rng   *rand.Rand
	eye   float64 // mm per axis: how well a person sees
}

func newTruth(seed uint64) *truth {
	rng := rand.New(rand.NewPCG(seed, 7))
	within := func(most float64) float64 { return most * (2*rng.Float64() - 1) }
	cfg := arm.DefaultConfig()
	t := &truth{links: cfg.Links, zero: within(1), play: 0.25, board: cfg.Board, tray: cfg.Tray, rng: rng, eye: 0.1}
	for _, l := range []*float64{&t.links.Upper, &t.links.Forearm, &t.links.Tool, &t.links.Shoulder} {
		*l += within(0.5)
	}
	b := &t.board
	b.CentreX, b.CentreY, b.Surface = b.CentreX+within(5), b.CentreY+within(5), b.Surface+within(2)
	b.Yaw, b.TiltX, b.TiltY = within(1.5), within(0.4), within(0.4)
	return t
}

// tip is where the tip really is when the motors stand there, come to from above with the base turning to the left.
func (t *truth) tip(a *arm.Arm, position [3]int32) kinematics.Vec {
	q := a.Angles(position)
	half := t.play / 2
	return t.links.Forward(kinematics.Joints{Base: q[0] - half + t.zero, Upper: q[1] + half, Forearm: q[2] + half})
}

// positionTouching is where the motors stand when a person sees the tip touch a point.
func (t *truth) positionTouching(a *arm.Arm, at kinematics.Vec) [3]int32 {
	at.X, at.Y, at.Z = at.X+t.rng.NormFloat64()*t.eye, at.Y+t.rng.NormFloat64()*t.eye, at.Z+t.rng.NormFloat64()*t.eye
	q, err := t.links.Inverse(at)
	if err != nil {
		panic(err)
	}
	half := t.play / 2
	k := a.Config().Motion.StepsPerDegree * 256
	steps := func(x float64) int32 { return int32(math.Round(x * k)) }
	return [3]int32{steps(q.Base + half - t.zero), steps(q.Upper - half), steps(q.Forearm - half)}
}

func (t *truth) touchPlaces(tb testing.TB, a *arm.Arm, names ...string) []TouchPoint {
	tb.Helper()
	var points []TouchPoint
	for _, name := range names {
		p, err := a.ParsePlace(name)
		if err != nil {
			tb.Fatal(err)
		}
		at := t.centreOf(p)
		points = append(points, TouchPoint{Place: p, Position: t.positionTouching(a, at)})
	}
	return points
}

func (t *truth) centreOf(p arm.Place) kinematics.Vec {
	if p.HasSensor() {
		return t.board.Centre(p.Square, board.White)
	}
	s := slotAt(&t.tray, p.Slot)
	return kinematics.Vec{X: s.X, Y: s.Y, Z: t.tray.Surface}
}

// placementErrors are how far aside of the middle of each square, and above it, the tip comes with a configuration.
func (t *truth) placementErrors(tb testing.TB, cfg arm.Config) (rms, worst, height float64) {
	tb.Helper()
	a, err := arm.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	for s := range board.NoSquare {
		p := cfg.Board.Centre(s, board.White)
		p.Z += cfg.Board.CheckerHeight + cfg.Descent.GripClearance
		q, err := cfg.Links.Inverse(p)
		if err != nil {
			tb.Fatal(err)
		}
		k := cfg.Motion.StepsPerDegree * 256
		tip := t.tip(a, [3]int32{int32(math.Round(q.Base * k)), int32(math.Round(q.Upper * k)), int32(math.Round(q.Forearm * k))})
		c := t.board.Centre(s, board.White)
		d := math.Hypot(tip.X-c.X, tip.Y-c.Y)
		rms, worst = rms+d*d/32, math.Max(worst, d)
		height = math.Max(height, math.Abs(tip.Z-c.Z-cfg.Board.CheckerHeight-cfg.Descent.GripClearance))
	}
	return math.Sqrt(rms), worst, height
}

var robots = flag.Int("robots", 12, "how many robots are calibrated")

func newArm(tb testing.TB) *arm.Arm {
	tb.Helper()
	a, err := arm.New(arm.DefaultConfig())
	if err != nil {
		tb.Fatal(err)
	}
	return a
}
