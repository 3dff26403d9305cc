// Package arm turns a move into motion: squares and tray slots into places of the arm, a robot turn into a program of
// carries, and a carry into segments of motion and switches of pump and valve, verified by the board's sensors.
//
// Arm plans and is immutable. Runner is a step machine without goroutine and clock: whoever calls it passes the time
// and the controller's state in and owns it; it is not safe for concurrent use.
//
// Units and frame: millimetres and degrees in the robot frame (package kinematics), occupancy in squares, time as a
// duration since an arbitrary epoch, motor positions in 1/256 step.
//
// The package does not home the arm, does not clear a latched stop, does not talk to people: it reports events. It
// cannot tell a king from a man, nor see what lies in the tray.
package arm
