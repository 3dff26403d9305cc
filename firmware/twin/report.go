package twin

import (
	"time"

	"crownhead/firmware/link/wire"
)

// reports is what the controller has told, and when.
type reports struct {
	hello    time.Duration // next greeting without a session
	status   time.Duration // next status
	snapshot time.Duration // next snapshot
	unseen   bool          // a snapshot is due at once
	told     wire.Status   // the last one
	bits     uint32        // of the last snapshot
	buttons  uint8
	counter  uint16
	presses  uint8
}

// report appends what is due: a greeting while no session is open, else status and snapshot.
func (c *Controller) report(now time.Duration) {
	r := &c.reports
	if c.channel.Session() == 0 {
		if now >= r.hello {
			r.hello = now + helloEvery
			c.out = c.channel.Append(c.out, c.greeting(0))
		}
		return
	}
	c.snapshot(now)
	s, t := c.status(), r.told
	if now >= r.status || s.State != t.State || s.Flags != t.Flags || s.Cause != t.Cause || s.Done != t.Done {
		r.told = s
		r.status = now + c.statusPace()
		c.out = c.channel.Append(c.out, s)
	}
}

func (c *Controller) statusPace() time.Duration {
	if c.motion.working() || c.homing.active {
		return statusBusy
	}
	return reportIdle
}

// snapshot reports the field when it has changed, and now and then anyway.
func (c *Controller) snapshot(now time.Duration) {
	r := &c.reports
	bits, buttons := c.world.Sensors(), uint8(0)
	if c.red.level {
		buttons = 1
	}
	if c.world.estop {
		buttons |= 4
	}
	if bits == r.bits && buttons == r.buttons && !r.unseen && now < r.snapshot {
		return
	}
	r.bits, r.buttons, r.unseen = bits, buttons, false
	r.snapshot = now + reportIdle
	r.counter++
	c.out = c.channel.Append(c.out, wire.Snapshot{Counter: r.counter, Bits: bits, Buttons: buttons, Presses: r.presses})
}

func (c *Controller) status() wire.Status {
	m := &c.motion
	return wire.Status{
		State: c.state(), Flags: c.flags(), Cause: m.cause, Free: uint8(wire.QueueLen - len(m.queue)), Done: m.done,
		Position: m.position(), SupplyMv: uint16(c.world.supply()), Beat: c.beat,
	}
}

func (c *Controller) flags() uint16 {
	var f uint16
	set := func(flag uint16, on bool) {
		if on {
			f |= flag
		}
	}
	set(wire.FlagHomed, c.motion.homed)
	set(wire.FlagMoving, c.motion.moving() || c.homing.active)
	set(wire.FlagEstop, c.world.estop)
	set(wire.FlagPump, c.world.nozzle.pump)
	set(wire.FlagValve, c.world.nozzle.vent)
	set(wire.FlagSetup, c.setup.accepted)
	return f
}

// nextReport is when report has something to do, or something moves that may give it something.
func (c *Controller) nextReport(now time.Duration) time.Duration {
	if c.busy(now) {
		return now + pace
	}
	if c.channel.Session() == 0 {
		return c.reports.hello
	}
	return c.world.nextFlicker(min(c.reports.status, c.reports.snapshot))
}
