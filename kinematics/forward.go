package kinematics

import "math"

const degree = math.Pi / 180

// A posture holds the sines and cosines of a pose, and the tip that follows from them.
type posture struct {
	sinT, cosT, sinA, cosA, sinB, cosB float64

	out, up float64 // the tip: distance from the base axis, height
}

func (g *Geometry) computePosture(q Joints) posture {
	var a posture
	a.sinT, a.cosT = math.Sincos(q.Base * degree)
	a.sinA, a.cosA = math.Sincos(q.A * degree)
	a.sinB, a.cosB = math.Sincos(q.B * degree)
	a.out = g.Upper*a.cosA + g.Forearm*a.cosB + g.Tool
	a.up = g.Shoulder + g.Upper*a.sinA + g.Forearm*a.sinB - g.Nozzle
	return a
}

func (a *posture) tip() Vec { return Vec{a.out * a.cosT, a.out * a.sinT, a.up} }

// Forward returns where the tip of the nozzle is in this pose.
func (g Geometry) Forward(q Joints) Vec {
	a := g.computePosture(q)
	return a.tip()
}

// Jacobian returns the derivatives of the tip's position by the joints, mm per degree: rows x, y, z, columns
// base, a, b.
func (g Geometry) Jacobian(q Joints) [3][3]float64 {
	a := g.computePosture(q)
	return g.jacobianAt(&a)
}

func (g *Geometry) jacobianAt(a *posture) [3][3]float64 {
	r := a.out * degree
	outA, upA := -g.Upper*a.sinA*degree, g.Upper*a.cosA*degree
	outB, upB := -g.Forearm*a.sinB*degree, g.Forearm*a.cosB*degree
	return [3][3]float64{
		{-r * a.sinT, outA * a.cosT, outB * a.cosT},
		{r * a.cosT, outA * a.sinT, outB * a.sinT},
		{0, upA, upB},
	}
}

// leastDeterminant is the determinant of the Jacobian, relative to that of an arm with a right-angled elbow,
// below which the arm counts as singular.
const leastDeterminant = 1e-6

// solveJointRates returns the changes of the joints that move the tip by d, to first order: J⁻¹·d. It returns
// false where the arm is singular.
func (g *Geometry) solveJointRates(a *posture, d Vec) (Joints, bool) {
	j := g.jacobianAt(a)
	base, upper, forearm := matrixColumn(&j, 0), matrixColumn(&j, 1), matrixColumn(&j, 2)
	det := determinant(base, upper, forearm)
	if math.Abs(det) < leastDeterminant*g.Upper*g.Forearm*(g.Upper+g.Forearm)*degree*degree*degree {
		return Joints{}, false
	}
	return Joints{
		Base: determinant(d, upper, forearm) / det,
		A:    determinant(base, d, forearm) / det,
		B:    determinant(base, upper, d) / det,
	}, true
}

func matrixColumn(j *[3][3]float64, i int) Vec { return Vec{j[0][i], j[1][i], j[2][i]} }

func determinant(a, b, c Vec) float64 {
	return a.X*(b.Y*c.Z-b.Z*c.Y) - b.X*(a.Y*c.Z-a.Z*c.Y) + c.X*(a.Y*b.Z-a.Z*b.Y)
}
