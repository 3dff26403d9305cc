package calibrate

import (
	"errors"
	"fmt"
	"math"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/kinematics"
)

// A Point is a place whose middle the tip has touched.
type Point struct {
	Place    arm.Place
	Position [3]int32 // of the motors, 1/256 step
}

// A Residual is what is left between a point and its place.
type Residual struct {
	Place   arm.Place
	Off     kinematics.Vec // of the point from its place, as the others have it when it contradicts them; mm
	Outlier bool           // the others agree without it
	Meaning string         // in words
}

// MM is how far the point lies aside.
func (r Residual) MM() float64 { return r.Off.Length() }

// A Result is what a fit has found.
type Result struct {
	Config    arm.Config
	Residuals []Residual // of the points, in their order
	RMS       float64    // of the points on the board, mm
}

// Why there is no result.
var (
	ErrFew  = errors.New("calibrate: at least three squares far apart, one near each of three corners")
	ErrLine = errors.New("calibrate: the squares lie nearly on one line: add one that lies aside of it")
	ErrOdd  = errors.New("calibrate: points contradict each other")
	ErrWild = errors.New("calibrate: that can't be")
)

const (
	fair     = 0.4 // mm: a point that lies aside no farther is as good as a person's eye
	poor     = 1.0 // mm: a point that lies aside farther spoils the rest
	wide     = 1.3 // sides of a square: what the squares must at least lie apart across their longest line
	agreeing = 0.5 // the others' mean square root against that of all, from which one point is to blame
)

// Fit changes a configuration so that it agrees with the points. Points on the board, three at least, give its place and
// the lengths of the links; one point of a plate of the tray moves that plate, two turn it as well. Points that contradict
// the others are marked, and left out.
func Fit(a *arm.Arm, visitor board.Color, points []Point) (Result, error) {
	onBoard, inTray := divide(points)
	m := &model{arm: a, cfg: a.Config(), visitor: visitor, points: onBoard}
	if err := m.determined(); err != nil {
		return Result{}, err
	}
	left, err := m.outliers()
	if err != nil {
		return Result{}, err
	}
	p, err := m.without(left).solve()
	if err != nil {
		return Result{}, err
	}
	r := Result{Config: m.with(p)}
	r.RMS = m.without(left).rms(r.Config)
	for i, point := range onBoard {
		r.Residuals = append(r.Residuals, m.residual(r.Config, point, left[i]))
	}
	m.fitTray(&r, inTray)
	r.Config = rounded(r.Config)
	return r, r.check(a)
}

// divide tells points on the board from those in the tray.
func divide(points []Point) (onBoard, inTray []Point) {
	for _, p := range points {
		if p.Place.Sensed() {
			onBoard = append(onBoard, p)
		} else {
			inTray = append(inTray, p)
		}
	}
	return onBoard, inTray
}

// determined refuses sets of squares that don't say where the board is.
func (m *model) determined() error {
	squares := map[board.Square]bool{}
	for _, p := range m.points {
		squares[p.Place.Square] = true
	}
	if len(squares) < 3 {
		return fmt.Errorf("%w; there are %d", ErrFew, len(squares))
	}
	if across(m.cfg.Board, squares) < wide*m.cfg.Board.Pitch {
		return ErrLine
	}
	return nil
}

// across is how far squares lie apart (standard deviation, mm) across the line along which they lie farthest.
func across(b arm.Board, squares map[board.Square]bool) float64 {
	var n, x, y, xx, yy, xy float64
	for s := range board.NoSquare {
		if squares[s] {
			c := b.Centre(s, board.White)
			n, x, y, xx, yy, xy = n+1, x+c.X, y+c.Y, xx+c.X*c.X, yy+c.Y*c.Y, xy+c.X*c.Y
		}
	}
	x, y = x/n, y/n
	xx, yy, xy = xx/n-x*x, yy/n-y*y, xy/n-x*y
	return math.Sqrt(math.Max(0, (xx+yy)/2-math.Hypot((xx-yy)/2, xy)))
}

// rms is the root of the mean square distance of the points from their places.
func (m *model) rms(cfg arm.Config) float64 {
	sum := 0.0
	for _, p := range m.points {
		d := m.off(cfg, p)
		sum += d.X*d.X + d.Y*d.Y + d.Z*d.Z
	}
	return math.Sqrt(sum / float64(len(m.points)))
}

// without is the model without the points that are marked.
func (m *model) without(left []bool) *model {
	rest := *m
	rest.points = nil
	for i, p := range m.points {
		if !left[i] {
			rest.points = append(rest.points, p)
		}
	}
	return &rest
}

// outliers marks the points without which the others agree. As long as they contradict each other it looks for the one
// to blame; when none is, or too few would be left, all are.
func (m *model) outliers() ([]bool, error) {
	left := make([]bool, len(m.points))
	for {
		rest := m.without(left)
		rms, worst, err := rest.spread()
		if err != nil || worst <= poor {
			return left, err
		}
		blame, least := -1, math.Inf(1)
		for i := range m.points {
			if left[i] {
				continue
			}
			left[i] = true
			if r, _, err := m.without(left).spread(); err == nil && r < least && m.without(left).determined() == nil {
				blame, least = i, r
			}
			left[i] = false
		}
		if blame < 0 || least > agreeing*rms {
			return left, nil
		}
		left[blame] = true
	}
}

// spread is how well the model agrees with its points at best: root mean square, and the worst of them.
func (m *model) spread() (rms, worst float64, err error) {
	p, err := m.solve()
	if err != nil {
		return 0, 0, err
	}
	cfg := m.with(p)
	for _, point := range m.points {
		worst = math.Max(worst, m.off(cfg, point).Length())
	}
	return m.rms(cfg), worst, nil
}

// check refuses what can't be: a board where the arm doesn't reach, or that is turned by more than anybody would.
func (r Result) check(a *arm.Arm) error {
	was, is := a.Config(), r.Config
	switch moved := math.Hypot(is.Board.CentreX-was.Board.CentreX, is.Board.CentreY-was.Board.CentreY); {
	case math.Abs(is.Board.Yaw) > mostYaw:
		return fmt.Errorf("%w: the board would be turned by %.0f°: were the points taken at the squares that were asked for?", ErrWild, is.Board.Yaw)
	case moved > mostMoved:
		return fmt.Errorf("%w: the board would be %.0f mm from where the configuration has it: put it in its place first", ErrWild, moved)
	case math.Abs(is.Board.TiltX) > mostTilt || math.Abs(is.Board.TiltY) > mostTilt:
		return fmt.Errorf("%w: the board would slope by %.1f° and %.1f°: did the tip touch it at every point?", ErrWild, is.Board.TiltX, is.Board.TiltY)
	}
	if _, err := arm.New(is); err != nil {
		return fmt.Errorf("%w: with the board there the arm doesn't reach every place: %w", ErrWild, err)
	}
	return nil
}

// What nobody would put up so.
const (
	mostYaw   = 10.0 // degrees
	mostTilt  = 2.5  // degrees
	mostMoved = 60.0 // mm
)

// Sound tells whether the result may be written: no point contradicts the others. The error names those that do.
func (r Result) Sound() error {
	for _, x := range r.Residuals {
		if x.Outlier || x.MM() > poor {
			return fmt.Errorf("%w: %s", ErrOdd, x.Meaning)
		}
	}
	return nil
}

// rounded keeps what can be measured: hundredths of millimetres, thousandths of degrees.
func rounded(cfg arm.Config) arm.Config {
	round := func(unit float64, values ...*float64) {
		for _, v := range values {
			*v = math.Round(*v/unit) * unit
			*v = math.Round(*v*1e6) / 1e6 // 0.30000000000000004 looks odd in a file
		}
	}
	b, l := &cfg.Board, &cfg.Links
	round(0.01, &b.CentreX, &b.CentreY, &b.Surface, &l.Upper, &l.Forearm, &l.Tool, &cfg.Tray.Surface)
	round(0.001, &b.Yaw, &b.TiltX, &b.TiltY)
	for _, slots := range [][]arm.Spot{cfg.Tray.Trophies, cfg.Tray.Kings} {
		for i := range slots {
			round(0.01, &slots[i].X, &slots[i].Y)
		}
	}
	return cfg
}
