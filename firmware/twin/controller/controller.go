// Package controller is the virtual controller: it speaks the wire protocol, interpolates segments as
// the firmware does, and drives a world.
//
// A Controller is a step machine without goroutines and clocks: the caller of Advance owns both. It
// goes by whole milliseconds, and jumps over those in which nothing moves.
package controller

import (
	"math/rand/v2"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/world"
)

const (
	millisecond     = time.Millisecond
	ticksPerMs      = 1000 / wire.TickMicros
	virtualFirmware = 0x7717_0001

	pollInterval = 5 * time.Millisecond // at most between two looks while something moves
)

// Config is how the virtual controller differs from a real one.
type Config struct {
	Seed      uint64
	BootDelay time.Duration // how long its boot loader listens and swallows what is sent
}

// Controller is the virtual Arduino. It is a step machine, owned by one goroutine.
type Controller struct {
	world *world.World
	cfg   Config
	rng   *rand.Rand

	stepsPerDegree float64

	simulatedTo  time.Duration // up to here everything has happened, on whole milliseconds
	bootDoneAt   time.Duration // when the boot loader hands over
	bootID       uint32
	resetCause   uint8 // of the reset
	sessionNonce uint32
	lastFrameAt  time.Duration // last frame of this session
	decoder      wire.Decoder
	channel      wire.ReliableLink
	out          []byte

	setup       setup
	motion      motion
	homing      homing
	vacuumOffAt time.Duration // when the vacuum is given up, or never

	supplyOKAt time.Duration // the motors' supply was good last

	reports   reports
	redButton debounce
	heartbeat uint16
	stopNonce uint16 // nonce of the last STOP of this session
}

// BootID is the present boot id.
func (c *Controller) BootID() uint32 { return c.bootID }

// BadFrames is how many pieces between two delimiters were no frames, since the last reset.
func (c *Controller) BadFrames() uint64 { return c.decoder.Errors.Total() }

// sendMessage queues a sequenced message; with the backlog full the host has long been gone, and a
// new session clears it.
func (c *Controller) sendMessage(m wire.Message) {
	if c.channel.Session() != 0 {
		_ = c.channel.Send(m)
	}
}

// hasWork reports that the arm has something to do.
func (c *Controller) hasWork() bool { return c.motion.hasQueuedWork() || c.homing.active }

// state is the controller's state as Status says it.
func (c *Controller) state() uint8 {
	switch {
	case c.motion.latched && c.motion.ramping:
		return wire.StateStopping
	case c.motion.latched:
		return wire.StateStopped
	case !c.setup.accepted:
		return wire.StateUnset
	case c.homing.active:
		return wire.StateHoming
	case !c.motion.homed:
		return wire.StateUnhomed
	default:
		return wire.StateReady
	}
}

// needsEveryMs reports that the next millisecond changes something.
func (c *Controller) needsEveryMs(now time.Duration) bool {
	return c.hasWork() || !c.world.VacuumSettled() || c.redButton.bouncing || c.world.ButtonSettling(now)
}

// publishHomed shows people whether the arm is homed.
func (c *Controller) publishHomed() {
	d := c.world.Outputs()
	d.Homed = c.motion.homed
	c.world.SetOutputs(d)
}

// debounce accepts a level that has stood for ten milliseconds.
type debounce struct {
	level, bouncing bool
	stableMs        int
}

// sampleLevel takes one millisecond's level and reports a press.
func (d *debounce) sampleLevel(raw bool) (pressed bool) {
	const settled = 10
	if raw == d.level {
		d.stableMs, d.bouncing = 0, false
		return false
	}
	d.bouncing = true
	if d.stableMs++; d.stableMs < settled {
		return false
	}
	d.level, d.stableMs, d.bouncing = raw, 0, false
	return raw
}
