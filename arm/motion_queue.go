package arm

import (
	"slices"
	"time"

	"crownhead/kinematics"
)

// maxInFlight is how many items may be unfinished in the controller: its queue holds 16.
const maxInFlight = 14

// lossyPrefillDelay is how long the controller waits before a motion when the line is lossy, so that its queue is full by then.
const lossyPrefillDelay = 600 * time.Millisecond

// A milestone is what becomes true when an item is complete.
type milestone uint8

const (
	noMilestone  milestone = iota
	aboveTarget            // the tip is above its place
	atTarget               // the tip has gone down: the valve opens
	pumpSwitched           // pump and valve have done their work
)

// An item is one entry of the controller's queue: a segment, or an actuation of pump and valve.
type item struct {
	segment     kinematics.Segment
	actuate     bool
	pump, valve bool
	dwell       time.Duration
	milestone   milestone
}

func (i item) duration() time.Duration {
	if i.actuate {
		return i.dwell
	}
	return i.segment.Duration()
}

// A motionQueue holds what the controller still has to do.
type motionQueue struct {
	waiting     []item                   // not sent yet
	sent        []item                   // not complete yet; the ids end before next
	next        uint16                   // id of the next item
	endPosition kinematics.MotorPosition // where the motors stand when all is done
	pumpAtEnd   bool                     // the pump when all is done
	pumpOn      bool                     // the pump as far as items are complete
	valveOpen   bool                     // the valve as far as items are complete
	progressAt  time.Duration            // when an item was last seen complete, or sent into an empty queue
}

func (q *motionQueue) isEmpty() bool { return len(q.waiting) == 0 && len(q.sent) == 0 }

// discardAll forgets all items; their ids are not used again. If the item in progress switches the pump on, the pump
// counts as on, because nobody knows whether it already is.
func (q *motionQueue) discardAll() {
	q.pumpAtEnd = q.pumpOn || len(q.sent) > 0 && q.sent[0].actuate && q.sent[0].pump
	q.waiting, q.sent = nil, nil
}

// syncWith starts from the controller's position and item ids. Its pump may be on from an earlier run of the program.
func (q *motionQueue) syncWith(st Status) {
	q.pumpOn = q.pumpOn || st.Pumping
	q.discardAll()
	q.endPosition = st.Position
	if ahead := int16(q.next - st.Done); ahead < 1 || ahead > 4*maxInFlight {
		q.next = st.Done + 1
	}
}

func (q *motionQueue) pushTrajectory(c kinematics.Trajectory) {
	for _, s := range c.Segments {
		q.waiting = append(q.waiting, item{segment: s})
	}
	q.endPosition = c.End
}

func (q *motionQueue) pushActuation(pump, valve bool, dwell time.Duration) {
	q.waiting = append(q.waiting, item{actuate: true, pump: pump, valve: valve, dwell: dwell})
	q.pumpAtEnd = pump
}

// markLast gives the last waiting item a milestone. Without such an item it returns true: the milestone is
// reached already.
func (q *motionQueue) markLast(m milestone) bool {
	if len(q.waiting) == 0 {
		return true
	}
	q.waiting[len(q.waiting)-1].milestone = m
	return false
}

// popCompleted removes the completed items and returns them.
func (q *motionQueue) popCompleted(now time.Duration, done uint16) []item {
	first := q.next - uint16(len(q.sent))
	n := min(max(int(int16(done-first))+1, 0), len(q.sent))
	if n == 0 {
		return nil
	}
	completed := q.sent[:n:n]
	q.sent = q.sent[n:]
	for _, i := range completed {
		if i.actuate {
			q.pumpOn, q.valveOpen = i.pump, i.valve
		}
	}
	q.progressAt = now
	return completed
}

// fillController fills the controller's queue. On a lossy line a motion that begins at once may starve, so it
// begins late.
func (q *motionQueue) fillController(now time.Duration, c Controller, lossy bool) {
	if lossy && len(q.sent) == 0 && len(q.waiting) > 0 {
		q.prependWait()
	}
	for len(q.waiting) > 0 && len(q.sent) < maxInFlight {
		if len(q.sent) == 0 {
			q.progressAt = now
		}
		i := q.waiting[0]
		if i.actuate {
			c.Actuate(q.next, i.pump, i.valve, i.dwell)
		} else {
			c.Segment(q.next, i.segment)
		}
		q.waiting, q.sent = q.waiting[1:], append(q.sent, i)
		q.next++
	}
}

// prependWait puts a wait in front of the waiting items, or lengthens the one with which they begin.
func (q *motionQueue) prependWait() {
	if !q.waiting[0].actuate {
		q.waiting = slices.Insert(q.waiting, 0, item{actuate: true, pump: q.pumpOn, valve: q.valveOpen})
	}
	q.waiting[0].dwell = max(q.waiting[0].dwell, lossyPrefillDelay)
}

// itemDeadline returns when the item in progress must be complete, with time for the controller to report it.
func (q *motionQueue) itemDeadline(wait time.Duration) time.Duration {
	if len(q.sent) == 0 {
		return Never
	}
	return q.progressAt + q.sent[0].duration() + wait
}
