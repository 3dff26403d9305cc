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
	return f
}

// From the first tick to the end of a long chain of uneven segments every pulse of every joint leaves in the profile's tick.
func TestPulsesFollowTheProfile(t *testing.T) {
	r := newRig(t)
	chain := wander(1, 200)
	f := r.follow(chain)
	if p := r.status.Position; p != chain[len(chain)-1].End {
		t.Errorf("ends at %v, want %v", p, chain[len(chain)-1].End)
	}
	t.Logf("%d pulses in %d ticks, %d to %d cycles from their places", f.seen, f.course.tick, f.early, f.late)
	t.Log(r.ask("cost"), r.ask("edges"))
}
