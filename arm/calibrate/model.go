package calibrate

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/kinematics"
)

// How much is expected of what is measured, and of what isn't.
const (
	sigmaTouch = 0.15 // mm, of each coordinate of a point: a person's eye
	sigmaLink  = 0.5  // mm, of the length of a link against the configuration's
	sigmaTilt  = 1.0  // degrees, of the board's slope
)

// The parameters that are fitted, in their order.
const (
	centreX = iota
	centreY
	yaw
	surface
	tiltX
	tiltY
	upper
	forearm
	tool
	parameters
)

// priors are the standard deviations of the parameters before anything is measured, about the configuration's values
// for links and about zero for slopes; 0: nothing is known.
var priors = [parameters]float64{tiltX: sigmaTilt, tiltY: sigmaTilt, upper: sigmaLink, forearm: sigmaLink, tool: sigmaLink}

// A model is a configuration with a board's points before it.
type model struct {
	arm     *arm.Arm
	cfg     arm.Config
	visitor board.Color
	points  []Point
}

// start is where the fit begins: the configuration as it is.
func (m *model) start() []float64 {
	b, l := m.cfg.Board, m.cfg.Links
	return []float64{b.CentreX, b.CentreY, b.Yaw, b.Surface, b.TiltX, b.TiltY, l.Upper, l.Forearm, l.Tool}
}

// with is the configuration with these parameters.
func (m *model) with(p []float64) arm.Config {
	cfg := m.cfg
	b, l := &cfg.Board, &cfg.Links
	b.CentreX, b.CentreY, b.Yaw, b.Surface, b.TiltX, b.TiltY = p[centreX], p[centreY], p[yaw], p[surface], p[tiltX], p[tiltY]
	l.Upper, l.Forearm, l.Tool = p[upper], p[forearm], p[tool]
	return cfg
}

// off is where the tip was with a point, seen from where the square is, both as a configuration has them.
func (m *model) off(cfg arm.Config, p Point) kinematics.Vec {
	return m.tip(cfg, p).Minus(cfg.Board.Centre(p.Place.Square, m.visitor))
}

func (m *model) tip(cfg arm.Config, p Point) kinematics.Vec {
	q := m.arm.Angles(p.Position)
	return cfg.Links.Forward(kinematics.Joints{Base: q[0], A: q[1], B: q[2]})
}

// residuals are what is left with these parameters, in standard deviations: three for each point, one for each prior.
func (m *model) residuals(p []float64) []float64 {
	cfg, zero := m.with(p), m.start()
	zero[tiltX], zero[tiltY] = 0, 0
	var r []float64
	for _, point := range m.points {
		d := m.off(cfg, point)
		r = append(r, d.X/sigmaTouch, d.Y/sigmaTouch, d.Z/sigmaTouch)
	}
	for i, sigma := range priors {
		if sigma > 0 {
			r = append(r, (p[i]-zero[i])/sigma)
		}
	}
	return r
}

// errSingular means that the points don't tell where the board is.
var errSingular = errors.New("calibrate: the points don't say where the board is: take them farther apart")

// solve is the method of Gauss and Newton. The problem is nearly linear; a dozen steps are plenty.
func (m *model) solve() ([]float64, error) {
	p := m.start()
	for range 12 {
		r := m.residuals(p)
		step, err := newtonStep(m.jacobian(p, r), r)
		if err != nil {
			return nil, err
		}
		most := 0.0
		for i, d := range step {
			p[i] -= d
			most = math.Max(most, math.Abs(d))
		}
		if math.IsNaN(most) {
			return nil, errSingular
		}
		if most < 1e-7 {
			break
		}
	}
	return p, nil
}

// jacobian is how the residuals change with the parameters.
func (m *model) jacobian(p, r []float64) *mat.Dense {
	const h = 1e-4 // mm or degrees
	j := mat.NewDense(len(r), parameters, nil)
	for i := range parameters {
		moved := append([]float64{}, p...)
		moved[i] += h
		for row, x := range m.residuals(moved) {
			j.Set(row, i, (x-r[row])/h)
		}
	}
	return j
}

// newtonStep solves J·d = r by least squares.
func newtonStep(j *mat.Dense, r []float64) ([]float64, error) {
	var qr mat.QR
	qr.Factorize(j)
	var d mat.VecDense
	if err := qr.SolveVecTo(&d, false, mat.NewVecDense(len(r), r)); err != nil {
		return nil, errSingular
	}
	return d.RawVector().Data, nil
}
