package kinematics_test

import (
	"fmt"
	"time"

	"crownhead/kinematics"
)

// The inverse finds the joints for a point, and the forward kinematics leads back to it.
func ExampleGeometry_Inverse() {
	arm := kinematics.DefaultGeometry()
	pose, err := arm.Inverse(kinematics.Vec{X: 220, Y: 60, Z: 64})
	fmt.Println(pose, err)
	fmt.Println(arm.Forward(pose))

	_, err = arm.Inverse(kinematics.Vec{X: 500, Y: 0, Z: 64})
	fmt.Println(err)
	// Output:
	// [15.26° 46.17° -58.48°] <nil>
	// (220.0, 60.0, 64.0)
	// kinematics: reaching (500.0, 0.0, 64.0): out of reach: 155.8 mm too far for the stretched arm
}

// The paper's method needs a pose to start from; it finds the same joints.
func ExampleGeometry_InverseJacobian() {
	arm := kinematics.DefaultGeometry()
	near, _ := arm.Inverse(kinematics.Vec{X: 220, Y: 60, Z: 64})
	s, err := arm.InverseJacobian(kinematics.Vec{X: 223, Y: 64, Z: 64}, near)
	fmt.Println(s.Joints, s.Iterations, "iterations", err)
	// Output: [16.01° 45.25° -57.46°] 3 iterations <nil>
}

// A trajectory is a list of segments for the controller: from rest to rest within the limits of speed, acceleration and
// jerk.
func ExamplePlanner_PlanTravel() {
	arm := kinematics.DefaultGeometry()
	planner, _ := kinematics.NewPlanner(arm, kinematics.DefaultMotionLimits())
	start, _ := arm.Inverse(kinematics.Vec{X: 150, Y: -80, Z: 64})
	trajectory, err := planner.PlanTravel(planner.MotorPositionAt(start), kinematics.Vec{X: 220, Y: 60, Z: 64})
	fmt.Println(len(trajectory.Segments), "segments,", trajectory.Duration().Round(10*time.Millisecond), err)
	fmt.Println("ends at", arm.Forward(planner.JointsAt(trajectory.End)))
	// Output:
	// 17 segments, 1.54s <nil>
	// ends at (220.0, 60.0, 64.0)
}
