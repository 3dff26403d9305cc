package robot

import (
	"slices"
	"time"

	"crownhead/robot/journal"
	"crownhead/robot/sensors"
	"crownhead/robot/turn"
)

// A queuedEvent is an event for turn.Step that waits until the events before it, and all their effects, are done.
type queuedEvent struct {
	turn.Event
	silent bool // what is said about it is not passed on
	homed  bool // the arm knows its position already: it need not look for its switches
	review bool // no event, but a review of the masked sensors, now that the board is known to equal the game
}

// An eventQueue holds the events that are to be processed. Effects add theirs at its end, so that Core is never
// entered again while it carries an effect out.
type eventQueue struct {
	waiting []queuedEvent
	silent  bool // the event that is being processed is silent, and so are those that follow from it
}

// push adds an event.
func (q *eventQueue) push(e turn.Event) { q.pushQueued(queuedEvent{Event: e}) }

func (q *eventQueue) pushQueued(e queuedEvent) {
	e.silent = e.silent || q.silent
	q.waiting = append(q.waiting, e)
}

// deadlines are the times at which named deadlines are due.
type deadlines map[turn.DeadlineName]time.Duration

// earliest returns the deadline that is due first. Between equal ones the names decide, so that one run is like
// another.
func (d deadlines) earliest() (turn.DeadlineName, time.Duration) {
	first, at := turn.DeadlineName(""), sensors.Never
	for name, t := range d {
		if t < at || (t == at && name < first) {
			first, at = name, t
		}
	}
	return first, at
}

// A gameJournal is the journal of the present game, with those of earlier games that could not be written in time.
type gameJournal struct {
	*journal.Journal
	unclosed []*journal.Journal
	faulty   bool          // a fault of the present one has been reported
	epoch    time.Duration // the journal's time zero
}

// timeOf returns a time as the journal counts it.
func (j *gameJournal) timeOf(now time.Duration) time.Duration {
	return (now - j.epoch).Truncate(time.Millisecond)
}

// closeCurrent closes the present journal. One that can't be written yet is closed later.
func (j *gameJournal) closeCurrent() {
	if !j.Close() {
		j.unclosed = append(j.unclosed, j.Journal)
	}
}

// closeEarlier closes the journals of earlier games that can be written by now.
func (j *gameJournal) closeEarlier() {
	j.unclosed = slices.DeleteFunc(j.unclosed, (*journal.Journal).Close)
}
