package kinematics

import "fmt"

// Straight goes to a point on the straight line, whatever its direction.
func (p Planner) Straight(from Steps, to Vec, speed float64) (Chain, error) {
	if _, err := p.geometry.closed(to); err != nil {
		return Chain{}, fmt.Errorf("kinematics: straight to %v: %w", to, err)
	}
	a := p.geometry.Forward(p.Joints(from))
	chain, err := p.chain(from, p.geometry.straightPath(a, to), to.Minus(a).Length(), speed)
	if err != nil {
		return Chain{}, fmt.Errorf("kinematics: straight from %v to %v: %w", a, to, err)
	}
	return chain, nil
}

// straightPath leads from a to b with all coordinates in step.
func (g *Geometry) straightPath(a, b Vec) path {
	d := b.Minus(a)
	return func(u float64) (Joints, Joints, error) {
		at := Vec{a.X + d.X*u, a.Y + d.Y*u, a.Z + d.Z*u}
		pose, err := g.closed(at)
		if err != nil {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at, err)
		}
		here := g.attitude(pose)
		change, ok := g.rates(&here, d)
		if !ok {
			return Joints{}, Joints{}, fmt.Errorf("%v: %w", at, ErrSingular)
		}
		return pose, change, nil
	}
}
