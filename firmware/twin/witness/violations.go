package witness

import "crownhead/firmware/link/wire"

// A Violation is a kind of motion that would damage or shake a real arm, or that no real arm could follow.
type Violation string

// The kinds of violations.
const (
	ViolationLimit     Violation = "limit"        // a joint outside its limits
	ViolationElbow     Violation = "elbow"        // the arm stretched or folded too far
	ViolationSpeed     Violation = "speed"        // a joint faster than SETUP allows
	ViolationAccel     Violation = "acceleration" // a joint accelerated harder than SETUP allows
	ViolationJerk      Violation = "jerk"         // acceleration jumps between segments; the virtual controller sees it
	ViolationLostSteps Violation = "lost_steps"   // a motor driven beyond what it can do
	ViolationStarved   Violation = "starved"      // the queue ran empty in motion
	ViolationPressed   Violation = "pressed"      // the nozzle pressed too deep on something
	ViolationCollision Violation = "collision"    // the nozzle, or what it carries, swept into a checker
	ViolationUnhomed   Violation = "unhomed"      // motion asked for before homing
)

// ViolationOfRefusal returns the kind of violation that a controller prevented by refusing an item
// with this fault code, and reports whether the code stands for one.
func ViolationOfRefusal(code uint8) (kind Violation, ok bool) {
	switch code {
	case wire.FaultTicks, wire.FaultSpeed:
		return ViolationSpeed, true
	case wire.FaultLimit:
		return ViolationLimit, true
	case wire.FaultAccel:
		return ViolationAccel, true
	}
	return "", false
}

// Counts is what has gone wrong so far. A Witness leaves Picks and the counts after it at zero: the
// world, which has the nozzle, fills them in.
type Counts struct {
	Verifications    int               `json:"handovers"` // comparisons of the board with the game
	BoardMismatches  int               `json:"board_mismatches"`
	Violations       int               `json:"motion_faults"`
	Kinds            map[Violation]int `json:"kinds"`         // violations by kind
	MismatchDetails  []string          `json:"mismatch"`      // what differed, the first ones
	ViolationDetails []string          `json:"motion"`        // which motion, the first ones
	Picks            int               `json:"picks"`         // checkers lifted
	PickMisses       int               `json:"pick_misses"`   // attempts that lifted nothing
	Drops            int               `json:"drops"`         // checkers let go above what carries them
	DropsInTransit   int               `json:"slips"`         // checkers that fell from the nozzle on their way
	UnseenThefts     int               `json:"unseen_thefts"` // checkers that a hand stole from under a sensor that is stuck
}
