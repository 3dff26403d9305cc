package kinematics

// MotionLimits are the limits of speed, acceleration and jerk, and the resolution of the motors.
type MotionLimits struct {
	Speed          float64 `yaml:"speed" doc:"greatest speed of the tip between places" unit:"mm/s" min:"10" max:"300"`
	Accel          float64 `yaml:"accel" doc:"greatest acceleration of the tip along its path" unit:"mm/s²" min:"50" max:"3000"`
	Jerk           float64 `yaml:"jerk" doc:"greatest change of that acceleration" unit:"mm/s³" min:"500" max:"50000"`
	JointSpeed     float64 `yaml:"joint_speed" doc:"greatest speed of each joint; the controller refuses more" unit:"°/s" min:"5" max:"101"`
	JointAccel     float64 `yaml:"joint_accel" doc:"greatest acceleration of each joint; the controller refuses more" unit:"°/s²" min:"20" max:"548"`
	StepsPerDegree float64 `yaml:"steps" doc:"microsteps of each motor" unit:"1/°" min:"10" max:"250"`
}

// DefaultMotionLimits returns limits for an arm that nobody has tuned yet.
func DefaultMotionLimits() MotionLimits {
	return MotionLimits{Speed: 150, Accel: 600, Jerk: 8000, JointSpeed: 100, JointAccel: 540, StepsPerDegree: 32000.0 / 360}
}

// usableFraction is the part of the joints' limits that plans may use. The rest allows for rounding in the controller.
const usableFraction = 0.95
