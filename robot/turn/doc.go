// Package turn is the turn as a pure state machine: [Step] makes of a state and an event the next
// state and what follows from it, a [StepResult] with effects for others to carry out.
//
// Events are what board, button, link, arm, engine and people report. Effects are kinds, squares
// and whole numbers: sentences are keys of face/say, deadlines are names with milliseconds. Squares
// are logical squares of the board. Times are durations since an epoch of the caller's, to the
// millisecond. The package has no clock, no goroutine and no other state than what Step is given;
// it does not choose moves and does not know poses.
package turn
