package arm

import (
	"slices"
	"time"

	"crownhead/kinematics"
)

// mostInFlight is how many items may be unfinished in the controller: its queue holds 16.
const mostInFlight = 14

// headStart is how long the controller waits on a rough line before it sets off, so that its queue is full by then.
const headStart = 600 * time.Millisecond

// A mark is what becomes true when an item is complete.
type mark uint8

const (
	nothing  mark = iota
	near          // the tip is above its place
	switched      // pump and valve have done their work
)

// An item is one entry of the controller's queue: a segment, or a switch of pump and valve.
type item struct {
	segment     kinematics.Segment
	actuate     bool
	pump, valve bool
	dwell       time.Duration
	mark        mark
}

func (i item) duration() time.Duration {
	if i.actuate {
		return i.dwell
	}
	return i.segment.Duration()
}

// A flight is what is still to be done by the controller.
type flight struct {
	queue   []item           // not yet sent
	sent    []item           // not yet complete; the ids end before next
	next    uint16           // id of the next item
	end     kinematics.Steps // where the motors stand when all is done
	pumping bool             // the pump when all is done
	pump    bool             // the pump as far as items are complete
	valve   bool             // … and the valve
	doneAt  time.Duration    // when an item was last seen complete, or sent into an empty queue
}

func (f *flight) empty() bool { return len(f.queue) == 0 && len(f.sent) == 0 }

// drop forgets everything; ids are not used again. Whether the item at work has switched the pump on is not known: it
// may have.
func (f *flight) drop() {
	at := f.sent
	f.pumping = f.pump || len(at) > 0 && at[0].actuate && at[0].pump
	f.queue, f.sent = nil, nil
}

// take begins where the controller is. Its pump may be on from a life before.
func (f *flight) take(st Status) {
	f.pump = f.pump || st.Pumping
	f.drop()
	f.end = st.Position
	if ahead := int16(f.next - st.Done); ahead < 1 || ahead > 4*mostInFlight {
		f.next = st.Done + 1
	}
}

func (f *flight) move(c kinematics.Chain) {
	for _, s := range c.Segments {
		f.queue = append(f.queue, item{segment: s})
	}
	f.end = c.End
}

func (f *flight) actuate(pump, valve bool, dwell time.Duration) {
	f.queue = append(f.queue, item{actuate: true, pump: pump, valve: valve, dwell: dwell})
	f.pumping = pump
}

// reach marks the last item so far; without one the mark is reached at once, and reach tells so.
func (f *flight) reach(m mark) bool {
	if len(f.queue) == 0 {
		return true
	}
	f.queue[len(f.queue)-1].mark = m
	return false
}

// land takes off what is complete and returns it.
func (f *flight) land(now time.Duration, done uint16) []item {
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

// send fills the controller's queue. On a rough line what sets off late arrives; what begins at once may starve.
func (f *flight) send(now time.Duration, c Controller, rough bool) {
	if rough && len(f.sent) == 0 && len(f.queue) > 0 {
		f.lead()
	}
	for len(f.queue) > 0 && len(f.sent) < mostInFlight {
		if len(f.sent) == 0 {
			f.doneAt = now
		}
		i := f.queue[0]
		if i.actuate {
			c.Actuate(f.next, i.pump, i.valve, i.dwell)
		} else {
			c.Segment(f.next, i.segment)
		}
		f.queue, f.sent = f.queue[1:], append(f.sent, i)
		f.next++
	}
}

// lead begins with a wait.
func (f *flight) lead() {
	if !f.queue[0].actuate {
		f.queue = slices.Insert(f.queue, 0, item{actuate: true, pump: f.pump, valve: f.valve})
	}
	f.queue[0].dwell = max(f.queue[0].dwell, headStart)
}

// due is when the item that the controller is at must be complete, leaving it the time to tell.
func (f *flight) due(wait time.Duration) time.Duration {
	if len(f.sent) == 0 {
		return Never
	}
	return f.doneAt + f.sent[0].duration() + wait
}

// land notes what is complete.
func (t *pass) land() {
	for _, i := range t.flight.land(t.now, t.st.Done) {
		t.note(i.mark)
	}
}

func (t *pass) note(m mark) {
	switch m {
	case near:
		t.near = true
	case switched:
		t.switched = true
	case nothing:
	}
}

// lateness gives up on a controller that acknowledges but does not move.
func (t *pass) lateness() {
	due := t.flight.due(t.watch.wait)
	if t.stage == stopping || due == Never {
		return
	}
	if t.now >= due {
		t.fault("the controller doesn't finish what it was given")
		return
	}
	t.wake(due)
}
