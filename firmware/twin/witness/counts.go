package witness

import (
	"fmt"
	"maps"
	"time"
)

// Kinds of motion that a real arm would not forgive.
const (
	FaultLimit     = "limit"        // a joint outside its limits
	FaultElbow     = "elbow"        // the arm too stretched or too folded
	FaultSpeed     = "speed"        // a joint faster than SETUP allows
	FaultAccel     = "acceleration" // a joint accelerated harder than SETUP allows
	FaultJerk      = "jerk"         // a joint's acceleration jumps between segments; only the virtual controller knows
	FaultSteps     = "lost_steps"   // a motor driven beyond what it can do
	FaultStarved   = "starved"      // the queue ran empty in motion
	FaultPressed   = "pressed"      // the nozzle pressed too deep on something
	FaultCollision = "collision"    // the nozzle, or what it holds, swept into a checker
	FaultUnhomed   = "unhomed"      // motion asked for before homing
)

const (
	sameFault   = 100 * time.Millisecond // the same fault within this time is one fault
	keptDetails = 40
)

// Counts is what the witness has seen.
type Counts struct {
	Handovers       int            `json:"handovers"`
	BoardMismatches int            `json:"board_mismatches"`
	MotionFaults    int            `json:"motion_faults"`
	Kinds           map[string]int `json:"kinds"`       // motion faults by kind
	Mismatch        []string       `json:"mismatch"`    // what differed, the first ones
	Motion          []string       `json:"motion"`      // which motion, the first ones
	Picks           int            `json:"picks"`       // checkers lifted
	PickMisses      int            `json:"pick_misses"` // attempts that lifted nothing
	Drops           int            `json:"drops"`       // checkers let go above what carries them
	Slips           int            `json:"slips"`       // checkers fallen from the nozzle on their way
}

// A tally is what has been counted.
type tally struct {
	counts Counts
	last   map[string]time.Duration // when a kind of motion fault was seen last
}

func newTally() tally {
	return tally{counts: Counts{Kinds: map[string]int{}}, last: map[string]time.Duration{}}
}

// countMotionFault counts a motion fault; one that lasts counts once. It reports whether this one is new.
func (n *tally) countMotionFault(now time.Duration, kind, format string, args ...any) bool {
	last, seen := n.last[kind]
	n.last[kind] = now
	if seen && now-last < sameFault {
		return false
	}
	n.counts.MotionFaults++
	n.counts.Kinds[kind]++
	if len(n.counts.Motion) < keptDetails {
		detail := fmt.Sprintf(format, args...)
		n.counts.Motion = append(n.counts.Motion, fmt.Sprintf("%.3f s: %s: %s", now.Seconds(), kind, detail))
	}
	return true
}

// countHandover counts a hand-over, and one mismatch if anything differs.
func (n *tally) countHandover(now time.Duration, differences []string) {
	n.counts.Handovers++
	if len(differences) == 0 {
		return
	}
	n.counts.BoardMismatches++
	for _, what := range differences {
		if len(n.counts.Mismatch) < keptDetails {
			n.counts.Mismatch = append(n.counts.Mismatch, fmt.Sprintf("%.3f s: %s", now.Seconds(), what))
		}
	}
}

// copyCounts is a copy of what has been counted so far. Its lists are never nil, so that JSON has them
// as lists.
func (n *tally) copyCounts() Counts {
	c := n.counts
	c.Kinds = maps.Clone(c.Kinds)
	c.Mismatch = append([]string{}, c.Mismatch...)
	c.Motion = append([]string{}, c.Motion...)
	return c
}
