// Package calibrate finds out where the board and the tray really are, and how long the arm's links really are, from
// places that the tip has touched.
//
// A [TouchPoint] is a place with the positions of the motors when the tip touched its middle. The tip must come
// to it as a pick does: then the play of the gears lies on the same side as in the game and is included in the
// measurement. [Fit] finds the configuration that agrees best with the points, by least squares. For each point
// it says how far it is off and what the likeliest reason is, and it names points that contradict the others. A
// [Session] is the dialogue around it, step by step.
//
// Units and frame are those of package kinematics: millimetres and degrees in the robot frame. The heights of
// shoulder and nozzle can't be distinguished from the board's height, nor a turn of the base from a turn of the
// board: all of that goes into the board's place.
//
// The package is pure: it moves nothing, reads no clock and starts no goroutine.
package calibrate
