package wire

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// hermite is the curve that the integers stand for, in steps.
func hermite(p0, v0, p1, v1, ticks, t float64) float64 {
	d := p1 - p0
	a := 3*d/(ticks*ticks) - (2*v0+v1)/ticks
	b := (v0+v1)/(ticks*ticks) - 2*d/(ticks*ticks*ticks)
	return p0 + t*(v0+t*(a+t*b))
}

const (
	subStep = 1.0 / 256
	q32     = 1.0 / (1 << 32)
	q40     = 1.0 / (1 << 40)
)

var wide = JointLimits{Min: -MaxPosition, Max: MaxPosition, MaxSpeed: MaxSpeed, MaxAccel: MaxAccel}

// anySegment draws a segment that Check lets pass.
func anySegment(t *rapid.T, from Knot) (Knot, uint16) {
	ticks := uint16(rapid.IntRange(MinTicks, MaxTicks).Draw(t, "ticks"))
	n := float64(ticks)
	v0 := float64(from.Velocity) * q32
	limit := math.Min(0.45, 0.9*n*float64(MaxAccel)*q40)
	v1 := v0 + limit*rapid.Float64Range(-1, 1).Draw(t, "dv")
	v1 = math.Max(-0.45, math.Min(0.45, v1))
	bend := 0.05 * rapid.Float64Range(-1, 1).Draw(t, "bend") * math.Min(1, n*n*float64(MaxAccel)*q40)
	p1 := float64(from.Position)*subStep + (v0+v1)/2*n + bend
	to := Knot{Position: int32(math.Round(p1 / subStep)), Velocity: int32(v1 / q32)}
	if code, _ := CheckSegment(from, to, ticks, wide); code != 0 {
		t.Skip("not a legal segment")
	}
	return to, ticks
}

// TestCubicFollowsCurve: on every tick of a chain the position is within a
// hundredth of a step of the curve, the motor never skips a step, and each
// segment ends exactly.
func TestCubicFollowsCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := Knot{Position: int32(rapid.IntRange(-1<<20, 1<<20).Draw(t, "start"))}
		var c Cubic
		c.RestAt(from.Position)
		for range rapid.IntRange(1, 4).Draw(t, "segments") {
			to, ticks := anySegment(t, from)
			c.Start(ticks, to.Position, to.Velocity)
			checkFollowsCurve(t, &c, from, to, ticks)
			from = to
		}
	})
}

func checkFollowsCurve(t *rapid.T, c *Cubic, from, to Knot, ticks uint16) {
	p0, v0 := float64(from.Position)*subStep, float64(from.Velocity)*q32
	p1, v1 := float64(to.Position)*subStep, float64(to.Velocity)*q32
	for i := 1; i <= int(ticks); i++ {
		before := c.WholeSteps()
		c.Tick()
		if d := c.WholeSteps() - before; d > 1 || d < -1 {
			t.Fatalf("tick %d of %d: %d steps at once", i, ticks, d)
		}
		want := hermite(p0, v0, p1, v1, float64(ticks), float64(i))
		if got := float64(c.position) * q32; math.Abs(got-want) > 0.01 {
			t.Fatalf("tick %d of %d: at %.5f, curve at %.5f", i, ticks, got, want)
		}
		if c.velocity>>39 != 0 && c.velocity>>39 != -1 {
			t.Fatalf("tick %d of %d: velocity %d is wider than 40 bits", i, ticks, c.velocity)
		}
	}
	if c.Position() != to.Position || c.Velocity() != to.Velocity || c.TicksLeft() != 0 {
		t.Fatalf("ended at %d with %d, want %+v", c.Position(), c.Velocity(), to)
	}
}

// TestSkip: jumping is ticking.
func TestSkip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a Cubic
		a.RestAt(1000)
		to, ticks := anySegment(t, Knot{Position: 1000})
		a.Start(ticks, to.Position, to.Velocity)
		b := a
		for a.TicksLeft() > 0 {
			n := rapid.IntRange(1, 50).Draw(t, "skip")
			a.Skip(uint16(n))
			for range n {
				b.Tick()
			}
			if a != b {
				t.Fatalf("skipped to %+v, ticked to %+v", a, b)
			}
		}
	})
}

// TestWidths: for whatever Check lets pass the differences fit the
// controller's 32 bits.
func TestWidths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		speed := rapid.Int32Range(-MaxSpeed, MaxSpeed)
		from, to := Knot{Velocity: speed.Draw(t, "entry")}, Knot{Velocity: speed.Draw(t, "exit")}
		ticks := uint16(rapid.IntRange(MinTicks, MaxTicks).Draw(t, "ticks"))
		reach := int32(ticks) * 128
		to.Position = rapid.Int32Range(-reach, reach).Draw(t, "end")
		if code, _ := CheckSegment(from, to, ticks, wide); code != 0 {
			return
		}
		s := segmentCurve{int64(ticks), int64(to.Position) << 24, int64(from.Velocity), int64(to.Velocity)}
		vel, dv, ddv := s.chordDifferences()
		last := dv + ddv*int64(ticks/4)
		for _, x := range []int64{dv, ddv, last} {
			if abs(x) > 1<<31-1 {
				t.Fatalf("difference %d is wider than 32 bits: %+v", x, s)
			}
		}
		if abs(vel) >= 1<<39 {
			t.Fatalf("velocity %d is wider than 40 bits: %+v", vel, s)
		}
	})
}

// TestRamp: a stop in mid-segment slows down evenly, never turns back, and ends
// at rest within the deceleration.
func TestRamp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		to, ticks := anySegment(t, Knot{})
		var c Cubic
		c.Start(ticks, to.Position, to.Velocity)
		c.Skip(uint16(rapid.IntRange(0, int(ticks)).Draw(t, "stop")))
		v := c.Velocity()
		n := RampTicks([3]int32{v}, [3]int32{MaxAccel / 4, 1 << 20, 1 << 20})
		c.Ramp(n)
		start, last := c.position, abs(int64(v))
		slack := 3<<22/int64(n) + 1<<12 // the end is on a multiple of 1/256 step
		for c.TicksLeft() > 0 {
			c.Tick()
			now := abs(int64(c.Velocity()))
			if now > last+slack {
				t.Fatalf("faster in a stop: %d after %d", now, last)
			}
			last = now
		}
		if c.Velocity() != 0 || c.position&(1<<24-1) != 0 {
			t.Fatalf("ended with velocity %d at %d", c.Velocity(), c.position)
		}
		way, want := float64(c.position-start)*q32, float64(v)*q32*float64(n)/2
		if math.Abs(way-want) > 0.01 {
			t.Fatalf("went %.4f steps, want %.4f", way, want)
		}
	})
}

// TestCheck: each bound has its code.
func TestCheck(t *testing.T) {
	lim := JointLimits{Min: -1000 << 8, Max: 1000 << 8, MaxSpeed: 1 << 30, MaxAccel: 1 << 25}
	for _, c := range []struct {
		name  string
		to    Knot
		ticks uint16
		want  uint8
	}{
		{"rest", Knot{}, 400, 0},
		{"short", Knot{}, MinTicks - 1, FaultTicks},
		{"long", Knot{}, MaxTicks + 1, FaultTicks},
		{"below", Knot{Position: -1001 << 8}, 2048, FaultLimit},
		{"above", Knot{Position: 1001 << 8}, 2048, FaultLimit},
		{"exit", Knot{Velocity: 1<<30 + 1}, 2048, FaultSpeed},
		{"middle", Knot{Position: 900 << 8}, 2048, FaultSpeed},
		{"absurd", Knot{Position: 1000 << 8}, 20, FaultSpeed},
		{"sudden", Knot{Position: 20 << 8}, 200, FaultAccel},
		{"gentle", Knot{Position: 20 << 8}, 2048, 0},
	} {
		if got, _ := CheckSegment(Knot{}, c.to, c.ticks, lim); got != c.want {
			t.Errorf("%s: %d (%s), want %d", c.name, got, FaultReason(got), c.want)
		}
	}
}

// TestCheckSetup: what the controller could not carry out is refused.
func TestCheckSetup(t *testing.T) {
	good := func() (SetupLimits, SetupHoming, SetupRates) {
		three := func(v int32) [3]int32 { return [3]int32{v, v, v} }
		return SetupLimits{Min: three(-1 << 20), Max: three(1 << 20)},
			SetupHoming{Switch: three(1 << 19), Fast: three(1 << 26), Slow: three(1 << 24)},
			SetupRates{MaxSpeed: three(1 << 30), MaxAccel: three(1 << 26), StopAccel: three(1 << 26), SilenceMs: 500, VacuumS: 60}
	}
	for _, c := range []struct {
		name  string
		spoil func(*SetupLimits, *SetupHoming, *SetupRates)
		want  uint8
	}{
		{"good", func(*SetupLimits, *SetupHoming, *SetupRates) {}, SetupOK},
		{"empty", func(l *SetupLimits, _ *SetupHoming, _ *SetupRates) { l.Min[2] = l.Max[2] }, SetupLimit},
		{"far", func(l *SetupLimits, _ *SetupHoming, _ *SetupRates) { l.Max[0] = MaxPosition + 1 }, SetupLimit},
		{"still", func(_ *SetupLimits, _ *SetupHoming, r *SetupRates) { r.MaxSpeed[1] = 0 }, SetupSpeed},
		{"fast", func(_ *SetupLimits, _ *SetupHoming, r *SetupRates) { r.MaxSpeed[1] = MaxSpeed + 1 }, SetupSpeed},
		{"sluggish", func(_ *SetupLimits, _ *SetupHoming, r *SetupRates) { r.StopAccel[0] = 1 << 20 }, SetupAccel},
		{"violent", func(_ *SetupLimits, _ *SetupHoming, r *SetupRates) { r.MaxAccel[0] = MaxAccel + 1 }, SetupAccel},
		{"down", func(_ *SetupLimits, h *SetupHoming, _ *SetupRates) { h.Fast[1] = -1 << 26 }, SetupHome},
		{"other side", func(_ *SetupLimits, h *SetupHoming, _ *SetupRates) { h.Fast[0] = -1 << 26 }, SetupOK},
		{"no way back", func(_ *SetupLimits, h *SetupHoming, _ *SetupRates) { h.Slow[2] = 0 }, SetupHome},
		{"deaf", func(_ *SetupLimits, _ *SetupHoming, r *SetupRates) { r.SilenceMs = 100 }, SetupTime},
	} {
		l, h, r := good()
		c.spoil(&l, &h, &r)
		if got := CheckSetup(l, h, r); got != c.want {
			t.Errorf("%s: %d (%s), want %d", c.name, got, SetupReason(got), c.want)
		}
	}
}

func BenchmarkTick(b *testing.B) {
	var c Cubic
	for b.Loop() {
		if c.TicksLeft() == 0 {
			c.RestAt(0)
			c.Start(MaxTicks, 20<<8, 0)
		}
		c.Tick()
	}
}
