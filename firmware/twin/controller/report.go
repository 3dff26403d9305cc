package controller

import (
	"time"

	"crownhead/firmware/link/wire"
)

const (
	statusIntervalBusy = 50 * time.Millisecond
	reportInterval     = 100 * time.Millisecond
	helloInterval      = 500 * time.Millisecond
	pollInterval       = 5 * time.Millisecond // at most between two calls while something changes
)

// reports is what the controller has reported last, and when it reports next.
type reports struct {
	nextHelloAt    time.Duration // while no session is open
	nextStatusAt   time.Duration
	nextSnapshotAt time.Duration
	snapshotDue    bool // at once
	lastStatus     wire.Status
	bits           uint32 // of the last snapshot
	buttons        uint8  // of the last snapshot
	counter        uint16 // of snapshots
	presses        uint8
}

// sendReports sends what is due: a greeting while no session is open, else snapshot and status.
func (c *Controller) sendReports(now time.Duration) {
	r := &c.reports
	if c.channel.Session() == 0 {
		if now >= r.nextHelloAt {
			r.nextHelloAt = now + helloInterval
			c.sendNow(c.helloMessage(0))
		}
		return
	}
	c.sendSnapshot(now)
	s, t := c.statusMessage(), r.lastStatus
	if now >= r.nextStatusAt || s.State != t.State || s.Flags != t.Flags || s.Cause != t.Cause || s.Done != t.Done {
		r.lastStatus = s
		r.nextStatusAt = now + reportInterval
		if c.hasWork() {
			r.nextStatusAt = now + statusIntervalBusy
		}
		c.sendNow(s)
	}
}

// sendSnapshot reports the Hall sensors and buttons when one has changed, and every reportInterval anyway.
func (c *Controller) sendSnapshot(now time.Duration) {
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
	c.sendNow(wire.Snapshot{Counter: r.counter, Bits: bits, Buttons: buttons, Presses: r.presses})
}

// nextReport is when sendReports has something to do. While something changes every millisecond, that
// may be soon.
func (c *Controller) nextReport(now time.Duration) time.Duration {
	if c.needsEveryMs(now) {
		return now + pollInterval
	}
	if c.channel.Session() == 0 {
		return c.reports.nextHelloAt
	}
	return min(c.reports.nextStatusAt, c.reports.nextSnapshotAt, c.world.NextFlicker())
}

// reportPress reports a press of the red button with what the Hall sensors read at that moment.
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
