package kinematics

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Durations worked out by hand for each of the shapes: with cruise, without, without full acceleration, and
// with a speed that is reached before the acceleration is full.
func TestSCurveDuration(t *testing.T) {
	for _, c := range []struct {
		name                       string
		length, speed, accel, jerk float64
		want                       float64
	}{
		{"cruise", 100, 150, 600, 8000, 100.0/150 + 0.25 + 0.075},
		{"slow", 5, 20, 600, 8000, 0.25 + 2*math.Sqrt(20.0/8000)},
		{"no cruise", 30, 150, 600, 8000, 2 * (0.075 + (math.Sqrt(0.075*0.075+4*30.0/600)-0.075)/2)},
		{"no full acceleration", 2, 150, 600, 8000, 4 * math.Cbrt(2.0/16000)},
	} {
		profile := newSCurve(c.length, c.speed, c.accel, c.jerk)
		if got := profile.duration(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v s, want %v", c.name, got, c.want)
		}
	}
}

// Speed, acceleration and jerk stay within their limits, the motion never turns back, and it arrives.
func TestSCurveBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "length"))
		speed := rapid.Float64Range(10, 300).Draw(t, "speed")
		accel := rapid.Float64Range(50, 3000).Draw(t, "accel")
		jerk := rapid.Float64Range(500, 50000).Draw(t, "jerk")
		slow := rapid.Float64Range(1, 3).Draw(t, "slow")
		fast := newSCurve(length, speed, accel, jerk)
		profile := fast.stretched(slow)
		if math.Abs(profile.duration()-slow*fast.duration()) > 1e-9 {
			t.Fatalf("%v times slower: %v instead of %v s", slow, profile.duration(), fast.duration())
		}
		const n = 500
		dt, last := profile.duration()/n, motionState{}
		for i := 1; i <= n; i++ {
			now := profile.stateAt(float64(i) * dt)
			if now.s < last.s || now.v > speed*1.000001 || now.v < -1e-9 || math.Abs(now.a) > accel*1.000001 {
				t.Fatalf("at %d of %d: %+v after %+v", i, n, now, last)
			}
			if got := math.Abs(now.a-last.a) / dt; got > jerk*1.000001 {
				t.Fatalf("at %d of %d: jerk %v", i, n, got)
			}
			if off := math.Abs(now.s - last.s - (now.v+last.v)/2*dt); off > jerk*dt*dt*dt {
				t.Fatalf("at %d of %d: the position jumps by %v", i, n, off)
			}
			last = now
		}
		if math.Abs(last.s-length) > 1e-9*length || math.Abs(last.v) > 1e-6 {
			t.Fatalf("ends as %+v", last)
		}
		if end := profile.stateAt(profile.duration()); end != (motionState{s: length}) {
			t.Fatalf("rests as %+v", end)
		}
		if before := profile.stateAt(profile.duration() * (1 - 1e-9)); math.Abs(before.s-length) > 1e-6*length {
			t.Fatalf("jumps to its end from %+v", before)
		}
	})
}
