package kinematics

import "math"

const degree = math.Pi / 180

// An attitude is a pose with its sines and cosines, which everything here is made of.
type attitude struct {
	sinT, cosT, sinA, cosA, sinB, cosB float64

	out, up float64 // the tip: distance from the base axis, height
}

func (g *Geometry) attitude(q Joints) attitude {
	var a attitude
	a.sinT, a.cosT = math.Sincos(q.Base * degree)
	a.sinA, a.cosA = math.Sincos(q.A * degree)
	a.sinB, a.cosB = math.Sincos(q.B * degree)
	a.out = g.Upper*a.cosA + g.Forearm*a.cosB + g.Tool
	a.up = g.Shoulder + g.Upper*a.sinA + g.Forearm*a.sinB - g.Nozzle
	return a
}

func (a *attitude) tip() Vec { return Vec{a.out * a.cosT, a.out * a.sinT, a.up} }

// Forward is the tip of the nozzle in this pose.
func (g Geometry) Forward(q Joints) Vec {
	a := g.attitude(q)
	return a.tip()
}

// Jacobian is how the tip moves with the joints, mm per degree: rows x, y, z, columns base, a, b.
func (g Geometry) Jacobian(q Joints) [3][3]float64 {
	a := g.attitude(q)
	return g.jacobian(&a)
}

func (g *Geometry) jacobian(a *attitude) [3][3]float64 {
	r := a.out * degree
	outA, upA := -g.Upper*a.sinA*degree, g.Upper*a.cosA*degree
	outB, upB := -g.Forearm*a.sinB*degree, g.Forearm*a.cosB*degree
	return [3][3]float64{
		{-r * a.sinT, outA * a.cosT, outB * a.cosT},
		{r * a.cosT, outA * a.sinT, outB * a.sinT},
		{0, upA, upB},
	}
}

// leastDeterminant of the Jacobian, against that of an arm with a right elbow, below which it counts as singular.
const leastDeterminant = 1e-6

// rates are the joints' changes that move the tip by d, to first order: J⁻¹·d. False where the arm is singular.
func (g *Geometry) rates(a *attitude, d Vec) (Joints, bool) {
	j := g.jacobian(a)
	base, upper, forearm := column(&j, 0), column(&j, 1), column(&j, 2)
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

func column(j *[3][3]float64, i int) Vec { return Vec{j[0][i], j[1][i], j[2][i]} }

func determinant(a, b, c Vec) float64 {
	return a.X*(b.Y*c.Z-b.Z*c.Y) - b.X*(a.Y*c.Z-a.Z*c.Y) + c.X*(a.Y*b.Z-a.Z*b.Y)
}
