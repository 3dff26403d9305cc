package ctest

import (
	"math/rand/v2"

	"crownhead/firmware/link/wire"
)

const tickCycles = 800

// A pulse is a rising edge of a joint's STEP.
type pulse struct {
	cycle   int64
	joint   int
	forward bool
}

// collectPulses takes the pulses since the last time.
func (r *frameRig) collectPulses() {
	r.t.Helper()
	words := r.query("pulses")
	for i := 0; i+2 < len(words); i += 3 {
		r.pulses = append(r.pulses, pulse{r.wordInt(i), int(r.wordInt(i + 1)), words[i+2] == "1"})
	}
}

// A course is the commanded profile of a chain of segments, tick by tick.
type course struct {
	axes [3]wire.Cubic
	tick int64 // so many are over
	left []wire.Segment
	due  [3][]stride // in the profile, and not yet seen in the pulses
}

// A stride is a step of a profile: the tick at which the motor should stand one further.
type stride struct {
	tick    int64
	forward bool
}

func newCourse(from [3]int32, chain []wire.Segment) *course {
	c := &course{left: chain}
	for j := range c.axes {
		c.axes[j].RestAt(from[j])
	}
	return c
}

// advance goes on by a tick; false at the end of the chain.
func (c *course) advance() bool {
	if c.axes[0].TicksLeft() == 0 {
		if len(c.left) == 0 {
			return false
		}
		s := c.left[0]
		c.left = c.left[1:]
		for j := range c.axes {
			c.axes[j].Start(s.Ticks, s.End[j], s.Exit[j])
		}
	}
	c.tick++
	for j := range c.axes {
		stood := c.axes[j].WholeSteps()
		c.axes[j].Tick()
		if now := c.axes[j].WholeSteps(); now != stood {
			c.due[j] = append(c.due[j], stride{c.tick, now > stood})
		}
	}
	return true
}

// nextStride is the joint's next step in the profile, if it has one within so many ticks.
func (c *course) nextStride(j int, until int64) (stride, bool) {
	for len(c.due[j]) == 0 && c.tick < until && c.advance() {
	}
	if len(c.due[j]) == 0 {
		return stride{}, false
	}
	s := c.due[j][0]
	c.due[j] = c.due[j][1:]
	return s, true
}

// A follower holds pulses against a course: each must leave in the very tick that the profile says, in its
// direction, on all joints by one clock that never shifts; so the counts differ at no tick, and segments end
// together.
type follower struct {
	r      *frameRig
	course *course
	base   int64 // cycle of tick 0
	begun  bool
	seen   int
	early  int64 // greatest deviations of a pulse from its tick's mean place, cycles
	late   int64
}

// far is further ahead than any pause of the profiles in these tests.
const far = 40_000

func (f *follower) checkPulses() {
	f.r.t.Helper()
	for _, p := range f.r.pulses {
		want, ok := f.course.nextStride(p.joint, f.course.tick+far)
		if !ok {
			f.r.t.Fatalf("joint %d: a pulse at cycle %d, after the profile's last", p.joint, p.cycle)
		}
		if !f.begun {
			f.begun = true
			f.base = p.cycle - want.tick*tickCycles
		}
		off := p.cycle - f.base - want.tick*tickCycles
		if off > tickCycles*3/4 || off < -tickCycles/4 || p.forward != want.forward {
			f.r.t.Fatalf("joint %d, pulse %d: %d cycles from tick %d of the profile, forward %v (want %v)",
				p.joint, f.seen, off, want.tick, p.forward, want.forward)
		}
		f.early, f.late = min(f.early, off), max(f.late, off)
		f.seen++
	}
	f.r.pulses = f.r.pulses[:0]
}

// checkFinished checks that no pulse of the profile is missing.
func (f *follower) checkFinished() {
	f.r.t.Helper()
	for j := range 3 {
		if s, ok := f.course.nextStride(j, f.course.tick+far); ok {
			f.r.t.Errorf("joint %d: no pulse for tick %d", j, s.tick)
		}
	}
}

// randomChain makes a chain of random segments within the rig's limits, which ends at rest.
func randomChain(seed uint64, segments int) []wire.Segment {
	random := rand.New(rand.NewPCG(seed, 1))
	var at [3]wire.Knot
	var chain []wire.Segment
	for len(chain) < segments {
		s := wire.Segment{Ticks: uint16(20 + random.ExpFloat64()*300)}
		last := len(chain) == segments-1
		if last {
			s.Ticks = wire.MaxTicks
		}
		ok := true
		for j := range at {
			to := randomKnot(random, at[j], s.Ticks, last)
			code, _ := wire.CheckSegment(at[j], to, s.Ticks, rigLimits)
			ok = ok && code == 0
			s.End[j], s.Exit[j] = to.Position, to.Velocity
		}
		if !ok {
			continue
		}
		for j := range at {
			at[j] = wire.Knot{Position: s.End[j], Velocity: s.Exit[j]}
		}
		chain = append(chain, s)
	}
	return chain
}

// randomKnot proposes a joint's next knot: a velocity that is a little another one, drawn towards the middle.
func randomKnot(random *rand.Rand, from wire.Knot, ticks uint16, rest bool) wire.Knot {
	change := (random.Float64()*2 - 1) * min(float64(ticks)*200_000, 1_500_000_000)
	v := float64(from.Velocity) + change - float64(from.Position)*20
	v = max(min(v, 1_900_000_000), -1_900_000_000)
	if rest {
		v = 0
	}
	mean := (float64(from.Velocity) + v) / 2
	off := random.Int32N(min(40, int32(ticks)*int32(ticks)/2000) + 1) // not evenly
	return wire.Knot{
		Position: from.Position + int32(mean*float64(ticks)/(1<<24)) + off,
		Velocity: int32(v),
	}
}
