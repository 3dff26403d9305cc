package hub

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"crownhead/engine"
)

// A level is what limits searches.
type level struct {
	limits   engine.Limits
	clock    time.Duration // left for the game, 0: no clock
	inc      time.Duration
	moves    int // for which the clock is given; 0: all
	infinite bool
}

// Clocks are used up evenly.
const (
	movesLeft    = 30                    // of a game of which nobody says how many
	clockReserve = 20 * time.Millisecond // for the way to the other program
)

// standard is the level of a search that nobody has limited.
var standard = level{limits: engine.Limits{Time: time.Second}}

// parseLevel reads the arguments of level. What it doesn't know it passes over.
func parseLevel(l line) (level, error) {
	var v level
	for _, a := range l.Args {
		var err error
		switch a.Name {
		case "depth":
			v.limits.Depth, err = parseCount(a.Value)
		case "nodes":
			var n int
			n, err = parseCount(a.Value)
			v.limits.Nodes = int64(n)
		case "move-time":
			v.limits.Time, err = parseSeconds(a.Value)
		case "time":
			v.clock, err = parseSeconds(a.Value)
		case "inc":
			v.inc, err = parseSeconds(a.Value)
		case "moves":
			v.moves, err = parseCount(a.Value)
		case "infinite":
			v.infinite = true
		}
		if err != nil {
			return v, fmt.Errorf("hub: level %s=%.40q: %w", a.Name, a.Value, err)
		}
	}
	return v, nil
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

// search is what one search may use.
func (v level) search() engine.Limits {
	lim := v.limits
	if v.clock > 0 || v.inc > 0 {
		moves := v.moves
		if moves == 0 {
			moves = movesLeft
		}
		share := v.clock/time.Duration(moves) + v.inc*4/5
		lim.Time = max(time.Millisecond, min(share, v.clock*7/10)-clockReserve)
	}
	if lim == (engine.Limits{}) && !v.infinite {
		return standard.limits
	}
	return lim
}
