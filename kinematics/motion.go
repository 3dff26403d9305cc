package kinematics

import "time"

// Tick is the controller's unit of time.
const Tick = 50 * time.Microsecond

// Motion holds the bounds of the arm's motions.
type Motion struct {
	Speed      float64 `yaml:"speed" doc:"greatest speed of the tip between places" unit:"mm/s" min:"10" max:"300"`
	Accel      float64 `yaml:"accel" doc:"greatest acceleration of the tip along its path" unit:"mm/s²" min:"50" max:"3000"`
	Jerk       float64 `yaml:"jerk" doc:"greatest change of that acceleration" unit:"mm/s³" min:"500" max:"50000"`
	JointSpeed float64 `yaml:"joint_speed" doc:"greatest speed of each joint; the controller refuses more" unit:"°/s" min:"5" max:"101"`
	JointAccel float64 `yaml:"joint_accel" doc:"greatest acceleration of each joint; the controller refuses more" unit:"°/s²" min:"20" max:"548"`
	Steps      float64 `yaml:"steps" doc:"microsteps of each motor" unit:"1/°" min:"10" max:"250"`
}

// DefaultMotion is a start for an arm that nobody has tuned yet.
func DefaultMotion() Motion {
	return Motion{Speed: 150, Accel: 600, Jerk: 8000, JointSpeed: 100, JointAccel: 540, Steps: 32000.0 / 360}
}

// usableShare is the part of the joints' bounds that plans may use. The rest allows for rounding in the controller.
const usableShare = 0.95

// Steps is the position of the three motors, in 1/256 step.
type Steps [3]int32

// A Segment is a piece of a trajectory as the controller takes it: in Ticks of 50 µs each motor follows a cubic
// from where the last segment left it to the position End (1/256 step) and the velocity Exit (Q0.32 steps per
// tick).
type Segment struct {
	Ticks uint16
	End   [3]int32
	Exit  [3]int32
}

// Duration returns how long the segment takes.
func (s Segment) Duration() time.Duration { return time.Duration(s.Ticks) * Tick }

// A Trajectory is a motion from rest to rest, as segments for the controller.
type Trajectory struct {
	Segments []Segment
	End      Steps
}

// Duration returns how long the trajectory takes.
func (c Trajectory) Duration() time.Duration {
	var d time.Duration
	for _, s := range c.Segments {
		d += s.Duration()
	}
	return d
}
