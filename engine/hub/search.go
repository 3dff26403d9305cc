package hub

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"sync"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

// A level limits searches, as the command level says.
type level struct {
	limits    engine.Limits
	clock     time.Duration // left for the game; 0: no clock
	increment time.Duration
	moves     int // for which the clock is given; 0: all
	infinite  bool
}

// A clock is used up evenly.
const (
	assumedMoves = 30                    // where the level does not say how many
	clockReserve = 20 * time.Millisecond // for the way to the other program
)

// defaultLevel holds where no limit was given.
var defaultLevel = level{limits: engine.Limits{Time: time.Second}}

// parseLevel parses the arguments of level, and ignores unknown ones.
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
			v.increment, err = parseSeconds(a.Value)
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

// searchLimits are the limits of one search.
func (v level) searchLimits() engine.Limits {
	lim := v.limits
	if v.clock > 0 || v.increment > 0 {
		moves := v.moves
		if moves == 0 {
			moves = assumedMoves
		}
		share := v.clock/time.Duration(moves) + v.increment*4/5
		lim.Time = max(time.Millisecond, min(share, v.clock*7/10)-clockReserve)
	}
	if lim == (engine.Limits{}) && !v.infinite {
		return defaultLevel.limits
	}
	return lim
}

// A reporter is a player that reports what it has found while it searches on.
type reporter interface {
	Report(func(engine.Answer))
}

// A searchRun is a search in a goroutine of its own, which ends after sending done. A search that ponders or is
// infinite keeps its answer until it is released.
type searchRun struct {
	cancel  context.CancelFunc
	ended   chan struct{}
	out     *output
	started time.Time
	release func()        // allows the answer to be sent
	asked   chan struct{} // closed by release
	ponders bool
	clock   *time.Timer // started by a ponder-hit
}

// startSearch starts a search.
func startSearch(p engine.Player, g board.Game, v level, ponder bool, out *output) *searchRun {
	ctx, cancel := context.WithCancel(context.Background())
	r := &searchRun{
		cancel:  cancel,
		ended:   make(chan struct{}),
		asked:   make(chan struct{}),
		out:     out,
		started: time.Now(),
		ponders: ponder,
	}
	r.release = sync.OnceFunc(func() { close(r.asked) })
	lim := v.searchLimits()
	switch {
	case ponder:
		lim.Time = 0
	case v.infinite:
		lim.Time, lim.Nodes = 0, 0
	default:
		r.release()
	}
	go func() {
		defer close(r.ended)
		r.runSearch(ctx, p, g, lim)
	}()
	return r
}

func (r *searchRun) runSearch(ctx context.Context, p engine.Player, g board.Game, lim engine.Limits) {
	if t, ok := p.(reporter); ok {
		t.Report(r.sendInfo)
		defer t.Report(nil)
	}
	a, err := p.Choose(ctx, g, lim)
	<-r.asked
	if err != nil {
		r.out.writeLine(newLine("error", "message", err.Error()))
		return
	}
	r.sendInfo(a)
	done := newLine("done", "move", formatMove(a.Move))
	if len(a.Line) > 1 && a.Line[0] == a.Move {
		done.Args = append(done.Args, argument{Name: "ponder", Value: formatMove(a.Line[1])})
	}
	r.out.writeLine(done)
}

// sendInfo sends what the search has found so far.
func (r *searchRun) sendInfo(a engine.Answer) {
	took := time.Since(r.started).Seconds()
	l := newLine(
		"info", "depth", strconv.Itoa(a.Depth), "score", fmt.Sprintf("%.2f", float64(a.Score)/engine.ManValue),
		"nodes", strconv.FormatInt(a.Nodes, 10), "time", fmt.Sprintf("%.3f", took),
	)
	if took > 0 {
		l.Args = append(l.Args, argument{Name: "nps", Value: fmt.Sprintf("%.3f", float64(a.Nodes)/took/1e6)})
	}
	l.Args = append(l.Args, argument{Name: "pv", Value: formatMoves(a.Line)})
	r.out.writeLine(l)
}

// ponderHit starts the clock: the opponent has played the expected move.
func (r *searchRun) ponderHit(lim engine.Limits) {
	if !r.ponders || r.clock != nil {
		return
	}
	if lim.Time > 0 {
		r.clock = time.AfterFunc(lim.Time, r.cancel)
	}
	r.release()
}

// awaitEnd gives a search that ends by itself some time to do so.
func (r *searchRun) awaitEnd(most time.Duration) {
	select {
	case <-r.asked:
	default:
		return
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-r.ended:
	case <-timer.C:
	}
}

// stopAndWait stops the search and waits until it has sent done.
func (r *searchRun) stopAndWait() {
	r.release()
	r.cancel()
	<-r.ended
	if r.clock != nil {
		r.clock.Stop()
	}
}
