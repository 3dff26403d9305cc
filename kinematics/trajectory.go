package kinematics

import "time"

// Tick is the controller's unit of time.
const Tick = 50 * time.Microsecond

// MotorPosition is the position of the three motors, in 1/256 step.
type MotorPosition [3]int32

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
	End      MotorPosition
}

// Duration returns how long the trajectory takes.
func (t Trajectory) Duration() time.Duration {
	var total time.Duration
	for _, s := range t.Segments {
		total += s.Duration()
	}
	return total
}
