package robot

import (
	"time"

	"crownhead/arm"
	"crownhead/board/sensing"
	"crownhead/firmware/link"
	"crownhead/robot/journal"
	"crownhead/robot/sensors"
	"crownhead/robot/turn"
)

// Advance takes what has come in, does everything that is due at now, and returns what is to be done and when it wants
// to be called again at the latest. Time begins with 0 at NewCore and never goes back.
func (c *Core) Advance(now time.Duration, in Input) (Output, time.Duration) {
	c.out = Output{Notes: c.early}
	c.early = nil
	next := c.receive(now, in)
	for _, e := range c.settler.DueEvents(now) {
		c.feed(now, e)
	}
	c.take(now, in)
	c.runDue(now)
	next = min(next, c.runArm(now))
	c.wishes(now)
	next = min(next, c.runFace(now), c.flush(now), c.settler.NextDue(), c.nextDeadline())
	c.look()
	c.hear()
	return c.out, next
}

// receive lets the link take what the port has brought.
func (c *Core) receive(now time.Duration, in Input) time.Duration {
	if in.Opened {
		c.link.Open(now)
	}
	if in.Closed {
		c.link.Closed(now)
	}
	out, events, next := c.link.Advance(now, in.Bytes)
	c.out.Bytes = out
	for _, e := range events {
		c.linked(now, e)
	}
	return next
}

// flush puts on the line what has been commanded since receive.
func (c *Core) flush(now time.Duration) time.Duration {
	out, events, next := c.link.Advance(now, nil)
	c.out.Bytes = append(c.out.Bytes, out...)
	for _, e := range events {
		c.linked(now, e)
	}
	return next
}

// take feeds answers and commands.
func (c *Core) take(now time.Duration, in Input) {
	if a := in.Answer; a != nil && a.Hint {
		c.feed(now, turn.Event{Kind: turn.EventHint, Move: a.Move, Ply: a.Ply, Remark: a.Remark})
	} else if a != nil {
		c.feed(now, turn.Event{Kind: turn.EventEngine, Move: a.Move, Win: a.Win, Ply: a.Ply, Remark: a.Remark})
	}
	for _, command := range in.Commands {
		c.chosen.note(command.Name, command.Args)
		c.obey(now, command)
	}
}

// A queuedEvent waits for its turn.
type queuedEvent struct {
	turn.Event
	silent bool // what is said about it is not passed on
	homed  bool // the arm knows its position already: it need not look for its switches
	trust  bool // no event, but a look at the masked sensors, now that the board is known to equal the game
}

// feed takes an event up and does what follows from it, and from that in its turn.
func (c *Core) feed(now time.Duration, e turn.Event) { c.enqueue(now, queuedEvent{Event: e}) }

// enqueue puts an event behind those that wait, and works the queue off. What an effect raises waits until all effects of
// its own event are carried out: nothing is entered again.
func (c *Core) enqueue(now time.Duration, e queuedEvent) {
	e.silent = e.silent || c.quiet
	c.queue = append(c.queue, e)
	if c.working {
		return
	}
	c.working = true
	for ; len(c.queue) > 0; c.queue = c.queue[1:] {
		next := c.queue[0]
		c.quiet = next.silent
		if next.trust {
			c.trustSensors(now)
		} else {
			c.process(now, next)
		}
	}
	c.queue, c.quiet, c.working = nil, false, false
}

// process carries one event through Step and the journal, and carries the effects out.
func (c *Core) process(now time.Duration, e queuedEvent) {
	if c.leaving != staying && e.Command != turn.CommandStop {
		return // the journal ends where it can be taken up again
	}
	e.T = (now - c.epoch).Truncate(time.Millisecond)
	var result turn.StepResult
	phase := c.state.Phase
	c.state, result = turn.Step(c.state, e.Event)
	if c.state.Phase != phase {
		c.since.phase = now
	}
	c.journal.Append(e.Event, result)
	c.stale = true
	for _, effect := range result.Effects {
		c.carryOut(now, effect)
	}
	if e.homed {
		c.homing, c.emptying = false, false
	}
	if result.Verdict == sensing.MoveMade || result.HasEffect(turn.EffectHandover) {
		c.enqueue(now, queuedEvent{trust: true})
	}
	if fault := c.journal.Err() != nil; fault != c.disk {
		c.diskChanged(now, fault)
	}
}

// diskChanged tells that the journal can't be written, or can be again.
func (c *Core) diskChanged(now time.Duration, fault bool) {
	c.disk = fault
	if fault {
		c.note(NoteError, "the journal is not written", "error", c.journal.Err().Error(), "hint", journal.DiskHint)
	} else {
		c.note(NoteInfo, "the journal is written again, nothing is missing")
		c.closeLate()
	}
	c.feed(now, turn.Event{Kind: turn.EventDisk, On: fault})
}

// runDue feeds the named times that are over, the earliest first.
func (c *Core) runDue(now time.Duration) {
	for {
		name, at := c.earliest()
		if at > now {
			return
		}
		delete(c.deadlines, name)
		c.feed(now, turn.Event{Kind: turn.EventDeadline, Deadline: name})
	}
}

func (c *Core) nextDeadline() time.Duration {
	_, at := c.earliest()
	return at
}

// earliest is the named time that comes first; the names decide between equal ones, so that one run is like another.
func (c *Core) earliest() (turn.DeadlineName, time.Duration) {
	first, at := turn.DeadlineName(""), sensors.Never
	for name, t := range c.deadlines {
		if t < at || (t == at && name < first) {
			first, at = name, t
		}
	}
	return first, at
}

// runArm lets the runner go on and feeds what it reports.
func (c *Core) runArm(now time.Duration) time.Duration {
	for {
		adapter := controller{core: c}
		events, next := c.runner.Advance(now, c.armStatus(), &adapter)
		if adapter.err != nil {
			c.runner.Halt()
			events = append(events, arm.Event{Kind: arm.EventFault, Detail: adapter.err.Error()})
		}
		for _, e := range events {
			c.armEvent(now, e)
		}
		if len(events) == 0 {
			return next
		}
	}
}

// linked handles what the link reports.
func (c *Core) linked(now time.Duration, e link.Event) {
	c.noteLink(e)
	c.follow(now, e)
	switch e.Kind {
	case link.Up:
		c.linkUp(now)
	case link.Down:
		c.forget()
		c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkDown})
	case link.Reset:
		c.forget()
		c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkReset, Boot: e.Boot, Virtual: e.Virtual})
	case link.Refused:
		c.out.Rejected = e.Refusal
		refusal := turn.RefusedSetup
		if e.Refusal == link.RefusedVersion {
			refusal = turn.RefusedFirmware
		}
		c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkRefused, Refusal: refusal})
	case link.Bits:
		c.changes.Observe(now, c.squares(e.Bits))
		c.watchFlicker(now)
		c.settler.Observe(now, c.squares(e.Bits))
	case link.Press:
		c.settler.Observe(now, c.squares(e.Bits))
		c.settler.AddPress(now)
		c.feed(now, turn.Event{Kind: turn.EventPress})
	case link.Homed:
		c.home(now)
	case link.Stopped:
		switch e.Cause {
		case link.CauseFault:
			c.faulted++
		case link.CauseSilence: // it may have broken the homing off
			c.homing = c.homing || c.state.Phase == turn.Boot && c.state.Link.Up && !c.state.Arm.Homed
		}
		c.latch(now)
	case link.Cleared:
		c.latch(now)
	case link.Status, link.Fault:
		// the state is read where it is needed, and a fault that matters stops the arm
	}
}

// linkUp begins a session.
func (c *Core) linkUp(now time.Duration) {
	c.items.begin(c.link.State().Status.Done)
	c.releasing = false
	c.meet(now)
}

const uncalibratedHint = "crownhead calibrate corners measures where the board is, and writes it into the configuration"

// meet tells Step of the controller that answers. Real hardware whose place nobody has measured moves in service mode only.
func (c *Core) meet(now time.Duration) {
	st := c.link.State()
	if !st.Virtual && !c.cfg.Calibrated {
		if c.state.Phase != turn.Service {
			c.refusal = uncalibratedHint
			c.note(NoteError, "real hardware that nobody has calibrated is given no motion", "hint", uncalibratedHint)
		}
		c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkRefused, Refusal: turn.RefusedUncalibrated, Boot: st.Boot})
		c.relatch(now)
		return
	}
	c.refusal = ""
	c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkUp, Boot: st.Boot, Virtual: st.Virtual})
	c.settler.ReportAgain() // it may have settled while the line was set up
	c.relatch(now)
	if st.HasBits {
		c.settler.Observe(now, c.squares(st.Bits))
	}
}

// forget drops what was known through the link. A robot that leaves has no Step any more that would give the arm's way up:
// without this the arm would seem to have failed.
func (c *Core) forget() {
	if c.leaving != staying {
		c.runner.Halt()
	}
	c.settler.Forget()
	c.changes.Forget()
	c.homing, c.emptying = false, false
}
