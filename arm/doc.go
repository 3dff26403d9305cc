// Package arm turns a move into motion: squares and tray slots into places of the arm, a robot turn into a
// program of carries, and a carry into segments of motion and actuations of pump and valve. The board's sensors
// verify each step.
//
// An [Arm] plans and is immutable. A [Runner] is a step machine without goroutine and clock: the caller owns it
// and passes in the time and the controller's state. It is not safe for concurrent use.
//
// Units and frame: millimetres and degrees in the robot frame (package kinematics), occupancy in squares, time as a
// duration since an arbitrary epoch, motor positions in 1/256 step.
//
// The package does not home the arm, does not clear a latched stop and does not talk to people: it reports events. It
// can't distinguish a king from a man, and can't see what lies in the tray.
package arm
