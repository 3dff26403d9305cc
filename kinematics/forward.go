package kinematics

import "math"

const degree = math.Pi / 180

// A poseTrig holds the sines and cosines of a pose, and the tip that follows from them.
type poseTrig struct {
	sinBase, cosBase, sinUpper, cosUpper, sinForearm, cosForearm float64

	radius, height float64 // the tip: distance from the base axis, height
}

func (g *Geometry) computeTrig(q Joints) poseTrig {
	var t poseTrig
	t.sinBase, t.cosBase = math.Sincos(q.Base * degree)
	t.sinUpper, t.cosUpper = math.Sincos(q.Upper * degree)
	t.sinForearm, t.cosForearm = math.Sincos(q.Forearm * degree)
	t.radius = g.Upper*t.cosUpper + g.Forearm*t.cosForearm + g.Tool
	t.height = g.Shoulder + g.Upper*t.sinUpper + g.Forearm*t.sinForearm - g.Nozzle
	return t
}

func (t *poseTrig) tip() Vec { return Vec{t.radius * t.cosBase, t.radius * t.sinBase, t.height} }

// Forward returns where the tip of the nozzle is in this pose.
func (g Geometry) Forward(q Joints) Vec {
	t := g.computeTrig(q)
	return t.tip()
}

// Jacobian returns the derivatives of the tip's position by the joints, mm per degree: rows x, y, z, columns
// base, upper arm, forearm.
func (g Geometry) Jacobian(q Joints) [3][3]float64 {
	t := g.computeTrig(q)
	return g.jacobianAt(&t)
}

func (g *Geometry) jacobianAt(t *poseTrig) [3][3]float64 {
	r := t.radius * degree
	upperRadius, upperHeight := -g.Upper*t.sinUpper*degree, g.Upper*t.cosUpper*degree
	forearmRadius, forearmHeight := -g.Forearm*t.sinForearm*degree, g.Forearm*t.cosForearm*degree
	return [3][3]float64{
		{-r * t.sinBase, upperRadius * t.cosBase, forearmRadius * t.cosBase},
		{r * t.cosBase, upperRadius * t.sinBase, forearmRadius * t.sinBase},
		{0, upperHeight, forearmHeight},
	}
}

// minDeterminant is the determinant of the Jacobian, relative to that of an arm with a right-angled elbow,
// below which the arm counts as singular.
const minDeterminant = 1e-6

// solveJointRates returns the changes of the joints that move the tip by d, to first order: J⁻¹·d. It returns
// false where the arm is singular.
func (g *Geometry) solveJointRates(t *poseTrig, d Vec) (Joints, bool) {
	j := g.jacobianAt(t)
	base, upper, forearm := matrixColumn(&j, 0), matrixColumn(&j, 1), matrixColumn(&j, 2)
	det := determinant(base, upper, forearm)
	if math.Abs(det) < minDeterminant*g.Upper*g.Forearm*(g.Upper+g.Forearm)*degree*degree*degree {
		return Joints{}, false
	}
	return Joints{
		Base:    determinant(d, upper, forearm) / det,
		Upper:   determinant(base, d, forearm) / det,
		Forearm: determinant(base, upper, d) / det,
	}, true
}

func matrixColumn(j *[3][3]float64, i int) Vec { return Vec{j[0][i], j[1][i], j[2][i]} }

func determinant(a, b, c Vec) float64 {
	return a.X*(b.Y*c.Z-b.Z*c.Y) - b.X*(a.Y*c.Z-a.Z*c.Y) + c.X*(a.Y*b.Z-a.Z*b.Y)
}
