package calibrate

import (
	"errors"
	"fmt"
	"math"

	"crownhead/arm"
	"crownhead/board"
)

// Why there is no result.
var (
	ErrTooFewPoints = errors.New("calibrate: it takes at least three squares far apart, near three of the corners")
	ErrCollinear    = errors.New("calibrate: the squares lie nearly on one line: add one that lies beside it")
	ErrInconsistent = errors.New("calibrate: points contradict each other")
	ErrImplausible  = errors.New("calibrate: the result is not plausible")
)

// Fit finds the configuration that agrees best with the points. At least three points on the board give its
// place and the lengths of the links. One point of a plate of the tray moves that plate, two turn it as well.
// Points that contradict the others are marked as outliers and left out.
func Fit(a *arm.Arm, visitor board.Color, points []TouchPoint) (Result, error) {
	onBoard, inTray := splitPoints(points)
	m := &model{arm: a, cfg: a.Config(), visitor: visitor, points: onBoard}
	if err := m.checkDetermined(); err != nil {
		return Result{}, err
	}
	excluded, err := m.findOutliers()
	if err != nil {
		return Result{}, err
	}
	p, err := m.withoutPoints(excluded).solveLeastSquares()
	if err != nil {
		return Result{}, err
	}
	r := Result{Config: m.configWith(p)}
	r.RMS = m.withoutPoints(excluded).rmsResidual(r.Config)
	for i, point := range onBoard {
		r.Residuals = append(r.Residuals, m.newResidual(r.Config, point, excluded[i]))
	}
	m.fitTray(&r, inTray)
	r.Config = roundToMeasurable(r.Config)
	return r, r.checkPlausible(a)
}

// splitPoints separates the points on the board from those in the tray.
func splitPoints(points []TouchPoint) (onBoard, inTray []TouchPoint) {
	for _, p := range points {
		if p.Place.HasSensor() {
			onBoard = append(onBoard, p)
		} else {
			inTray = append(inTray, p)
		}
	}
	return onBoard, inTray
}

// checkDetermined refuses squares that don't determine where the board is.
func (m *model) checkDetermined() error {
	squares := map[board.Square]bool{}
	for _, p := range m.points {
		squares[p.Place.Square] = true
	}
	if len(squares) < 3 {
		return fmt.Errorf("%w; there are %d", ErrTooFewPoints, len(squares))
	}
	if widthAcross(m.cfg.Board, squares) < minWidth*m.cfg.Board.Pitch {
		return ErrCollinear
	}
	return nil
}

// widthAcross returns how far squares lie apart (standard deviation, mm) across the line along which they lie farthest.
func widthAcross(b arm.Board, squares map[board.Square]bool) float64 {
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

// findOutliers marks the points without which the others agree. As long as some point is too far off, it looks
// for the one without which the rest agrees clearly better. It stops where there is none, or where too few
// would be left.
func (m *model) findOutliers() ([]bool, error) {
	excluded := make([]bool, len(m.points))
	for {
		rest := m.withoutPoints(excluded)
		rms, worst, err := rest.residualSpread()
		if err != nil || worst <= maxResidual {
			return excluded, err
		}
		blame, least := -1, math.Inf(1)
		for i := range m.points {
			if excluded[i] {
				continue
			}
			excluded[i] = true
			others := m.withoutPoints(excluded)
			if r, _, err := others.residualSpread(); err == nil && r < least && others.checkDetermined() == nil {
				blame, least = i, r
			}
			excluded[i] = false
		}
		if blame < 0 || least > outlierRatio*rms {
			return excluded, nil
		}
		excluded[blame] = true
	}
}

// residualSpread returns how well the fitted model agrees with its points: the root mean square and the worst distance.
func (m *model) residualSpread() (rms, worst float64, err error) {
	p, err := m.solveLeastSquares()
	if err != nil {
		return 0, 0, err
	}
	cfg := m.configWith(p)
	for _, point := range m.points {
		worst = math.Max(worst, m.offsetOf(cfg, point).Length())
	}
	return m.rmsResidual(cfg), worst, nil
}

// rmsResidual returns the root mean square of the distances of the points from their places, mm.
func (m *model) rmsResidual(cfg arm.Config) float64 {
	sum := 0.0
	for _, p := range m.points {
		d := m.offsetOf(cfg, p)
		sum += d.X*d.X + d.Y*d.Y + d.Z*d.Z
	}
	return math.Sqrt(sum / float64(len(m.points)))
}

// withoutPoints returns the model without the marked points.
func (m *model) withoutPoints(excluded []bool) *model {
	rest := *m
	rest.points = nil
	for i, p := range m.points {
		if !excluded[i] {
			rest.points = append(rest.points, p)
		}
	}
	return &rest
}

// CheckResiduals returns an error if a point contradicts the others: then the result must not be written.
func (r Result) CheckResiduals() error {
	for _, x := range r.Residuals {
		if x.Outlier || x.Length() > maxResidual {
			return fmt.Errorf("%w: %s", ErrInconsistent, x.Text)
		}
	}
	return nil
}

// A board that is turned, sloped or moved by more than this was not put up by anybody; the points are wrong.
const (
	maxYaw   = 10.0 // degrees
	maxTilt  = 2.5  // degrees
	maxMoved = 60.0 // mm
)

// checkPlausible refuses a board that the arm doesn't reach, or that stands as nobody would put it up.
func (r Result) checkPlausible(a *arm.Arm) error {
	was, is := a.Config(), r.Config
	switch moved := math.Hypot(is.Board.CentreX-was.Board.CentreX, is.Board.CentreY-was.Board.CentreY); {
	case math.Abs(is.Board.Yaw) > maxYaw:
		return fmt.Errorf("%w: the board would be turned by %.0f°: were the points taken at the squares that were asked for?",
			ErrImplausible, is.Board.Yaw)
	case moved > maxMoved:
		return fmt.Errorf("%w: the board would be %.0f mm from where the configuration has it: put it in its place first",
			ErrImplausible, moved)
	case math.Abs(is.Board.TiltX) > maxTilt || math.Abs(is.Board.TiltY) > maxTilt:
		return fmt.Errorf("%w: the board would slope by %.1f° and %.1f°: did the tip touch it at every point?",
			ErrImplausible, is.Board.TiltX, is.Board.TiltY)
	}
	if _, err := arm.New(is); err != nil {
		return fmt.Errorf("%w: the arm would not reach every place of the board: %w", ErrImplausible, err)
	}
	return nil
}

// roundToMeasurable rounds to what can be measured: hundredths of millimetres, thousandths of degrees.
func roundToMeasurable(cfg arm.Config) arm.Config {
	round := func(unit float64, values ...*float64) {
		for _, v := range values {
			*v = math.Round(*v/unit) * unit
			*v = math.Round(*v*1e6) / 1e6 // or a file would say 0.30000000000000004
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
