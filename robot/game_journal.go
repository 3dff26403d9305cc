package robot

import (
	"slices"
	"time"

	"crownhead/robot/journal"
)

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
