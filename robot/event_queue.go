package robot

import (
	"time"

	"crownhead/internal/clock"
	"crownhead/robot/turn"
)

// A queuedWork is work that waits until the events before it, and all their effects, are done.
type queuedWork struct {
	kind workKind
	turn.Event
	silent bool // what is said about it is not passed on
	homed  bool // the arm knows its position already: it need not look for its switches
}

// A workKind is what is to be done.
type workKind uint8

const (
	workEvent      workKind = iota // give the event to turn.Step
	workMaskReview                 // review the masked sensors, now that the board is known to equal the game
)

// An eventQueue holds the work that waits. Effects add theirs at its end, so that no event is processed in the middle
// of the effects of another one.
type eventQueue struct {
	waiting []queuedWork
	silent  bool // the work that is being done is silent, and so is what follows from it
}

// push adds an event.
func (q *eventQueue) push(e turn.Event) { q.pushWork(queuedWork{Event: e}) }

func (q *eventQueue) pushWork(w queuedWork) {
	w.silent = w.silent || q.silent
	q.waiting = append(q.waiting, w)
}

// deadlines are the times at which named deadlines are due.
type deadlines map[turn.DeadlineName]time.Duration

// earliest returns the deadline that is due first. Between equal ones the names decide, so that one run is like
// another.
func (d deadlines) earliest() (turn.DeadlineName, time.Duration) {
	first, at := turn.DeadlineName(""), clock.Never
	for name, t := range d {
		if t < at || (t == at && name < first) {
			first, at = name, t
		}
	}
	return first, at
}
