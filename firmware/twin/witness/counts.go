package witness

import (
	"fmt"
	"maps"
	"time"
)

// Kinds of motion that a real arm would not forgive.
const (
	ViolationLimit     = "limit"        // a joint outside its limits
	ViolationElbow     = "elbow"        // the arm too stretched or too folded
	ViolationSpeed     = "speed"        // a joint faster than SETUP allows
	ViolationAccel     = "acceleration" // a joint accelerated harder than SETUP allows
	ViolationJerk      = "jerk"         // a joint's acceleration jumps between segments; only the virtual controller knows
	ViolationLostSteps = "lost_steps"   // a motor driven beyond what it can do
	ViolationStarved   = "starved"      // the queue ran empty in motion
	ViolationPressed   = "pressed"      // the nozzle pressed too deep on something
	ViolationCollision = "collision"    // the nozzle, or what it holds, swept into a checker
	ViolationUnhomed   = "unhomed"      // motion asked for before homing
)

const (
	dedupeWindow = 100 * time.Millisecond // the same fault within this time is one fault
	keptDetails  = 40
)

// Counts is what the witness has seen.
type Counts struct {
	Verifications    int            `json:"handovers"`
	BoardMismatches  int            `json:"board_mismatches"`
	Violations       int            `json:"motion_faults"`
	Kinds            map[string]int `json:"kinds"`       // motion faults by kind
	MismatchDetails  []string       `json:"mismatch"`    // what differed, the first ones
	ViolationDetails []string       `json:"motion"`      // which motion, the first ones
	Picks            int            `json:"picks"`       // checkers lifted
	PickMisses       int            `json:"pick_misses"` // attempts that lifted nothing
	Drops            int            `json:"drops"`       // checkers let go above what carries them
	DropsInTransit   int            `json:"slips"`       // checkers fallen from the nozzle on their way
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
	if seen && now-last < dedupeWindow {
		return false
	}
	n.counts.Violations++
	n.counts.Kinds[kind]++
	if len(n.counts.ViolationDetails) < keptDetails {
		detail := fmt.Sprintf(format, args...)
		n.counts.ViolationDetails = append(n.counts.ViolationDetails, fmt.Sprintf("%.3f s: %s: %s", now.Seconds(), kind, detail))
	}
	return true
}

// countHandover counts a hand-over, and one mismatch if anything differs.
func (n *tally) countHandover(now time.Duration, differences []string) {
	n.counts.Verifications++
	if len(differences) == 0 {
		return
	}
	n.counts.BoardMismatches++
	for _, what := range differences {
		if len(n.counts.MismatchDetails) < keptDetails {
			n.counts.MismatchDetails = append(n.counts.MismatchDetails, fmt.Sprintf("%.3f s: %s", now.Seconds(), what))
		}
	}
}

// copyCounts is a copy of what has been counted so far. Its lists are never nil, so that JSON has them
// as lists.
func (n *tally) copyCounts() Counts {
	c := n.counts
	c.Kinds = maps.Clone(c.Kinds)
	c.MismatchDetails = append([]string{}, c.MismatchDetails...)
	c.ViolationDetails = append([]string{}, c.ViolationDetails...)
	return c
}
