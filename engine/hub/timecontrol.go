package hub

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"crownhead/engine"
)

// A timeControl is what the command level says: the limits of each search, and the clock of the game.
type timeControl struct {
	limits    engine.Limits
	clock     time.Duration // left for the game; 0: no clock
	increment time.Duration
	moves     int // that the clock is for; 0: all
	infinite  bool
}

// The time of a clock is shared evenly among the moves.
const (
	assumedMoves = 30                    // where the command does not say for how many moves the clock is
	clockReserve = 20 * time.Millisecond // for the way to the other program
)

// defaultTimeControl holds where the other program has given no limit.
var defaultTimeControl = timeControl{limits: engine.Limits{Time: time.Second}}

// parseTimeControl parses the arguments of the command level, and ignores unknown ones.
func parseTimeControl(l line) (timeControl, error) {
	var tc timeControl
	for _, a := range l.Args {
		var err error
		switch a.Name {
		case "depth":
			tc.limits.Depth, err = parseCount(a.Value)
		case "nodes":
			var n int
			n, err = parseCount(a.Value)
			tc.limits.Nodes = int64(n)
		case "move-time":
			tc.limits.Time, err = parseSeconds(a.Value)
		case "time":
			tc.clock, err = parseSeconds(a.Value)
		case "inc":
			tc.increment, err = parseSeconds(a.Value)
		case "moves":
			tc.moves, err = parseCount(a.Value)
		case "infinite":
			tc.infinite = true
		}
		if err != nil {
			return tc, fmt.Errorf("hub: level %s=%.40q: %w", a.Name, a.Value, err)
		}
	}
	return tc, nil
}

func parseCount(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("want a whole number")
	}
	return n, nil
}

func parseSeconds(s string) (time.Duration, error) {
	const most = 1e6
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0) {
		return 0, fmt.Errorf("want seconds")
	}
	return time.Duration(math.Min(x, most) * float64(time.Second)), nil
}

// searchLimits are the limits of one search.
func (tc timeControl) searchLimits() engine.Limits {
	lim := tc.limits
	if tc.clock > 0 || tc.increment > 0 {
		moves := tc.moves
		if moves == 0 {
			moves = assumedMoves
		}
		share := tc.clock/time.Duration(moves) + tc.increment*4/5
		lim.Time = max(time.Millisecond, min(share, tc.clock*7/10)-clockReserve)
	}
	if lim == (engine.Limits{}) && !tc.infinite {
		return defaultTimeControl.limits
	}
	return lim
}
