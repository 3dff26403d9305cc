package ctest

import (
	"testing"

	"crownhead/firmware/link/wire"
)

// follow gives the rig a chain and holds every pulse against it until the last segment is done.
func (r *rig) follow(chain []wire.Segment) *follower {
	r.t.Helper()
	f := &follower{r: r, course: newCourse(r.status.Position, chain)}
	r.chain = append([]wire.Segment(nil), chain...)
	last := r.id + uint16(len(chain))
	r.feed()
	for i := 0; r.status.Done != last; i++ {
		if r.run(8); i > 20_000 {
			r.t.Fatalf("item %d is not done: %+v", last, r.status)
		}
		f.check()
	}
	r.run(5)
	f.check()
	f.over()
	if p := r.status.Position; p != chain[len(chain)-1].End {
		r.t.Errorf("ends at %v, want %v", p, chain[len(chain)-1].End)
	}
	return f
}

// From the first tick to the end of a long chain of uneven segments every pulse of every joint leaves in the profile's tick.
func TestPulsesFollowTheProfile(t *testing.T) {
	r := newRig(t)
	f := r.follow(wander(1, 120))
	t.Logf("%d pulses in %d ticks, %d to %d cycles from their places", f.seen, f.course.tick, f.early, f.late)
}

// fastest is 8500 steps/s, Q0.32 steps per tick.
const fastest = 8500 << 32 / 20_000

// shuttle takes all joints to 8500 steps/s and back to rest, the first and the last one against the middle one, so many times to and
// fro.
func shuttle(times int) []wire.Segment {
	const ticks, pieces, cruise = 1600, 4, 20
	direction := [3]int64{1, -1, 1}
	var chain []wire.Segment
	var at [3]int64 // 1/256 step
	v := int64(0)
	add := func(to int64) {
		s := wire.Segment{Ticks: ticks}
		for j := range at {
			at[j] += direction[j] * ((v + to) * ticks / 2 >> 24)
			s.End[j], s.Exit[j] = int32(at[j]), int32(direction[j]*to)
		}
		v = to
		chain = append(chain, s)
	}
	for range times {
		for k := range int64(pieces) {
			add(fastest * (k + 1) / pieces)
		}
		for range cruise {
			add(fastest)
		}
		for k := range int64(pieces) {
			add(fastest * (pieces - 1 - k) / pieces)
		}
		direction = [3]int64{-direction[0], -direction[1], -direction[2]}
	}
	return chain
}

// Three joints at 8500 steps/s at once: no pulse is missing or late, and the tick leaves the main loop most of the time.
func TestFastestOnAllJoints(t *testing.T) {
	r := newRig(t)
	f := r.follow(shuttle(1))
	t.Logf("%d pulses in %d ticks, %d to %d cycles from their places", f.seen, f.course.tick, f.early, f.late)
	r.ask("cost")
	t.Logf("tick: %s calls, mean %s, worst %s cycles; %s bytes of stack untouched", r.words[0], r.words[1], r.words[2], r.words[3])
	r.ask("edges")
	t.Logf("STEP high %s, low %s cycles at least; DIR %s before, %s after", r.words[0], r.words[1], r.words[2], r.words[3])
}
