package kinematics

import (
	"fmt"
	"math"
)

// Inverse is the pose that brings the tip to p, in closed form: the elbow is above the line from joint 1 to joint 3.
func (g Geometry) Inverse(p Vec) (Joints, error) {
	q, err := g.closed(p)
	if err != nil {
		return Joints{}, fmt.Errorf("kinematics: reaching %v: %w", p, err)
	}
	return q, nil
}

func (g *Geometry) closed(p Vec) (Joints, error) {
	out, up, d, err := g.reach(p)
	if err != nil {
		return Joints{}, err
	}
	a := math.Atan2(up, out) + arccos((g.Upper*g.Upper+d*d-g.Forearm*g.Forearm)/(2*g.Upper*d))
	b := a + arccos((g.Upper*g.Upper+g.Forearm*g.Forearm-d*d)/(2*g.Upper*g.Forearm)) - math.Pi
	q := Joints{Base: math.Atan2(p.Y, p.X) / degree, A: a / degree, B: b / degree}
	if err := g.check(q); err != nil {
		return Joints{}, err
	}
	return q, nil
}

// arccos forgives what rounding adds at the ends; reach has refused everything beyond.
func arccos(x float64) float64 { return math.Acos(math.Max(-1, math.Min(1, x))) }
