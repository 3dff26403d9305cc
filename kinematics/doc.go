// Package kinematics is the geometry of the arm and the timing of its motions: forward kinematics, the Jacobian, the
// inverse in closed form and by the Jacobian, limits, and trajectories as chains of segments that a simple controller
// can interpolate.
//
// Units and frame: millimetres, origin at the base axis on the table, x towards the visitor, y to the robot's left, z
// up. Joints are degrees: the base's turn and the absolute elevations of upper arm (a) and forearm (b). Motor positions
// are 1/256 step, time on the controller is ticks of 50 µs.
//
// A point that cannot be reached is an error that says why; no function returns NaN, a clamped pose or the nearest one.
// The package keeps no state, starts no goroutine and knows nothing of draughts, boards and pumps.
package kinematics
