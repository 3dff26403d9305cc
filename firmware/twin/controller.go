package twin

import (
	"math/rand/v2"
	"time"

	"crownhead/firmware/link/wire"
)

const (
	millisecond  = time.Millisecond
	ticksPerMs   = 1000 / wire.TickMicros
	firmwareHash = 0x7717_0001
	subSteps     = 256 // of a step, in positions on the wire
	supplyMv     = 12000

	pace       = 5 * time.Millisecond // at most between two looks while something moves
	statusBusy = 50 * time.Millisecond
	reportIdle = 100 * time.Millisecond
	helloEvery = 500 * time.Millisecond
)

// ControllerConfig is how the virtual controller differs from a real one.
type ControllerConfig struct {
	Seed uint64
	Boot time.Duration // how long its boot loader listens and swallows what is sent
}

// Controller is the virtual Arduino: it speaks the wire protocol, interpolates segments as the firmware does, and drives
// a World. It is a step machine, owned by one goroutine.
type Controller struct {
	world *World
	cfg   ControllerConfig
	rng   *rand.Rand

	at      time.Duration // up to here everything has happened, on whole milliseconds
	boots   time.Duration // when the boot loader hands over
	boot    uint32
	cause   uint8 // of the reset
	nonce   uint32
	heard   time.Duration // last frame of this session
	decoder wire.Decoder
	channel wire.Channel
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

// NewController powers a controller up.
func NewController(world *World, cfg ControllerConfig) *Controller {
	c := &Controller{world: world, cfg: cfg, rng: rand.New(rand.NewPCG(cfg.Seed, streamBoot))}
	c.Reset(0, wire.ResetPower)
	return c
}

// Reset starts the controller anew: another boot id, session, queue and position lost, pump and valve off, motors where
// they are.
func (c *Controller) Reset(now time.Duration, cause uint8) {
	c.run(now)
	c.at = max(c.at, now.Truncate(millisecond))
	c.boots = now + c.cfg.Boot
	c.boot, c.cause, c.nonce = c.rng.Uint32(), cause, 0
	c.decoder = wire.Decoder{}
	c.channel.Reset(0)
	c.setup = setup{}
	c.homing = homing{}
	c.motion.lose(c.world)
	c.vacuum, c.supplied = wire.Never, c.boots
	c.reports = reports{hello: c.boots}
	c.red = debounce{}
	c.world.Vacuum(false, false, now)
	c.world.shown = display{}
	c.world.changed = true
}

// Spoilt implements Driver.
func (c *Controller) Spoilt() uint64 { return c.decoder.Errors.Total() }

// Boot is the present boot id.
func (c *Controller) Boot() uint32 { return c.boot }

// Advance implements Driver.
func (c *Controller) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	c.out = c.out[:0]
	c.run(now)
	if now < c.boots {
		return nil, c.boots
	}
	c.world.flicker(now)
	c.decoder.Feed(in, func(f wire.Frame) { c.receive(now, f) })
	if c.world.estop {
		c.emergency(now, wire.CauseButton)
	}
	c.watchSupply(now)
	c.listen(now)
	if c.channel.Pending() > 0 {
		c.out, _ = c.channel.Advance(now, c.out) // an echo or a fault leaves before the status that follows from it
	}
	c.report(now)
	var resend time.Duration
	c.out, resend = c.channel.Advance(now, c.out)
	return c.out, max(min(resend, c.nextReport(now), c.nextSilence()), now+millisecond)
}

// run simulates whole milliseconds until now; where nothing moves it jumps.
func (c *Controller) run(now time.Duration) {
	for c.at+millisecond <= now {
		if !c.busy(c.at) {
			c.at = now.Truncate(millisecond)
			return
		}
		c.at += millisecond
		c.step(c.at)
	}
}

// busy tells that the next millisecond changes something.
func (c *Controller) busy(now time.Duration) bool {
	return c.motion.working() || c.homing.active || !c.world.quiet() || c.red.restless || c.world.button.busy(now)
}

// step is one millisecond of everything.
func (c *Controller) step(now time.Duration) {
	c.watchSupply(now)
	moved := false
	switch {
	case c.homing.active:
		c.home(now)
		moved = true
	case c.motion.working():
		moved = c.work(now)
	}
	if moved {
		c.world.move(now, c.motion.steps())
		c.guard()
	} else {
		c.world.breathe(now)
	}
	moving := c.homing.active || c.motion.working() // from now on: nothing may be due for a long time
	c.world.changed = c.world.changed || moving != c.world.shown.moving
	c.world.shown.moving = moving
	was := c.red.level
	if c.red.sample(c.world.button.contact(now)) {
		c.press()
	}
	c.world.changed = c.world.changed || c.red.level != was
}

// press reports a press of the red button with what the field reads at that moment.
func (c *Controller) press() {
	c.reports.presses++
	c.reports.unseen = true
	if c.channel.Session() != 0 {
		_ = c.channel.Send(wire.Press{Count: c.reports.presses, Bits: c.world.Sensors()})
	}
}

// debounce accepts a level that has stood for ten milliseconds.
type debounce struct {
	level, restless bool
	same            int
}

// sample takes one millisecond's level and reports a press.
func (d *debounce) sample(raw bool) bool {
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
