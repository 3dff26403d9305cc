package ctest

import (
	"testing"

	"crownhead/firmware/link/wire"
)

// followChain gives the rig a chain and holds every pulse against it until the last segment is done; each is called
// on the way.
func (r *frameRig) followChain(chain []wire.Segment, each ...func()) *follower {
	r.t.Helper()
	f := &follower{r: r, course: newCourse(r.status.Position, chain)}
	r.chain = append([]wire.Segment(nil), chain...)
	last := r.id + uint16(len(chain))
	r.sendChain()
	for i := 0; r.status.Done != last; i++ {
		if r.run(8); i > 20_000 {
			r.t.Fatalf("item %d is not done: %+v", last, r.status)
		}
		f.checkPulses()
		for _, do := range each {
			do()
		}
	}
	r.run(5)
	f.checkPulses()
	f.checkFinished()
	if p := r.status.Position; p != chain[len(chain)-1].End {
		r.t.Errorf("ends at %v, want %v", p, chain[len(chain)-1].End)
	}
	return f
}

// What a driver wants (DRV8825; the A4988 wants less), and what the tick may take, in cycles of 62.5 ns; and
// bytes of stack.
const (
	shortestPulse = 31  // 1.9 µs
	shortestDir   = 11  // 650 ns before STEP rises and after
	meanTick      = 250 // of the 800 between two
	longestTick   = 500
	leastStack    = 1024 // never touched
)

// From the first tick to the end of a long chain of uneven segments every pulse of every joint leaves in the
// profile's tick, as long as a driver wants it, in a direction that has stood for long enough.
func TestPulsesFollowTheProfile(t *testing.T) {
	r := newFrameRig(t, board)
	f := r.followChain(randomChain(1, 120))
	t.Logf("%d pulses in %d ticks, %d to %d cycles from their places", f.seen, f.course.tick, f.early, f.late)
	r.followChain([]wire.Segment{halfWay(r.status.Position)})
	r.query("edges")
	t.Logf("STEP high %s, low %s cycles at least; DIR %s before, %s after", r.words[0], r.words[1], r.words[2], r.words[3])
	for i, least := range []int64{shortestPulse, shortestPulse, shortestDir, shortestDir} {
		if r.wordInt(i) < least {
			t.Errorf("%d cycles, a driver wants %d", r.wordInt(i), least)
		}
	}
}

// halfWay ends half-way between two steps, so that the last pulses are asked for by the last tick and leave when
// the tick has nothing more to do.
func halfWay(from [3]int32) wire.Segment {
	s := wire.Segment{Ticks: 600}
	for j, p := range from {
		s.End[j] = p>>8<<8 + 2*256 + 128
	}
	return s
}

// fastest is 8500 steps/s, Q0.32 steps per tick.
const fastest = 8500 << 32 / 20_000

// shuttle takes all joints to 8500 steps/s and back to rest, the first and the last one against the middle one,
// so many times to and fro.
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

// Three joints at 8500 steps/s at once: no pulse is missing or late, and the tick leaves the main loop most of
// the time.
func TestFastestOnAllJoints(t *testing.T) {
	r := newFrameRig(t, board)
	var cost []string // of the way at full speed
	f := r.followChain(shuttle(1), func() {
		switch r.status.Done {
		case 4:
			r.query("cost")
		case 23:
			if cost == nil {
				cost = r.query("cost")
			}
		}
	})
	t.Logf("%d pulses in %d ticks, %d to %d cycles from their places", f.seen, f.course.tick, f.early, f.late)
	r.words = cost
	t.Logf("tick: %s at full speed, mean %s, worst %s cycles, next item at most %s; %s bytes of stack untouched", cost[0], cost[1], cost[2], cost[4], cost[3])
	if r.wordInt(1) > meanTick || r.wordInt(2) > longestTick || r.wordInt(3) < leastStack {
		t.Errorf("that is more than %d, %d and %d", meanTick, longestTick, leastStack)
	}
}
