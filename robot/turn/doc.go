// Package turn is the turn as a pure state machine: [Step] takes a state and an event, and returns the
// next state and a [StepResult] with effects for others to carry out.
//
// One table says what each phase does about each kind of event and where that may lead (table.go).
// Commands and deadlines have tables of their own (command_table.go, deadlines.go). The picture of
// the phases, docs/phases.svg, is drawn from all three. After every interruption continueGame takes
// the game up where the board shows that it stands.
//
// Events are what board, button, link, arm, engine and people report. Effects are kinds, squares
// and whole numbers in the journal; what else is needed to carry one out it holds in [Order].
// Sentences are keys of face/say, deadlines are names with milliseconds. Squares are logical
// squares of the board. Times are durations since an epoch of the caller's, to the millisecond.
// The package has no clock, no goroutine and no other state than what Step is given; it does not
// choose moves and does not know poses.
package turn
