package hub

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

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
func startSearch(p engine.Player, g board.Game, tc timeControl, ponder bool, out *output) *searchRun {
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
	lim := tc.searchLimits()
	switch {
	case ponder:
		lim.Time = 0
	case tc.infinite:
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
