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

// A reporter is a player that tells what it has found while it searches on.
type reporter interface {
	Report(func(engine.Answer))
}

// A running search has a goroutine of its own, which ends with its done. A search that ponders, or is without an end, keeps its
// answer until it is asked for it.
type running struct {
	cancel  context.CancelFunc
	ended   chan struct{}
	out     *output
	begun   time.Time
	release func()        // of the answer
	asked   chan struct{} // closed by release
	ponders bool
	clock   *time.Timer // of a ponder that has been hit
}

// begin starts a search.
func begin(p engine.Player, g board.Game, v level, ponder bool, out *output) *running {
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{cancel: cancel, ended: make(chan struct{}), asked: make(chan struct{}), out: out, begun: time.Now(), ponders: ponder}
	r.release = sync.OnceFunc(func() { close(r.asked) })
	lim := v.search()
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
		r.search(ctx, p, g, lim)
	}()
	return r
}

func (r *running) search(ctx context.Context, p engine.Player, g board.Game, lim engine.Limits) {
	if t, ok := p.(reporter); ok {
		t.Report(r.info)
		defer t.Report(nil)
	}
	a, err := p.Choose(ctx, g, lim)
	<-r.asked
	if err != nil {
		r.out.send(newLine("error", "message", err.Error()))
		return
	}
	r.info(a)
	done := newLine("done", "move", formatMove(a.Move))
	if len(a.Line) > 1 && a.Line[0] == a.Move {
		done.Args = append(done.Args, argument{Name: "ponder", Value: formatMove(a.Line[1])})
	}
	r.out.send(done)
}

// info tells what the search has found so far.
func (r *running) info(a engine.Answer) {
	took := time.Since(r.begun).Seconds()
	l := newLine(
		"info",
		"depth", strconv.Itoa(a.Depth),
		"score", fmt.Sprintf("%.2f", float64(a.Score)/100),
		"nodes", strconv.FormatInt(a.Nodes, 10),
		"time", fmt.Sprintf("%.3f", took),
	)
	if took > 0 {
		l.Args = append(l.Args, argument{Name: "nps", Value: fmt.Sprintf("%.3f", float64(a.Nodes)/took/1e6)})
	}
	l.Args = append(l.Args, argument{Name: "pv", Value: formatMoves(a.Line)})
	r.out.send(l)
}

// hit says that the opponent has played the move that is pondered on: from now on the clock runs.
func (r *running) hit(lim engine.Limits) {
	if !r.ponders || r.clock != nil {
		return
	}
	if lim.Time > 0 {
		r.clock = time.AfterFunc(lim.Time, r.cancel)
	}
	r.release()
}

// await gives a search that has an end some time to reach it.
func (r *running) await(most time.Duration) {
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

// stop ends the search and waits for its done.
func (r *running) stop() {
	r.release()
	r.cancel()
	<-r.ended
	if r.clock != nil {
		r.clock.Stop()
	}
}
