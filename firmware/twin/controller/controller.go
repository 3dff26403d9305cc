// Package controller is the virtual controller: it speaks the wire protocol, interpolates segments as
// the firmware does, and drives a world.
//
// A Controller is a step machine without goroutines and clocks: the caller of Advance owns both. It
// simulates whole milliseconds, and jumps over those in which nothing changes.
package controller

import (
	"math/rand/v2"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/world"
)

const (
	millisecond     = time.Millisecond
	ticksPerMs      = 1000 / wire.TickMicros
	virtualFirmware = 0x7717_0001 // the hash that it gives as its firmware's
)

// Config is what a caller can choose about the virtual controller.
type Config struct {
	Seed      uint64        // of the boot ids
	BootDelay time.Duration // how long the boot loader listens after a reset, and swallows what is sent
}

// Controller is the virtual controller. It is a step machine, owned by one goroutine.
type Controller struct {
	world          *world.World
	cfg            Config
	rng            *rand.Rand
	stepsPerDegree float64

	simulatedTo time.Duration // everything until here has happened; whole milliseconds
	bootDoneAt  time.Duration // when the boot loader starts the program
	bootID      uint32
	resetCause  uint8

	sessionNonce uint32
	lastFrameAt  time.Duration // when the last frame of this session arrived
	decoder      wire.Decoder
	channel      wire.ReliableLink
	out          []byte // what leaves with this Advance

	setup     setup
	motion    motion
	homing    homing
	reports   reports
	redButton debounce
	heartbeat uint16 // nonce of the last HEARTBEAT
	stopNonce uint16 // nonce of the last STOP of this session

	vacuumOffAt time.Duration // when the vacuum is switched off because the host is silent, or never
	supplyOKAt  time.Duration // when the motors' supply was last within its bounds
}

// New powers a controller up.
func New(w *world.World, cfg Config) *Controller {
	c := &Controller{
		world: w, cfg: cfg, rng: rand.New(rand.NewPCG(cfg.Seed, groundtruth.StreamBootID)),
		stepsPerDegree: w.Truth().StepsPerDegree,
	}
	w.SetMotorResolution(1.0 / wire.SubSteps)
	c.Reset(0, wire.ResetPower)
	return c
}

// BootID is the number that the controller drew at its last reset.
func (c *Controller) BootID() uint32 { return c.bootID }

// BadFrames is how many stretches between two delimiters were no frames, since the last reset.
func (c *Controller) BadFrames() uint64 { return c.decoder.Errors.Total() }

// sendMessage queues a sequenced message, which is sent until the host acknowledges it. If the
// backlog is full, the host has long been gone, and the next session clears it.
func (c *Controller) sendMessage(m wire.Message) {
	if c.channel.Session() != 0 {
		_ = c.channel.Send(m)
	}
}

// sendNow sends a message that is not sequenced: it leaves with this Advance, and once.
func (c *Controller) sendNow(m wire.Message) { c.out = c.channel.AppendUnsequenced(c.out, m) }

// hasWork reports that a queue, a ramp or a homing is not finished.
func (c *Controller) hasWork() bool { return c.motion.hasQueuedWork() || c.homing.active }

// needsEveryMs reports that the next millisecond may change something.
func (c *Controller) needsEveryMs(now time.Duration) bool {
	return c.hasWork() || !c.world.VacuumSettled() || c.redButton.bouncing || c.world.ButtonSettling(now)
}

// state is the controller's state in the words of Status.
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

// publishHomed passes on to the world's outputs whether the arm is homed.
func (c *Controller) publishHomed() {
	d := c.world.Outputs()
	d.Homed = c.motion.homed
	c.world.SetOutputs(d)
}
