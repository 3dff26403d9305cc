package ctest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/big"
	"os"
	"testing"

	"pgregory.net/rapid"

	"crownhead/firmware/link/wire"
)

// motion is a line of motion.jsonl.
type motion struct {
	Start    int32
	Segments []struct {
		Ticks uint16
		End   int32
		Exit  int32
	}
	Stop      int
	RampTicks uint16 `json:"ramp_ticks"`
	Samples   []struct {
		Tick     int
		Pos, Vel int64
	}
}

// The golden motions come out alike, at every tick that they name.
func TestGoldenMotions(t *testing.T) {
	data, err := os.ReadFile("../testdata/motion.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	d := startFirmware(t, host)
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data))
	for lines.Scan() {
		var m motion
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		m.checkOnFirmware(t, d)
	}
}

// checkOnFirmware runs the motion and compares every sample.
func (m *motion) checkOnFirmware(t *testing.T, d *firmwareProcess) {
	t.Helper()
	d.command("joint %d", m.Start)
	tick := 0
	to := func(until int) {
		for ; len(m.Samples) > 0 && m.Samples[0].Tick <= until; m.Samples = m.Samples[1:] {
			s := m.Samples[0]
			d.query("tick %d", s.Tick-tick)
			if tick = s.Tick; d.wordInt(0) != s.Pos || d.wordInt(1) != s.Vel {
				t.Fatalf("tick %d: position %d, velocity %d; want %d, %d", tick, d.wordInt(0), d.wordInt(1), s.Pos, s.Vel)
			}
		}
		d.query("tick %d", until-tick)
		tick = until
	}
	begun := 0
	for _, s := range m.Segments {
		d.command("segment %d %d %d", s.Ticks, s.End, s.Exit)
		if m.Stop != 0 && m.Stop < begun+int(s.Ticks) {
			to(m.Stop)
			break
		}
		begun += int(s.Ticks)
		to(begun)
	}
	if m.Stop != 0 {
		d.command("ramp %d", m.RampTicks)
		to(m.Stop + int(m.RampTicks))
	}
	if len(m.Samples) != 0 {
		t.Errorf("%d samples after the end", len(m.Samples))
	}
}

// C and Go accept the same segments, give the same reasons for refusing one, and follow it through the same
// positions.
func TestSegmentsAgree(t *testing.T) {
	d := startFirmware(t, host)
	accepted := 0
	rapid.Check(t, func(rt *rapid.T) {
		lim := wire.JointLimits{Min: -8000 << 8, Max: 9000 << 8, MaxSpeed: 1_500_000_000, MaxAccel: 1 << 26}
		ticks := rapid.Uint16Range(15, 2100).Draw(rt, "ticks")
		from := wire.Knot{Position: rapid.Int32Range(-2000, 2000).Draw(rt, "from") << 8}
		speed := rapid.Int32Range(-1_600_000_000, 1_600_000_000)
		reach := float64(ticks) * 256 * rapid.Float64Range(-0.6, 0.6).Draw(rt, "mean")
		to := wire.Knot{Position: from.Position + int32(reach)}
		if rapid.Bool().Draw(rt, "in motion") {
			from.Velocity, to.Velocity = speed.Draw(rt, "entry"), speed.Draw(rt, "exit")
			if rapid.Bool().Draw(rt, "evenly") { // else hardly any would be let pass
				to.Velocity = from.Velocity
				to.Position = from.Position + int32(int64(from.Velocity)*int64(ticks)>>24) + rapid.Int32Range(-300, 300).Draw(rt, "off")
			}
		}
		code, detail := wire.CheckSegment(from, to, ticks, lim)
		if code == 0 {
			detail = 0
			accepted++
		}
		d.query("check %d %d %d %d %d %d %d %d %d", lim.Min, lim.Max, lim.MaxSpeed, lim.MaxAccel, from.Position, from.Velocity, to.Position, to.Velocity, ticks)
		if d.wordInt(0) != int64(code) || d.wordInt(1) != int64(detail) {
			rt.Fatalf("C says %d, %d; Go %d, %d", d.wordInt(0), d.wordInt(1), code, detail)
		}
	})
	if accepted < 10 && !testing.Short() { // which makes few of them
		t.Errorf("only %d segments were let pass", accepted)
	}
}

// Divisions by hand round as big numbers do, also where a quotient is longer than a word or a remainder as long
// as the divisor.
func TestDivisions(t *testing.T) {
	d := startFirmware(t, host)
	rapid.Check(t, func(rt *rapid.T) {
		by := rapid.Int64Range(1, 1<<31-1).Draw(rt, "by")
		more := rapid.Int64Range(1, 1<<14).Draw(rt, "more")
		n := rapid.OneOf(rapid.Int64Range(-1<<58, 1<<58), rapid.Map(rapid.Int64Range(-99, 99), func(low int64) int64 { return by>>5<<32 + low }),
			rapid.Map(rapid.Int64Range(-99, 99), func(low int64) int64 { return -by>>5<<32 + low })).Draw(rt, "n")
		by = max(by>>5, 1)
		d.query("divide %d %d %d", n, by, more)
		for i, want := range []int64{divRounded(n, by), divRounded(n, by*more), divRounded(int64(int32(n)), 6)} {
			if d.wordInt(i) != want {
				rt.Fatalf("division %d: %d, want %d", i, d.wordInt(i), want)
			}
		}
	})
}

// divRounded is n / d to the nearest, halves away from zero.
func divRounded(n, d int64) int64 {
	q, half := big.NewInt(n), big.NewInt(d/2)
	if q.Abs(q).Add(q, half).Quo(q, big.NewInt(d)); n < 0 {
		q.Neg(q)
	}
	return q.Int64()
}
