package twin

import (
	"fmt"
	"time"

	"crownhead/board"
)

// Kinds of motion that a real arm would not forgive.
const (
	FaultLimit     = "limit"        // a joint outside its limits
	FaultElbow     = "elbow"        // the arm too stretched or too folded
	FaultSpeed     = "speed"        // a joint faster than SETUP allows
	FaultAccel     = "acceleration" // a joint accelerated harder than SETUP allows
	FaultJerk      = "jerk"         // a joint's acceleration jumps from one segment to the next; known of the virtual controller only
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

// Counts is a copy of what has been counted so far.
func (w *World) Counts() Counts {
	c := w.counts
	c.Kinds = make(map[string]int, len(w.counts.Kinds))
	for kind, n := range w.counts.Kinds {
		c.Kinds[kind] = n
	}
	c.Mismatch = append([]string{}, w.counts.Mismatch...)
	c.Motion = append([]string{}, w.counts.Motion...)
	return c
}

// fault counts a motion fault; one that lasts counts once.
func (w *World) fault(now time.Duration, kind, format string, args ...any) {
	last, seen := w.lastFault[kind]
	w.lastFault[kind] = now
	if seen && now-last < sameFault {
		return
	}
	w.changed = true
	w.counts.MotionFaults++
	w.counts.Kinds[kind]++
	if len(w.counts.Motion) < keptDetails {
		detail := fmt.Sprintf(format, args...)
		w.counts.Motion = append(w.counts.Motion, fmt.Sprintf("%.3f s: %s: %s", now.Seconds(), kind, detail))
	}
}

// Handover compares the true checkers with the position that the robot hands over, square by square, and counts one
// mismatch if anything differs.
func (w *World) Handover(p board.Position, now time.Duration) {
	w.counts.Handovers++
	w.changed = true
	wrong := w.compare(p)
	if len(wrong) == 0 {
		return
	}
	w.counts.BoardMismatches++
	for _, what := range wrong {
		if len(w.counts.Mismatch) < keptDetails {
			w.counts.Mismatch = append(w.counts.Mismatch, fmt.Sprintf("%.3f s: %s", now.Seconds(), what))
		}
	}
}

// compare lists how the true checkers differ from a position.
func (w *World) compare(p board.Position) []string {
	var wrong []string
	for sq := range board.Square(32) {
		var lying []*Checker
		for i := range w.checkers {
			c := &w.checkers[i]
			if at, ok := w.squareOf(c); ok && at == sq && !w.lost(c) {
				lying = append(lying, c)
			}
		}
		if what := differs(p.PieceAt(sq), lying); what != "" {
			wrong = append(wrong, sq.String()+": "+what)
		}
	}
	for i := range w.checkers {
		c := &w.checkers[i]
		switch where := w.where(c); {
		case where == "beside" && !w.lost(c):
			wrong = append(wrong, fmt.Sprintf("%s lies at (%.1f, %.1f), on no dark square", describe(c.piece()), c.X, c.Y))
		case where == "nozzle":
			wrong = append(wrong, describe(c.piece())+" hangs on the nozzle")
		}
	}
	return wrong
}

// differs says how the checkers that lie on a square differ from the piece that the game has there.
func differs(want board.Piece, lying []*Checker) string {
	switch {
	case len(lying) > 1:
		return fmt.Sprintf("%d checkers, the game has %s", len(lying), describe(want))
	case len(lying) == 0 && want == board.NoPiece:
		return ""
	case len(lying) == 0:
		return "empty, the game has " + describe(want)
	case lying[0].piece() != want:
		return describe(lying[0].piece()) + ", the game has " + describe(want)
	default:
		return ""
	}
}

func describe(p board.Piece) string {
	switch p {
	case board.WhiteMan:
		return "a white man"
	case board.WhiteKing:
		return "a white king"
	case board.BlackMan:
		return "a black man"
	case board.BlackKing:
		return "a black king"
	default:
		return "nothing"
	}
}
