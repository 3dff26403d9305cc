package calibrate

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/kinematics"
)

// A TouchPoint is a place whose middle the tip has touched.
type TouchPoint struct {
	Place    arm.Place
	Position [3]int32 // of the motors, 1/256 step
}

// Standard deviations of what is measured, and of what is known beforehand.
const (
	sigmaTouch = 0.15 // mm, of each coordinate of a touched point: a person's eye
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

// priors are the standard deviations of the parameters before anything is measured: of links about the
// configuration's values, of slopes about zero. 0 means that nothing is known.
var priors = [parameters]float64{
	tiltX: sigmaTilt, tiltY: sigmaTilt, upper: sigmaLink, forearm: sigmaLink, tool: sigmaLink,
}

// A model is a configuration and the points on the board to which it is fitted.
type model struct {
	arm     *arm.Arm
	cfg     arm.Config
	visitor board.Color
	points  []TouchPoint
}

// initialParameters returns the parameters of the present configuration, where the fit begins.
func (m *model) initialParameters() []float64 {
	b, l := m.cfg.Board, m.cfg.Links
	return []float64{b.CentreX, b.CentreY, b.Yaw, b.Surface, b.TiltX, b.TiltY, l.Upper, l.Forearm, l.Tool}
}

// configWith returns the configuration with these parameters.
func (m *model) configWith(p []float64) arm.Config {
	cfg := m.cfg
	b, l := &cfg.Board, &cfg.Links
	b.CentreX, b.CentreY, b.Yaw, b.Surface = p[centreX], p[centreY], p[yaw], p[surface]
	b.TiltX, b.TiltY = p[tiltX], p[tiltY]
	l.Upper, l.Forearm, l.Tool = p[upper], p[forearm], p[tool]
	return cfg
}

// offsetOf returns the tip's position at a touched point, relative to the middle of its square, both by a
// configuration.
func (m *model) offsetOf(cfg arm.Config, p TouchPoint) kinematics.Vec {
	return m.tipAt(cfg, p).Minus(cfg.Board.Centre(p.Place.Square, m.visitor))
}

func (m *model) tipAt(cfg arm.Config, p TouchPoint) kinematics.Vec {
	q := m.arm.Angles(p.Position)
	return cfg.Links.Forward(kinematics.Joints{Base: q[0], Upper: q[1], Forearm: q[2]})
}

// residualVector returns the residuals of these parameters in standard deviations: three for each point, one for each
// prior.
func (m *model) residualVector(p []float64) []float64 {
	cfg, mean := m.configWith(p), m.initialParameters() // means of the priors
	mean[tiltX], mean[tiltY] = 0, 0
	var r []float64
	for _, point := range m.points {
		d := m.offsetOf(cfg, point)
		r = append(r, d.X/sigmaTouch, d.Y/sigmaTouch, d.Z/sigmaTouch)
	}
	for i, sigma := range priors {
		if sigma > 0 {
			r = append(r, (p[i]-mean[i])/sigma)
		}
	}
	return r
}

// errSingular means that the points don't determine where the board is.
var errSingular = errors.New("calibrate: the points don't say where the board is: take them farther apart")

// solveLeastSquares finds the parameters with the least sum of squared residuals by the Gauss-Newton method. The
// problem is nearly linear; a dozen steps are plenty.
func (m *model) solveLeastSquares() ([]float64, error) {
	p := m.initialParameters()
	for range 12 {
		r := m.residualVector(p)
		step, err := solveStep(m.numericJacobian(p, r), r)
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

// numericJacobian returns the derivatives of the residuals by the parameters, from finite differences.
func (m *model) numericJacobian(p, r []float64) *mat.Dense {
	const h = 1e-4 // mm or degrees
	j := mat.NewDense(len(r), parameters, nil)
	for i := range parameters {
		moved := append([]float64{}, p...)
		moved[i] += h
		for row, x := range m.residualVector(moved) {
			j.Set(row, i, (x-r[row])/h)
		}
	}
	return j
}

// solveStep solves J·d = r by least squares.
func solveStep(j *mat.Dense, r []float64) ([]float64, error) {
	var qr mat.QR
	qr.Factorize(j)
	var d mat.VecDense
	if err := qr.SolveVecTo(&d, false, mat.NewVecDense(len(r), r)); err != nil {
		return nil, errSingular
	}
	return d.RawVector().Data, nil
}
