// Package calibrate finds out where the board and the tray really are, and how long the arm's links really are, from
// places that the tip has touched.
//
// A [Point] is a place with the positions of the motors when the tip touched its middle, come to as a pick comes: then the
// play of the gears lies on the same side as in the game, and is measured along. [Fit] changes a configuration so that it
// agrees with the points as well as it can, by least squares; it says for each point how far it lies aside and what that
// means, and names points that contradict the others. A [Session] is the dialogue around it, step by step.
//
// Units and frame are those of package kinematics: millimetres and degrees in the robot frame. Heights of the shoulder and
// of the nozzle aren't told apart from the board's height, nor is a turn of the base from one of the board: the board's
// place takes all of that in.
//
// The package is pure: it moves nothing, reads no clock and starts no goroutine.
package calibrate
