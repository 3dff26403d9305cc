package twin

import (
	"errors"
	"time"

	"crownhead/firmware/sim"
)

// ErrMute is why a bench fails whose board runs something else, or hangs.
var ErrMute = errors.New("the program on the simulated board speaks no protocol of crownhead's: is it crownhead's firmware?")

const (
	muteAfter  = 10 * time.Second  // a firmware that lives says twice a second who it is
	stillAfter = 100 * millisecond // without a step for so long the motors have come to rest
	heldUp     = 20 * millisecond  // a bench that is further behind the wall lets that time go by: the host was held up, too
)

// A Chip is a board with the firmware on it; *sim.Board is one.
type Chip interface {
	Slice(d time.Duration, in sim.Inputs, bytes []byte) (sim.Outputs, error)
	Reset() error
}

// BenchConfig is how a bench works.
type BenchConfig struct {
	Boot   time.Duration // how long its boot loader listens and swallows what is sent
	Paced  bool          // by the wall's clock: when that is too fast for it, time is left out
	Failed func(error)   // told once that the board is dead; may be nil
}

// A Bench is the real firmware on a simulated board, its pins wired to a world: what Controller is to the virtual robot. It goes by the
// processor's time, a millisecond at once, and never jumps.
type Bench struct {
	world *World
	chip  Chip
	cfg   BenchConfig

	at    time.Duration // up to here everything has happened, on whole milliseconds
	boots time.Duration // when the boot loader hands over
	in    []byte        // has arrived, and goes in with the next slice
	out   []byte
	err   error

	motor   [3]float64 // steps that the motors are driven to, from their true zero
	stepped time.Duration
	resting bool
	awake   bool // the drivers
	pump    bool
	vent    bool
	tap     tap
}

// NewBench wires a board to a world and powers it up.
func NewBench(w *World, chip Chip, cfg BenchConfig) *Bench {
	w.watch.coarse()
	b := &Bench{world: w, chip: chip, cfg: cfg}
	b.Reset(0, 0)
	return b
}

// Reset implements Driver. The cause is what the processor finds it to be.
func (b *Bench) Reset(now time.Duration, _ uint8) {
	b.Advance(now, nil)
	if b.err != nil {
		return
	}
	if err := b.chip.Reset(); err != nil {
		b.fail(err)
		return
	}
	b.boots = now + b.cfg.Boot
	b.in, b.out = b.in[:0], b.out[:0]
	b.world.watch.home()
	b.motor = b.world.motor()
	b.rest()
	b.awake, b.pump, b.vent = false, false, false
	b.world.Vacuum(false, false, now)
	b.world.shown = display{}
	b.world.changed = true
	b.tap = tap{}
}

// Spoilt implements Driver.
func (b *Bench) Spoilt() uint64 { return b.tap.fromHost.Errors.Total() }

// Advance implements Driver. What arrives now goes in with the next slice.
func (b *Bench) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	b.out = b.out[:0]
	if b.cfg.Paced && now-b.at > heldUp {
		b.at = (now - heldUp).Truncate(millisecond)
	}
	for b.at+millisecond <= now && b.err == nil {
		b.at += millisecond
		b.step(b.at)
	}
	if b.err != nil {
		return nil, now + time.Second
	}
	if now >= b.boots {
		b.in = append(b.in, in...)
	}
	return b.out, max(b.at, now) + pace
}

// step is the millisecond until now.
func (b *Bench) step(now time.Duration) {
	if now <= b.boots {
		b.world.breathe(now)
		return
	}
	b.world.flicker(now)
	b.tap.hear(b.in)
	o, err := b.chip.Slice(millisecond, b.inputs(now), b.in)
	if err != nil {
		b.fail(err)
		return
	}
	b.in = b.in[:0]
	b.out = append(b.out, o.Bytes...)
	for _, e := range o.Events {
		b.feel(now, e)
	}
	b.turn(now)
	if b.overhear(now, o.Bytes); !b.tap.spoken {
		if b.tap.mute += millisecond; b.tap.mute > muteAfter {
			b.fail(ErrMute)
		}
	}
}

func (b *Bench) fail(err error) {
	b.err = err
	if b.cfg.Failed != nil {
		b.cfg.Failed(err)
	}
}

// inputs are what the world does to the pins.
func (b *Bench) inputs(now time.Duration) sim.Inputs {
	in := sim.Inputs{Field: b.world.Sensors(), SupplyMv: b.world.supply()}
	for j := range 3 {
		if b.world.onSwitch(j) {
			in.Switches |= 1 << j
		}
	}
	if b.world.button.contact(now) {
		in.Buttons |= sim.RedButton
	}
	if b.world.estop {
		in.Buttons |= sim.EmergencyButton
	}
	return in
}

// feel is what a pin does to the world.
func (b *Bench) feel(now time.Duration, e sim.Event) {
	w := b.world
	switch e.Kind {
	case sim.Step:
		b.pulse(now, e)
		return
	case sim.Drivers:
		b.awake = e.Value != 0
		return
	case sim.Pump, sim.Valve:
		if e.Kind == sim.Pump {
			b.pump = e.Value != 0
		} else {
			b.vent = e.Value != 0
		}
		w.Vacuum(b.pump, b.vent, now)
	case sim.Lamp:
		w.shown.buttonLED = uint8(e.Value)
	case sim.Servo:
		w.shown.servos[e.Index&3] = uint16(e.Value)
	case sim.Row:
		w.shown.leds[e.Index&15] = byte(e.Value)
	default:
		return
	}
	w.changed = true
}

// pulse turns a motor by a step, if it has a current.
func (b *Bench) pulse(now time.Duration, e sim.Event) {
	if !b.awake || b.world.supply() == 0 || e.Index > 2 {
		return
	}
	if b.resting {
		b.world.watch.rest(b.motor)
		b.resting = false
	}
	b.stepped = now
	if e.Value != 0 {
		b.motor[e.Index]++
	} else {
		b.motor[e.Index]--
	}
}

// turn lets the world follow the motors. The witness goes on looking for a while when they stand: how they came to rest is of
// interest, too.
func (b *Bench) turn(now time.Duration) {
	if b.resting || now-b.stepped > stillAfter {
		b.resting = true
		b.world.breathe(now)
		return
	}
	b.world.move(now, b.motor)
}

// rest tells that the motors stand, however they came to.
func (b *Bench) rest() {
	b.world.watch.rest(b.motor)
	b.resting = true
}
