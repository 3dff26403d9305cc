package demo

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/serve"
	"crownhead/firmware/twin/world"
	"crownhead/internal/app"
	"crownhead/internal/twinprocess"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// BenchmarkDemoFast plays whole games in virtual time and reports how much faster than real time that is.
func BenchmarkDemoFast(b *testing.B) {
	d := benchDemo(b)
	virtual := 0.0
	for n := 0; b.Loop(); n++ {
		report, err := d.PlayFast(b.Context(), n)
		if err != nil {
			b.Fatal(err)
		}
		virtual += report.Seconds
	}
	b.ReportMetric(virtual/b.Elapsed().Seconds(), "×real-time")
}

func benchDemo(b *testing.B) *Demo {
	b.Helper()
	components, err := app.BuildComponents(config.Default())
	if err != nil {
		b.Fatal(err)
	}
	d, err := New(Options{Games: 1, Visitor: "random", Seed: 1, Fast: true}, components)
	if err != nil {
		b.Fatal(err)
	}
	return d
}

// BenchmarkPress measures, on a clean line in virtual time, how long after the press the face shows something new and
// the arm begins to move. The arm's figure includes the time that the amateur level is allowed to think.
func BenchmarkPress(b *testing.B) {
	face, arm := time.Duration(0), time.Duration(0)
	for n := 0; b.Loop(); n++ {
		p := pressOnce(b, uint64(n+1))
		face, arm = max(face, p.face), max(arm, p.arm)
	}
	b.ReportMetric(float64(face.Microseconds())/1000, "ms-to-face")
	b.ReportMetric(float64(arm.Microseconds())/1000, "ms-to-arm")
}

// A presser makes the first move of the game and watches what the controller then shows and does.
type presser struct {
	*people
	pressed   time.Duration
	leds      [16]int
	servos    [4]int
	face, arm time.Duration
}

func pressOnce(b *testing.B, seed uint64) *presser {
	b.Helper()
	d := benchDemo(b)
	o := app.GameSetup{Start: board.Start(), Visitor: board.White, Seed: seed}
	cfg, err := d.components.CoreConfig(o)
	if err != nil {
		b.Fatal(err)
	}
	cfg.Link.Quiet = twinprocess.BootTime.Seconds()
	core, err := robot.NewCore(cfg)
	if err != nil {
		b.Fatal(err)
	}
	brain, err := d.components.Thinker(seed, true)
	if err != nil {
		b.Fatal(err)
	}
	someone, err := newPeople(d.components, "random", o)
	if err != nil {
		b.Fatal(err)
	}
	p := &presser{people: someone}
	if _, err := virtual.Run(b.Context(), virtual.Config{
		Core: core, Device: twin.NewDevice(p.world, d.faults, controller.Config{Seed: seed, BootDelay: twinprocess.BootTime}), Person: p,
		Think: thinkInline(b.Context(), brain), Thinking: 300 * time.Millisecond, Baud: cfg.Link.Baud,
		Limit: time.Minute, Done: func(robot.Snapshot) bool { return p.arm > 0 },
	}); err != nil {
		b.Fatal(err)
	}
	return p
}

// Advance presses once it is the visitor's turn, and then looks every millisecond.
func (p *presser) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	state := p.world.State(now)
	switch {
	case p.pressed == 0 && s.Phase == turn.VisitorTurn:
		if err := p.world.MoveSquare(mustSquare("c3"), mustSquare("d4")); err != nil {
			return never
		}
		p.world.Press(now)
		p.pressed, p.leds, p.servos = now, state.Leds, state.Servos
	case p.pressed == 0:
		return never
	case p.face == 0 && (state.Leds != p.leds || state.Servos != p.servos):
		p.face = now - p.pressed
	case p.arm == 0 && state.Arm.Moving:
		p.arm = now - p.pressed
	}
	return now + time.Millisecond
}

func mustSquare(name string) board.Square {
	s, err := board.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return s
}

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
	p, err := app.BuildComponents(config.Default())
	if err != nil {
		b.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "crownhead-bench-") // short, for a socket's path has little room
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(dir)
	d, err := New(Options{Games: 1, Visitor: "random", Seed: 1}, p)
	if err != nil {
		b.Fatal(err)
	}
	d.Visitor = "" // this test moves the checkers
	d.program = buildProgram(b)
	setup := app.GameSetup{Start: board.Start(), Visitor: board.White, Seed: 1}
	g := &liveGame{demo: d, setup: setup, dir: dir, journal: &journal.Memory{}}
	ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
	defer cancel()
	if err := g.startParts(ctx); err != nil {
		b.Fatal(err)
	}
	snapshots, unsubscribe := g.daemon.Subscribe()
	defer unsubscribe()
	var daemon sync.WaitGroup
	daemon.Go(func() { g.daemon.Run(ctx) })
	took := clockPress(ctx, b, g.child.Client, snapshots)
	cancel()
	daemon.Wait()
	if err := g.stopTwin(); err != nil {
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
			mine = s.Phase == turn.VisitorTurn
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

// buildProgram builds crownhead, for the virtual robot's process.
func buildProgram(b *testing.B) string {
	b.Helper()
	program := filepath.Join(b.TempDir(), "crownhead")
	if out, err := exec.Command("go", "build", "-o", program, "crownhead/cmd/crownhead").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return program
}
