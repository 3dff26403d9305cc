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
	millisecond  = time.Millisecond
	ticksPerMs   = 1000 / wire.TickMicros
	firmwareHash = 0x7717_0001

	busyPace = 5 * time.Millisecond // at most between two looks while something moves

	streamBoot = 5 // of the random numbers; the world and the cable have the others
)

// Config is how the virtual controller differs from a real one.
type Config struct {
	Seed uint64
	Boot time.Duration // how long its boot loader listens and swallows what is sent
}

// Controller is the virtual Arduino. It is a step machine, owned by one goroutine.
type Controller struct {
	world *world.World
	cfg   Config
	rng   *rand.Rand

	stepsPerDegree float64

	at      time.Duration // up to here everything has happened, on whole milliseconds
	boots   time.Duration // when the boot loader hands over
	boot    uint32
	cause   uint8 // of the reset
	nonce   uint32
	heard   time.Duration // last frame of this session
	decoder wire.Decoder
	channel wire.ReliableLink
	out     []byte

	setup  setup
	motion motion
	homing homing
	vacuum time.Duration // when the vacuum is given up, or never

	supplied time.Duration // the motors' supply was good last

	reports reports
	red     debounce
	beat    uint16
	stopNo  uint16 // nonce of the last STOP of this session
}

// Boot is the present boot id.
func (c *Controller) Boot() uint32 { return c.boot }

// Spoilt is how many pieces between two delimiters were no frames, since the last reset.
func (c *Controller) Spoilt() uint64 { return c.decoder.Errors.Total() }

// sendMessage queues a sequenced message; with the backlog full the host has long been gone, and a
// new session clears it.
func (c *Controller) sendMessage(m wire.Message) {
	if c.channel.Session() != 0 {
		_ = c.channel.Send(m)
	}
}

// isActive reports that the arm has something to do.
func (c *Controller) isActive() bool { return c.motion.isWorking() || c.homing.active }

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

// isBusy reports that the next millisecond changes something.
func (c *Controller) isBusy(now time.Duration) bool {
	return c.isActive() || !c.world.VacuumSettled() || c.red.restless || c.world.ButtonBusy(now)
}

// showHomed shows people whether the arm is homed.
func (c *Controller) showHomed() {
	d := c.world.Display()
	d.Homed = c.motion.homed
	c.world.Show(d)
}

// debounce accepts a level that has stood for ten milliseconds.
type debounce struct {
	level, restless bool
	same            int
}

// sampleLevel takes one millisecond's level and reports a press.
func (d *debounce) sampleLevel(raw bool) (pressed bool) {
	const settled = 10
	if raw == d.level {
		d.same, d.restless = 0, false
		return false
	}
	d.restless = true
	if d.same++; d.same < settled {
		return false
	}
	d.level, d.same, d.restless = raw, 0, false
	return raw
}
