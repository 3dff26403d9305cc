package robot

import (
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/firmware/link"
	"crownhead/robot/turn"
)

// items translates the numbers of queue items: on the link they are never zero and go on from what the controller has
// done, the runner's simply count.
type items struct {
	last uint16 // number on the link of the last item sent
	done uint16 // the runner's number of the last one that is known to be complete
	sent [2 * link.QueueLen]struct{ link, runner uint16 }
	next int // place in sent
}

func (i *items) begin(done uint16) { *i = items{last: done, done: i.done} }

// number returns the number on the link of the runner's next item.
func (i *items) number(runner uint16) uint16 {
	i.last++
	if i.last == 0 {
		i.last++
	}
	i.sent[i.next] = struct{ link, runner uint16 }{i.last, runner}
	i.next = (i.next + 1) % len(i.sent)
	return i.last
}

// complete returns the runner's number of the last item that is complete.
func (i *items) complete(link uint16) uint16 {
	for _, s := range i.sent {
		if s.link == link && link != 0 {
			i.done = s.runner
		}
	}
	return i.done
}

// A controller hands the runner's items to the link and keeps the first refusal.
type controller struct {
	core *Core
	err  error
}

var _ arm.Controller = (*controller)(nil)

// Segment implements arm.Controller.
func (c *controller) Segment(id uint16, s arm.Segment) {
	c.keep(c.core.link.Segment(link.Segment{ID: c.core.items.number(id), Ticks: s.Ticks, End: s.End, Exit: s.Exit}))
}

// Actuate implements arm.Controller.
func (c *controller) Actuate(id uint16, pump, valve bool, dwell time.Duration) {
	c.keep(c.core.link.Actuate(link.Actuate{
		ID: c.core.items.number(id), Pump: flag(pump), Valve: flag(valve), DwellMs: uint16(dwell.Milliseconds()),
	}))
}

// Stop implements arm.Controller.
func (c *controller) Stop() { c.keep(c.core.link.Stop(link.StopSoft)) }

func (c *controller) keep(err error) {
	if c.err == nil {
		c.err = err
	}
}

func flag(on bool) uint8 {
	if on {
		return 1
	}
	return 0
}

// armStatus is what the runner may know of the controller and the sensors.
func (c *Core) armStatus() arm.Status {
	st := c.link.State()
	return arm.Status{
		Done: c.items.complete(st.Status.Done), Idle: st.Idle, Bits: c.squares(st.Bits), Unknown: c.state.Sensors.Masked,
		Position: st.Status.Position, Homed: c.placed(),
		Pumping: st.Pumping, Held: st.Stopped, Lossy: st.Lossy,
	}
}

// placed tells whether the arm knows where it is, and may move from there.
func (c *Core) placed() bool {
	st := c.link.State()
	return st.Up && st.Homed && (c.state.Arm.Homed || c.emptying)
}

// squares turns places, as the wire counts them from the visitor's left, into squares.
func (c *Core) squares(places uint32) board.Bits {
	bits := board.Bits(places)
	if c.state.Settings.Visitor == board.Black {
		return bits.Rotate()
	}
	return bits
}

// home reports that the arm knows where it is. With the pump on, a checker may hang on the nozzle that no sensor sees:
// it is laid down first, so that what the board shows is all there is.
func (c *Core) home(now time.Duration) {
	if c.state.Phase == turn.Service || !c.link.State().Pumping {
		c.feed(now, turn.Event{Kind: turn.EventHomed})
		return
	}
	c.emptying = true
	c.runner.Halt()
	c.runner.Park()
}

// parked goes on with what the arm was parked for.
func (c *Core) parked(now time.Duration) {
	if c.leaving == parking {
		c.leaving = gone
	}
	if c.emptying {
		c.emptying = false
		c.feed(now, turn.Event{Kind: turn.EventHomed})
	}
}

// armEvent feeds what the runner reports.
func (c *Core) armEvent(now time.Duration, e arm.Event) {
	c.noteArm(e)
	if e.Kind == arm.EventFault {
		c.fails(now, e.Detail)
	}
	switch {
	case e.Kind == arm.EventParked:
		c.parked(now)
		return
	case e.Kind == arm.EventHeld && c.leaving == parking:
		c.runner.Resume() // Step hears nothing more: nobody else would let it go on
		return
	}
	if e.Found {
		c.picked(e.Dx, e.Dy)
	}
	out := turn.Event{Kind: turn.EventArm, Arm: turn.ArmReport(e.Kind), Step: e.Step, Expected: e.Expected, Bits: e.Seen}
	if e.Square < board.NoSquare {
		out.Square = e.Square.String()
	}
	if !out.SawBoard() {
		out.Expected, out.Bits = 0, 0
	}
	c.feed(now, out)
}

// picked takes a pick that the sensors have seen, and tells the operator when they drift.
func (c *Core) picked(dx, dy float64) {
	c.drift.AddPick(dx, dy)
	if !c.drift.DetectDrift() {
		return
	}
	x, y, found, of := c.drift.Mean()
	c.note(NoteError, "checkers are found off the middle of their squares in one direction", "x_mm", tenths(x), "y_mm", tenths(y),
		"found", found, "of", of, "hint", "the board or the arm has been moved: calibrate again")
}
