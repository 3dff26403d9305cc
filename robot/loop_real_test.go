package robot_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/face"
	"crownhead/face/say"
	"crownhead/firmware/link"
	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/live"
	"crownhead/robot/turn"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// cable is a port whose other end is a virtual controller; it lives on the clock of a synctest bubble.
type cable struct {
	b     *bench
	in    chan link.PortEvent
	out   chan []byte
	mu    sync.Mutex // the world belongs to the cable's goroutine and, in between, to the test
	began time.Time
	clock clock.Clock
}

func newCable(b *bench) *cable {
	return &cable{b: b, in: make(chan link.PortEvent), out: make(chan []byte, 64), began: time.Now()}
}

func (c *cable) Incoming() <-chan link.PortEvent { return c.in }

func (c *cable) Write(p []byte) bool {
	select {
	case c.out <- p:
		return true
	default:
		return false
	}
}

func (c *cable) Run(ctx context.Context) {
	defer close(c.in)
	c.in <- link.PortEvent{Change: link.PortOpened}
	for {
		var got []byte
		select {
		case <-ctx.Done():
			c.in <- link.PortEvent{Change: link.PortClosed}
			return
		case got = <-c.out:
		case <-time.After(2 * time.Millisecond):
		}
		c.mu.Lock()
		out, _ := c.b.device.Advance(c.clock.Since(c.began), got)
		out = append([]byte(nil), out...)
		c.mu.Unlock()
		if len(out) == 0 {
			continue
		}
		select {
		case c.in <- link.PortEvent{Data: out}:
		case <-ctx.Done():
		}
	}
}

// A daemon is a daemon on a cable, on a clock of its own.
type daemon struct {
	*live.Daemon
	cable  *cable
	b      *bench
	cancel context.CancelFunc
	ended  chan struct{}

	log     bytes.Buffer // the rest is for when it has ended
	voice   voice
	volumes []int
}

// A voice notes what it is to speak, and takes its time over it, which no voice may.
type voice struct {
	spoken []string
	slow   time.Duration
}

func (v *voice) Notify(m face.Moment) {
	for _, key := range m.Said {
		v.spoken = append(v.spoken, m.Lang+": "+key)
		time.Sleep(v.slow)
	}
}

func startDaemon(t *testing.T, think live.Thinker) *daemon { return startSlow(t, think, 0) }

// startSlow is startDaemon with a loop that each sentence holds up.
func startSlow(t *testing.T, think live.Thinker, slow time.Duration) *daemon {
	t.Helper()
	return startReal(t, think, slow, live.StatusSources{})
}

// startReporting is a daemon whose status others add to.
func startReporting(t *testing.T, reports live.StatusSources) *daemon {
	t.Helper()
	return startReal(t, nil, 0, reports)
}

func startReal(t *testing.T, think live.Thinker, slow time.Duration, reports live.StatusSources) *daemon {
	t.Helper()
	return startPondering(t, think, nil, slow, reports)
}

func startPondering(t *testing.T, think live.Thinker, ponder live.Ponderer, slow time.Duration, reports live.StatusSources) *daemon {
	t.Helper()
	return startOn(newBench(t, board.Start().FEN(), board.White, nil), think, ponder, slow, reports)
}

// startOn starts a daemon of which the bench's core is the robot.
func startOn(b *bench, think live.Thinker, ponder live.Ponderer, slow time.Duration, reports live.StatusSources) *daemon {
	d := &daemon{b: b, cable: newCable(b), ended: make(chan struct{}), voice: voice{slow: slow}}
	if think == nil {
		think = func(_ context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) { return b.think(r), nil }
	}
	d.Daemon = live.NewDaemon(live.DaemonConfig{
		Core: b.core, Port: d.cable, Think: think, Ponder: ponder, Log: zerolog.New(&d.log), Voice: &d.voice, Sources: reports,
		Volume:   func(percent int) { d.volumes = append(d.volumes, percent) },
		Handover: func(fen string) { b.handed = append(b.handed, fen) },
	})
	var ctx context.Context
	ctx, d.cancel = context.WithCancel(context.Background())
	go func() {
		d.Run(ctx)
		close(d.ended)
	}()
	return d
}

// until waits for a snapshot.
func (d *daemon) until(t *testing.T, what string, good func(robot.Snapshot) bool) robot.Snapshot {
	t.Helper()
	snapshots, stop := d.Subscribe()
	defer stop()
	for limit := time.After(10 * time.Minute); ; {
		select {
		case s := <-snapshots:
			if good(s) {
				return s
			}
		case <-limit:
			t.Fatalf("never %s; %+v", what, d.Snapshot())
		}
	}
}

func (d *daemon) stop(t *testing.T) time.Duration {
	t.Helper()
	began := time.Now()
	d.cancel()
	<-d.ended
	return time.Since(began)
}

// The loop in real time plays: link up, homed, the visitor's move, the robot's answer, and an orderly end.
func TestDaemonPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		d.until(t, "ready", phase(turn.Visitor))
		d.cable.mu.Lock()
		if err := d.b.world.MoveSquare(square("c3"), square("d4")); err != nil {
			t.Error(err)
		}
		d.b.world.Press(time.Since(d.cable.began))
		d.cable.mu.Unlock()
		d.until(t, "answered", plies(2))
		if took := d.stop(t); took > 10*time.Second {
			t.Errorf("stopped after %v", took)
		}
		d.b.check(t)
		if len(d.b.handed) != 1 {
			t.Errorf("handed over %v", d.b.handed)
		}
	})
}

// SIGTERM in mid-move: the arm slows down, parks, and all is over within ten seconds.
func TestDaemonParks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		d.until(t, "ready", phase(turn.Visitor))
		d.cable.mu.Lock()
		_ = d.b.world.MoveSquare(square("c3"), square("d4"))
		d.b.world.Press(time.Since(d.cable.began))
		d.cable.mu.Unlock()
		d.until(t, "moving", phase(turn.Moving))
		time.Sleep(1500 * time.Millisecond)
		if took := d.stop(t); took > 10*time.Second || !d.b.core.ShutdownDone() {
			t.Errorf("stopped after %v, parked %v", took, d.b.core.ShutdownDone())
		}
		park := arm.DefaultConfig().Park
		if tip := d.b.world.State(0).Arm.Tip; math.Hypot(tip.X-park.X, tip.Y-park.Y) > 5 || math.Abs(tip.Z-park.Z) > 5 {
			t.Errorf("the tip is left at %+v", tip)
		}
		if c := d.b.world.Counts(); c.Violations > 0 {
			t.Errorf("the witness counts %+v", c)
		}
	})
}

// A search that is called off is not waited for, and its answer isn't heard.
func TestDaemonCancelsSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cancelled := 0
		d := startDaemon(t, func(ctx context.Context, _ robot.EngineRequest) (robot.EngineAnswer, error) {
			<-ctx.Done()
			cancelled++
			return robot.EngineAnswer{Ply: 1, Move: "b6-a5"}, nil
		})
		d.until(t, "ready", phase(turn.Visitor))
		d.cable.mu.Lock()
		_ = d.b.world.MoveSquare(square("c3"), square("d4"))
		d.b.world.Press(time.Since(d.cable.began))
		d.cable.mu.Unlock()
		d.until(t, "thinking", phase(turn.Thinking))
		d.until(t, "thinking aloud", says("thinking"))
		if err := d.Command(t.Context(), turn.CommandResign, nil); err != nil {
			t.Error(err)
		}
		s := d.until(t, "over", phase(turn.Over))
		if s.Result != "0-2" || s.Reason != "resignation" || len(s.Moves) != 1 {
			t.Errorf("%+v", s)
		}
		d.stop(t)
		if cancelled != 1 {
			t.Errorf("%d searches called off", cancelled)
		}
	})
}

// 8: the answer to a move that was taken back is not played, though it would be legal.
func TestDaemonStaleAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		d := startDaemon(t, func(ctx context.Context, _ robot.EngineRequest) (robot.EngineAnswer, error) {
			calls++
			if calls == 1 {
				<-ctx.Done()
				return robot.EngineAnswer{Ply: 1, Move: "b6-a5"}, nil
			}
			time.Sleep(time.Second)
			return robot.EngineAnswer{Ply: 1, Move: "d6-e5"}, nil
		})
		hand := func(from, to string) {
			time.Sleep(time.Second) // a button that is still down can't be pressed
			d.cable.mu.Lock()
			defer d.cable.mu.Unlock()
			if err := d.b.world.MoveSquare(square(from), square(to)); err != nil {
				t.Error(err)
			}
			d.b.world.Press(time.Since(d.cable.began))
		}
		d.until(t, "ready", phase(turn.Visitor))
		hand("c3", "d4")
		d.until(t, "thinking", phase(turn.Thinking))
		hand("d4", "c3")
		d.until(t, "taken back", says("takeback_done"))
		hand("c3", "b4")
		s := d.until(t, "answered", plies(2))
		if s.Moves[1] != "d6-e5" {
			t.Errorf("played %v", s.Moves)
		}
		d.stop(t)
	})
}

func TestDaemonCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		if err := d.Command(t.Context(), "dance", nil); !errors.Is(err, turn.ErrCommand) {
			t.Errorf("an unknown command: %v", err)
		}
		if err := d.Command(t.Context(), turn.CommandStop, map[string]string{"x": "y"}); !errors.Is(err, turn.ErrCommand) {
			t.Errorf("an argument: %v", err)
		}
		for _, c := range []struct {
			name             turn.CommandName
			arg, value, says string
		}{
			{turn.CommandStop, "x", "y", "stop takes no argument x; it takes none"},
			{turn.CommandLevel, "lang", "uk", "level lacks its argument level"},
			{turn.CommandLevel, "level", "god", `argument level: "god" is none of child, beginner, learner, amateur, club, strong, candidate, master`},
			{turn.CommandAttitude, "attitude", "", `"" is none of positive, negative`},
			{turn.CommandLanguage, "lang", "fr", "write uk, ru or en"},
			{turn.CommandPosition, "fen", "W:Wa1:B", "checkers of one side only"},
		} {
			err := d.Command(t.Context(), c.name, map[string]string{c.arg: c.value})
			if !errors.Is(err, turn.ErrCommand) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s %s=%q: %v", c.name, c.arg, c.value, err)
			}
		}
		d.until(t, "ready", phase(turn.Visitor))
		if err := d.Command(t.Context(), turn.CommandLevel, map[string]string{"level": "child"}); err != nil {
			t.Error(err)
		}
		d.until(t, "changed", func(s robot.Snapshot) bool { return s.Level == "child" && s.Choices.Level == "child" })
		if err := d.Command(t.Context(), turn.CommandStop, nil); err != nil {
			t.Error(err)
		}
		d.until(t, "stopped", phase(turn.Stopped))
		d.stop(t)
		if err := d.Command(t.Context(), turn.CommandStop, nil); !errors.Is(err, live.ErrEnded) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// 39: a slow screen misses snapshots, never the newest, and holds nobody up.
func TestSlowSubscriber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		slow, stop := d.Subscribe()
		defer stop()
		d.until(t, "ready", phase(turn.Visitor))
		synctest.Wait()
		if s := <-slow; s.Serial != d.Snapshot().Serial {
			t.Errorf("got snapshot %d, the newest is %d", s.Serial, d.Snapshot().Serial)
		}
		d.stop(t)
	})
}

// A loop that is held up for longer than the line may be silent takes its own silence for nobody's.
func TestDaemonHeldUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startSlow(t, nil, 700*time.Millisecond)
		d.until(t, "ready", phase(turn.Visitor))
		for range 10 {
			time.Sleep(2 * time.Second)
			d.cable.mu.Lock()
			d.b.world.Press(time.Since(d.cable.began))
			d.cable.mu.Unlock()
			d.until(t, "told", func(s robot.Snapshot) bool { return s.Say.Key != "your_turn_white" })
		}
		d.stop(t)
		if n := strings.Count(d.b.journals[0].String(), `"link":"down"`); n > 0 {
			t.Errorf("the link was given up %d times", n)
		}
	})
}

// The voice hears what is said, in the visitor's language.
func TestDaemonSpeaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		d.until(t, "ready", phase(turn.Visitor))
		d.stop(t)
		want := "uk: " + string(say.YourTurnWhite)
		if n := len(d.voice.spoken); n == 0 || d.voice.spoken[n-1] != want {
			t.Errorf("spoken %q, want %q last", d.voice.spoken, want)
		}
	})
}

// The log tells an operator why something happened.
func TestDaemonLogsReasons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil)
		d.until(t, "ready", phase(turn.Visitor))
		d.cable.mu.Lock()
		d.b.reset(time.Since(d.cable.began))
		d.cable.mu.Unlock()
		d.until(t, "lost", phase(turn.Boot))
		d.until(t, "ready again", phase(turn.Visitor))
		d.stop(t)
		for _, want := range []string{
			`"level":"info","component":"robot","boot":`,
			`"level":"warn","component":"robot","reason":"silence","message":"link down"`,
			`"message":"the controller has been reset"`,
		} {
			if !strings.Contains(d.log.String(), want) {
				t.Errorf("no %s in\n%s", want, d.log.String())
			}
		}
	})
}
