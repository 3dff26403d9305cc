// Package turn is the turn as a pure state machine: [Step] makes of a state and an event the next
// state and what follows from it, a [StepResult] with effects for others to carry out.
//
// What each phase answers to each kind of event stands in one table (machine.go), and so does where
// that may lead; commands and deadlines have tables of their own (obey.go, deadlines.go). The
// picture of the phases, docs/phases.svg, is drawn from the first. After every interruption
// continueGame takes the game up where the board shows that it stands.
//
// Events are what board, button, link, arm, engine and people report. Effects are kinds, squares
// and whole numbers in the journal; what else is needed to carry one out it holds in [Order].
// Sentences are keys of face/say, deadlines are names with milliseconds. Squares are logical
// squares of the board. Times are durations since an epoch of the caller's, to the millisecond.
// The package has no clock, no goroutine and no other state than what Step is given; it does not
// choose moves and does not know poses.
package turn
