package main

import (
	"context"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware/twin/serve"
	"crownhead/firmware/twin/world"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// BenchmarkPressLive plays the first move over a pseudo-terminal in real time and reports how long after the press the
// virtual robot's arm begins to move, at the amateur level, the worst of all runs.
func BenchmarkPressLive(b *testing.B) {
	worst := time.Duration(0)
	for b.Loop() {
		worst = max(worst, pressLive(b))
	}
	b.ReportMetric(float64(worst.Milliseconds()), "ms-to-arm")
}

// pressLive starts a robot, moves c3-d4 once it is the visitor's turn, and waits for the arm.
func pressLive(b *testing.B) time.Duration {
	b.Helper()
	p, err := newPlant(config.Default())
	if err != nil {
		b.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "crownhead-bench-") // short, for a socket's path has little room
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(dir)
	g := &liveGame{
		run: &demoRun{demoOptions: demoOptions{games: 1, seed: 1}, plant: p, start: board.Start()},
		o:   occasion{start: board.Start(), visitor: board.White, seed: 1}, dir: dir, journal: &journal.Memory{},
	}
	ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
	defer cancel()
	if err := g.start(ctx); err != nil {
		b.Fatal(err)
	}
	snapshots, unsubscribe := g.daemon.Subscribe()
	defer unsubscribe()
	var daemon sync.WaitGroup
	daemon.Go(func() { g.daemon.Run(ctx) })
	took := clockPress(ctx, b, g.child.Client, snapshots)
	cancel()
	daemon.Wait()
	if err := g.stop(); err != nil {
		b.Error(err)
	}
	return took
}

// clockPress makes the move and measures. The world tells its states as they change, so the newest is kept.
func clockPress(ctx context.Context, b *testing.B, hand *serve.Client, snapshots <-chan robot.Snapshot) time.Duration {
	b.Helper()
	var state world.State
	var pressed time.Time
	mine := false
	for {
		select {
		case s := <-snapshots:
			mine = s.Phase == turn.Visitor
		case state = <-hand.State():
		case <-ctx.Done():
			b.Error("the arm has not begun to move")
			return 0
		}
		switch {
		case pressed.IsZero() && mine && len(state.Checkers) > 0 && !state.Arm.Moving:
			moveC3D4(ctx, b, hand, state)
			pressed = time.Now()
			if err := hand.Press(ctx); err != nil {
				b.Error(err)
				return 0
			}
		case !pressed.IsZero() && state.Arm.Moving:
			return time.Since(pressed)
		}
	}
}

func moveC3D4(ctx context.Context, b *testing.B, hand *serve.Client, s world.State) {
	b.Helper()
	i := slices.IndexFunc(s.Checkers, func(c world.StateChecker) bool { return c.Where == "c3" })
	if i < 0 {
		b.Fatal("no checker on c3")
	}
	c := s.Checkers[i]
	if err := hand.MoveID(ctx, c.ID, c.X-s.Board.Pitch, c.Y+s.Board.Pitch); err != nil {
		b.Fatal(err)
	}
}
