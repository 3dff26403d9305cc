package kinematics

import (
	"fmt"
	"math"
)

// Vec is a point in the robot frame, mm.
type Vec struct{ X, Y, Z float64 }

// Minus returns v − w.
func (v Vec) Minus(w Vec) Vec { return Vec{v.X - w.X, v.Y - w.Y, v.Z - w.Z} }

// Length returns the distance from the origin, mm.
func (v Vec) Length() float64 { return math.Sqrt(v.X*v.X + v.Y*v.Y + v.Z*v.Z) }

func (v Vec) isFinite() bool { return isFinite(v.X) && isFinite(v.Y) && isFinite(v.Z) }

// String returns the point in mm.
func (v Vec) String() string { return fmt.Sprintf("(%.1f, %.1f, %.1f)", v.X, v.Y, v.Z) }

// Joints is a pose: the base's turn and the absolute elevations of upper arm and forearm, degrees.
type Joints struct{ Base, Upper, Forearm float64 }

func (q Joints) isFinite() bool { return isFinite(q.Base) && isFinite(q.Upper) && isFinite(q.Forearm) }

func (q Joints) asArray() [3]float64 { return [3]float64{q.Base, q.Upper, q.Forearm} }

// String returns the pose in degrees.
func (q Joints) String() string {
	return fmt.Sprintf("[%.2f° %.2f° %.2f°]", q.Base, q.Upper, q.Forearm)
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Range is what an angle may be, degrees.
type Range struct {
	Min float64 `yaml:"min" doc:"the smallest angle" unit:"°" min:"-180" max:"180"`
	Max float64 `yaml:"max" doc:"the greatest angle" unit:"°" min:"-180" max:"180"`
}

// Limits are the angles that the mechanics allow.
type Limits struct {
	Base    Range `yaml:"base" doc:"the base's turn, 0 towards the board, positive to the robot's left"`
	Upper   Range `yaml:"upper" doc:"elevation of the upper arm above the horizon"`
	Forearm Range `yaml:"forearm" doc:"elevation of the forearm above the horizon"`
	Elbow   Range `yaml:"elbow" doc:"elevation of the upper arm minus that of the forearm: 0 is stretched, 180 folded"`
}

// Geometry is the arm's links and limits.
type Geometry struct {
	Upper    float64 `yaml:"upper" doc:"length of the upper arm, joint 1 to joint 2" unit:"mm" min:"50" max:"500"`
	Forearm  float64 `yaml:"forearm" doc:"length of the forearm, joint 2 to joint 3" unit:"mm" min:"50" max:"500"`
	Tool     float64 `yaml:"tool" doc:"joint 3 to the nozzle's axis, horizontally" unit:"mm" min:"0" max:"200"`
	Shoulder float64 `yaml:"shoulder" doc:"height of joint 1 above the table" unit:"mm" min:"0" max:"500"`
	Nozzle   float64 `yaml:"nozzle" doc:"length of the nozzle below joint 3" unit:"mm" min:"0" max:"200"`
	Limits   Limits  `yaml:"limits" doc:"angles that the mechanics allow"`
}

// DefaultGeometry is the arm as drawn, without a nozzle.
func DefaultGeometry() Geometry {
	return Geometry{
		Upper: 135, Forearm: 160, Tool: 50.9, Shoulder: 103,
		Limits: Limits{
			Base: Range{-90, 90}, Upper: Range{-20, 105}, Forearm: Range{-102, 18}, Elbow: Range{20, 155},
		},
	}
}

// Validate checks rules across fields.
func (g Geometry) Validate(bad func(path, problem string)) {
	check := func(path string, r Range) {
		if !(r.Min < r.Max) {
			bad(path, "min must be less than max")
		}
	}
	check("limits.base", g.Limits.Base)
	check("limits.upper", g.Limits.Upper)
	check("limits.forearm", g.Limits.Forearm)
	check("limits.elbow", g.Limits.Elbow)
	if g.Limits.Elbow.Min <= 0 || g.Limits.Elbow.Max >= 180 {
		bad("limits.elbow", "must stay between 0 and 180: the arm is singular when stretched or folded")
	}
}
