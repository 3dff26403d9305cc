package arm

import (
	"slices"
	"time"

	"crownhead/kinematics"
)

// maxInFlight is how many items may be unfinished in the controller: its queue holds 16.
const maxInFlight = 14

// headStart is how long the controller waits on a rough line before it sets off, so that its queue is full by then.
const headStart = 600 * time.Millisecond

// A milestone is what becomes true when an item is complete.
type milestone uint8

const (
	noMilestone  milestone = iota
	aboveTarget            // the tip is above its place
	pumpSwitched           // pump and valve have done their work
)

// An item is one entry of the controller's queue: a segment, or a switch of pump and valve.
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

// A motionQueue is what is still to be done by the controller.
type motionQueue struct {
	waiting []item           // not yet sent
	sent    []item           // not yet complete; the ids end before next
	next    uint16           // id of the next item
	end     kinematics.Steps // where the motors stand when all is done
	pumping bool             // the pump when all is done
	pump    bool             // the pump as far as items are complete
	valve   bool             // … and the valve
	doneAt  time.Duration    // when an item was last seen complete, or sent into an empty queue
}

func (f *motionQueue) isEmpty() bool { return len(f.waiting) == 0 && len(f.sent) == 0 }

// discardAll forgets everything; ids are not used again. Whether the item at work has switched the pump on is not known: it
// may have.
func (f *motionQueue) discardAll() {
	at := f.sent
	f.pumping = f.pump || len(at) > 0 && at[0].actuate && at[0].pump
	f.waiting, f.sent = nil, nil
}

// syncWith begins where the controller is. Its pump may be on from a life before.
func (f *motionQueue) syncWith(st Status) {
	f.pump = f.pump || st.Pumping
	f.discardAll()
	f.end = st.Position
	if ahead := int16(f.next - st.Done); ahead < 1 || ahead > 4*maxInFlight {
		f.next = st.Done + 1
	}
}

func (f *motionQueue) pushTrajectory(c kinematics.Trajectory) {
	for _, s := range c.Segments {
		f.waiting = append(f.waiting, item{segment: s})
	}
	f.end = c.End
}

func (f *motionQueue) pushActuation(pump, valve bool, dwell time.Duration) {
	f.waiting = append(f.waiting, item{actuate: true, pump: pump, valve: valve, dwell: dwell})
	f.pumping = pump
}

// markLast marks the last item so far; without one the mark is reached at once, and reach tells so.
func (f *motionQueue) markLast(m milestone) bool {
	if len(f.waiting) == 0 {
		return true
	}
	f.waiting[len(f.waiting)-1].milestone = m
	return false
}

// popCompleted takes off what is complete and returns it.
func (f *motionQueue) popCompleted(now time.Duration, done uint16) []item {
	first := f.next - uint16(len(f.sent))
	n := min(max(int(int16(done-first))+1, 0), len(f.sent))
	if n == 0 {
		return nil
	}
	landed := f.sent[:n:n]
	f.sent = f.sent[n:]
	for _, i := range landed {
		if i.actuate {
			f.pump, f.valve = i.pump, i.valve
		}
	}
	f.doneAt = now
	return landed
}

// fillController fills the controller's queue. On a rough line what sets off late arrives; what begins at once may starve.
func (f *motionQueue) fillController(now time.Duration, c Controller, rough bool) {
	if rough && len(f.sent) == 0 && len(f.waiting) > 0 {
		f.prependWait()
	}
	for len(f.waiting) > 0 && len(f.sent) < maxInFlight {
		if len(f.sent) == 0 {
			f.doneAt = now
		}
		i := f.waiting[0]
		if i.actuate {
			c.Actuate(f.next, i.pump, i.valve, i.dwell)
		} else {
			c.Segment(f.next, i.segment)
		}
		f.waiting, f.sent = f.waiting[1:], append(f.sent, i)
		f.next++
	}
}

// prependWait begins with a wait.
func (f *motionQueue) prependWait() {
	if !f.waiting[0].actuate {
		f.waiting = slices.Insert(f.waiting, 0, item{actuate: true, pump: f.pump, valve: f.valve})
	}
	f.waiting[0].dwell = max(f.waiting[0].dwell, headStart)
}

// itemDeadline is when the item that the controller is at must be complete, leaving it the time to tell.
func (f *motionQueue) itemDeadline(wait time.Duration) time.Duration {
	if len(f.sent) == 0 {
		return Never
	}
	return f.doneAt + f.sent[0].duration() + wait
}
