package controller

import (
	"time"

	"crownhead/firmware/link/wire"
)

const (
	statusIntervalBusy = 50 * time.Millisecond
	reportInterval     = 100 * time.Millisecond
	helloInterval      = 500 * time.Millisecond
)

// reports is what the controller has told, and when.
type reports struct {
	nextHelloAt    time.Duration // next greeting without a session
	nextStatusAt   time.Duration // next status
	nextSnapshotAt time.Duration // next snapshot
	snapshotDue    bool          // a snapshot is due at once
	lastStatus     wire.Status   // the last one
	bits           uint32        // of the last snapshot
	buttons        uint8
	counter        uint16
	presses        uint8
}

// appendReports appends what is due: a greeting while no session is open, else snapshot and status.
func (c *Controller) appendReports(now time.Duration) {
	r := &c.reports
	if c.channel.Session() == 0 {
		if now >= r.nextHelloAt {
			r.nextHelloAt = now + helloInterval
			c.out = c.channel.AppendUnsequenced(c.out, c.helloMessage(0))
		}
		return
	}
	c.appendSnapshot(now)
	s, t := c.statusMessage(), r.lastStatus
	if now >= r.nextStatusAt || s.State != t.State || s.Flags != t.Flags || s.Cause != t.Cause || s.Done != t.Done {
		r.lastStatus = s
		r.nextStatusAt = now + reportInterval
		if c.hasWork() {
			r.nextStatusAt = now + statusIntervalBusy
		}
		c.out = c.channel.AppendUnsequenced(c.out, s)
	}
}

// appendSnapshot reports the field when it has changed, and now and then anyway.
func (c *Controller) appendSnapshot(now time.Duration) {
	r := &c.reports
	bits, buttons := c.world.Sensors(), uint8(0)
	if c.redButton.level {
		buttons = 1
	}
	if c.world.EstopIn() {
		buttons |= 4
	}
	if bits == r.bits && buttons == r.buttons && !r.snapshotDue && now < r.nextSnapshotAt {
		return
	}
	r.bits, r.buttons, r.snapshotDue = bits, buttons, false
	r.nextSnapshotAt = now + reportInterval
	r.counter++
	c.out = c.channel.AppendUnsequenced(c.out, wire.Snapshot{Counter: r.counter, Bits: bits, Buttons: buttons, Presses: r.presses})
}

// nextReport is when appendReports has something to do, or something moves that may give it something.
func (c *Controller) nextReport(now time.Duration) time.Duration {
	if c.needsEveryMs(now) {
		return now + pollInterval
	}
	if c.channel.Session() == 0 {
		return c.reports.nextHelloAt
	}
	return c.world.NextFlicker(min(c.reports.nextStatusAt, c.reports.nextSnapshotAt))
}

// reportPress reports a press of the red button with what the field reads at that moment.
func (c *Controller) reportPress() {
	c.reports.presses++
	c.reports.snapshotDue = true
	c.sendMessage(wire.Press{Count: c.reports.presses, Bits: c.world.Sensors()})
}

func (c *Controller) helloMessage(nonce uint32) wire.Hello {
	return wire.Hello{
		Major: wire.Major, Minor: wire.Minor, Flags: wire.HelloVirtual, Cause: c.resetCause,
		Firmware: virtualFirmware, Boot: c.bootID, Nonce: nonce, SetupCRC: c.setup.crc,
	}
}

func (c *Controller) statusMessage() wire.Status {
	m := &c.motion
	return wire.Status{
		State: c.state(), Flags: c.statusFlags(), Cause: m.stopCause,
		Free: uint8(wire.QueueLen - len(m.queue)), Done: m.done,
		Position: m.position(), SupplyMv: uint16(c.world.SupplyMv()), Beat: c.heartbeat,
	}
}

func (c *Controller) statusFlags() uint16 {
	var f uint16
	set := func(flag uint16, on bool) {
		if on {
			f |= flag
		}
	}
	pump, vent := c.world.Vacuum()
	set(wire.FlagHomed, c.motion.homed)
	set(wire.FlagMoving, c.motion.axesMoving() || c.homing.active)
	set(wire.FlagEstop, c.world.EstopIn())
	set(wire.FlagPump, pump)
	set(wire.FlagValve, vent)
	set(wire.FlagSetup, c.setup.accepted)
	return f
}
