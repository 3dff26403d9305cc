package kinematics

import "math"

const degree = math.Pi / 180

// Forward is the tip of the nozzle in this pose.
func (g Geometry) Forward(q Joints) Vec {
	sinT, cosT := math.Sincos(q.Base * degree)
	r, z := g.plane(q)
	return Vec{r * cosT, r * sinT, z}
}

// plane is the tip's distance from the base axis and its height.
func (g Geometry) plane(q Joints) (r, z float64) {
	sinA, cosA := math.Sincos(q.A * degree)
	sinB, cosB := math.Sincos(q.B * degree)
	return g.Upper*cosA + g.Forearm*cosB + g.Tool, g.Shoulder + g.Upper*sinA + g.Forearm*sinB - g.Nozzle
}

// Jacobian is how the tip moves with the joints, mm per degree: rows x, y, z, columns base, a, b.
func (g Geometry) Jacobian(q Joints) [3][3]float64 {
	sinT, cosT := math.Sincos(q.Base * degree)
	sinA, cosA := math.Sincos(q.A * degree)
	sinB, cosB := math.Sincos(q.B * degree)
	r := (g.Upper*cosA + g.Forearm*cosB + g.Tool) * degree
	outA, upA := -g.Upper*sinA*degree, g.Upper*cosA*degree
	outB, upB := -g.Forearm*sinB*degree, g.Forearm*cosB*degree
	return [3][3]float64{
		{-r * sinT, outA * cosT, outB * cosT},
		{r * cosT, outA * sinT, outB * sinT},
		{0, upA, upB},
	}
}

// rates are the joints' changes that move the tip by d, to first order; false where the arm is singular.
func (g Geometry) rates(q Joints, d Vec) (Joints, bool) {
	j := g.Jacobian(q)
	det := determinant(column(j, 0), column(j, 1), column(j, 2))
	if math.Abs(det) < leastDeterminant*g.Upper*g.Forearm*(g.Upper+g.Forearm)*degree*degree*degree {
		return Joints{}, false
	}
	return Joints{
		Base: determinant(d, column(j, 1), column(j, 2)) / det,
		A:    determinant(column(j, 0), d, column(j, 2)) / det,
		B:    determinant(column(j, 0), column(j, 1), d) / det,
	}, true
}

// leastDeterminant of the Jacobian, against that of an arm with a right elbow, below which it counts as singular.
const leastDeterminant = 1e-6

func column(j [3][3]float64, i int) Vec { return Vec{j[0][i], j[1][i], j[2][i]} }

func determinant(a, b, c Vec) float64 {
	return a.X*(b.Y*c.Z-b.Z*c.Y) - b.X*(a.Y*c.Z-a.Z*c.Y) + c.X*(a.Y*b.Z-a.Z*b.Y)
}
