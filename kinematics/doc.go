// Package kinematics is the geometry of the arm and the timing of its motions: forward kinematics, the Jacobian, the
// inverse in closed form and by the Jacobian, joint limits, and trajectories as segments that a simple controller can
// interpolate. The inverse by the Jacobian is the method of the paper, Robotics 2020, 9, 107.
//
// Units and frame: millimetres, origin at the base axis on the table, x towards the visitor, y to the robot's left, z
// up. Joints are degrees: the base's turn and the absolute elevations of upper arm and forearm. Motor positions
// are in 1/256 step, time on the controller is in ticks of 50 µs.
//
// A point that can't be reached is an error that says why; no function returns NaN, a clamped pose or the nearest one.
// The package keeps no state, starts no goroutine and knows nothing of draughts, boards and pumps.
package kinematics
