package calibrate

import (
	"errors"
	"math"
	"strings"
	"testing"

	"crownhead/arm"
	"crownhead/board"
)

// corners are the places of the plan on the board.
var corners = []string{"a1", "g1", "h8", "b8", "c5", "f4"}

// For many robots put up by eye, the tip comes to the middle of every square as nearly as is asked for: within 0.5 mm
// (root mean square), and 1.2 mm at the worst, with a person's eye and the gears' play.
func TestAccuracy(t *testing.T) {
	a := newArm(t)
	for n := range *robots {
		truth := newTruth(uint64(n))
		r, err := Fit(a, board.White, truth.touchPlaces(t, a, corners...))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.CheckResiduals(); err != nil {
			t.Errorf("robot %d: %v", n, err)
		}
		if rms, worst, height := truth.placementErrors(t, r.Config); rms > 0.3 || worst > 0.6 || height > 0.6 {
			t.Errorf("robot %d: %.2f mm root mean square, %.2f at the worst, %.2f in height", n, rms, worst, height)
		}
	}
}

// Three corners are enough for what is asked for.
func TestThreeCorners(t *testing.T) {
	a := newArm(t)
	for n := range *robots {
		truth := newTruth(uint64(n))
		r, err := Fit(a, board.White, truth.touchPlaces(t, a, "a1", "g1", "h8"))
		if err != nil {
			t.Fatal(err)
		}
		if rms, worst, _ := truth.placementErrors(t, r.Config); rms > 0.5 || worst > 1.2 {
			t.Errorf("robot %d: %.2f mm root mean square, %.2f at the worst", n, rms, worst)
		}
	}
}

// A perfect eye leaves nothing but what the gears' play bends.
func TestPerfectEye(t *testing.T) {
	a := newArm(t)
	for n := range 6 {
		truth := newTruth(uint64(n))
		truth.eye = 0
		r, err := Fit(a, board.White, truth.touchPlaces(t, a, corners...))
		if err != nil {
			t.Fatal(err)
		}
		if rms, worst, _ := truth.placementErrors(t, r.Config); rms > 0.1 || worst > 0.2 {
			t.Errorf("robot %d: %.3f mm root mean square, %.3f at the worst", n, rms, worst)
		}
	}
}

// A point that was taken at another square, or off its middle, or without touching, is named, and what it means; the
// others' fit is as good as without it.
func TestOutliers(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(truth *truth, a *arm.Arm, points []TouchPoint)
		words string
	}{
		{"the wrong square", func(truth *truth, a *arm.Arm, points []TouchPoint) {
			points[1].Position = truth.touchPlaces(t, a, "e1")[0].Position
		}, "it was taken at e1"},
		{"off the middle", func(truth *truth, a *arm.Arm, points []TouchPoint) {
			at := truth.centreOf(points[1].Place)
			at.Y += 4
			points[1].Position = truth.positionTouching(a, at)
		}, "off, to the robot's left"},
		{"in the air", func(truth *truth, a *arm.Arm, points []TouchPoint) {
			at := truth.centreOf(points[1].Place)
			at.Z += 6
			points[1].Position = truth.positionTouching(a, at)
		}, "did the tip touch the board?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newArm(t)
			for n := range 6 {
				truth := newTruth(uint64(n))
				points := truth.touchPlaces(t, a, corners...)
				c.spoil(truth, a, points)
				r, err := Fit(a, board.White, points)
				if err != nil {
					t.Fatal(err)
				}
				for i, x := range r.Residuals {
					if x.Outlier != (i == 1) {
						t.Errorf("robot %d: %s is an outlier: %v; %s", n, a.Name(x.Place), x.Outlier, x.Text)
					}
				}
				if !strings.Contains(r.Residuals[1].Text, c.words) || !errors.Is(r.CheckResiduals(), ErrInconsistent) {
					t.Errorf("robot %d: %q, %v", n, r.Residuals[1].Text, r.CheckResiduals())
				}
				if rms, _, _ := truth.placementErrors(t, r.Config); rms > 0.4 {
					t.Errorf("robot %d: the others' fit is %.2f mm off", n, rms)
				}
			}
		})
	}
}

// Points that say too little, or what can't be, are refused.
func TestRefused(t *testing.T) {
	a, truth := newArm(t), newTruth(3)
	swap := truth.touchPlaces(t, a, corners...)
	for i, j := range []int{2, 3, 0, 1} { // the board as it were turned by half
		swap[i].Place = truth.touchPlaces(t, a, corners[j])[0].Place
	}
	for _, c := range []struct {
		name   string
		points []TouchPoint
		want   error
	}{
		{"nothing", nil, ErrTooFewPoints},
		{"two", truth.touchPlaces(t, a, "a1", "h8"), ErrTooFewPoints},
		{"one twice", truth.touchPlaces(t, a, "a1", "h8", "h8", "a1"), ErrTooFewPoints},
		{"slots do not count", truth.touchPlaces(t, a, "a1", "h8", "tray1", "king1"), ErrTooFewPoints},
		{"a row", truth.touchPlaces(t, a, "a1", "c1", "e1", "g1"), ErrCollinear},
		{"the main road", truth.touchPlaces(t, a, "a1", "d4", "h8"), ErrCollinear},
		{"too near", truth.touchPlaces(t, a, "a1", "c1", "b2"), ErrCollinear},
		{"the other way round", swap[:4], ErrImplausible},
	} {
		if _, err := Fit(a, board.White, c.points); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// Whatever the motors' positions are, a fit ends, with finite numbers or an error.
func TestNonsense(t *testing.T) {
	a, truth := newArm(t), newTruth(1)
	for n := range 60 {
		points := truth.touchPlaces(t, a, corners...)
		for i := range points {
			for j := range points[i].Position {
				points[i].Position[j] = int32(truth.rng.Uint32()) >> (n % 12)
			}
		}
		if r, err := Fit(a, board.White, points); err == nil && r.CheckResiduals() == nil {
			t.Errorf("accepted, %+v", r.Config.Board)
		} else if math.IsNaN(r.RMS) {
			t.Error("not a number")
		}
	}
}

// Both plates of the tray are found, each by itself; one slot moves a plate, two turn it too.
func TestTray(t *testing.T) {
	a := newArm(t)
	for n := range 6 {
		truth := newTruth(uint64(n))
		for i := range truth.tray.Kings {
			truth.tray.Kings[i].X += 2
		}
		r, err := Fit(a, board.White, truth.touchPlaces(t, a, append([]string{"tray1", "tray12", "king1", "king3"}, corners...)...))
		if err != nil {
			t.Fatal(err)
		}
		better, err := arm.New(r.Config)
		if err != nil {
			t.Fatal(err)
		}
		for slot := range 15 {
			p := arm.Place{Square: board.NoSquare, Slot: slot}
			at := r.Config.Tray
			spot := better.Centre(p, board.White)
			q, err := r.Config.Links.Inverse(spot)
			if err != nil {
				t.Fatal(err)
			}
			k := r.Config.Motion.StepsPerDegree * 256
			tip := truth.tip(better, [3]int32{int32(q.Base * k), int32(q.Upper * k), int32(q.Forearm * k)})
			want := truth.centreOf(p)
			if off := math.Hypot(tip.X-want.X, tip.Y-want.Y); off > 1 || math.Abs(tip.Z-want.Z) > 1 {
				t.Errorf("robot %d, %s: %.2f mm aside, %.2f high; %+v", n, a.Name(p), off, tip.Z-want.Z, at.Surface)
			}
		}
		if a.Config().Tray.Kings[0] != arm.DefaultConfig().Tray.Kings[0] {
			t.Fatal("the configuration that was calibrated is changed")
		}
	}
}

// A slot that was touched at another one's place is seen when two of a plate were taken.
func TestWrongSlot(t *testing.T) {
	a, truth := newArm(t), newTruth(2)
	points := truth.touchPlaces(t, a, append([]string{"king1", "king3"}, corners...)...)
	points[0].Position = truth.touchPlaces(t, a, "king2")[0].Position
	r, err := Fit(a, board.White, points)
	if err != nil || !errors.Is(r.CheckResiduals(), ErrInconsistent) || !strings.Contains(r.CheckResiduals().Error(), "another slot") {
		t.Errorf("%v, %v", err, r.CheckResiduals())
	}
}
