package live_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/engine"
	"crownhead/face"
	"crownhead/face/say"
	"crownhead/firmware/link"
	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/live"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// cable is a port whose other end is a virtual controller; it lives on the clock of a synctest bubble.
type cable struct {
	rig   *robottest.Rig
	in    chan link.PortEvent
	out   chan []byte
	mu    sync.Mutex // the world belongs to the cable's goroutine and, in between, to the test
	began time.Time
	clock clock.Clock
}

func newCable(rig *robottest.Rig) *cable {
	return &cable{rig: rig, in: make(chan link.PortEvent), out: make(chan []byte, 64), began: time.Now()}
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
		out, _ := c.rig.Device.Advance(c.clock.Since(c.began), got)
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
	rig    *robottest.Rig
	cancel context.CancelFunc
	ended  chan struct{}

	log     bytes.Buffer // the rest is for when it has ended
	voice   voice
	volumes []int
}

// A voice records what it is to speak, and is slow, which a real voice must not be.
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

// startDaemon starts a daemon whose core is that of a rig; nil is a new rig. Change, which may be nil, changes its
// configuration before it starts.
func startDaemon(t *testing.T, rig *robottest.Rig, change func(*live.DaemonConfig)) *daemon {
	t.Helper()
	if rig == nil {
		rig = robottest.NewRig(t, board.Start().FEN(), board.White, nil)
	}
	d := &daemon{rig: rig, cable: newCable(rig), ended: make(chan struct{})}
	cfg := live.DaemonConfig{
		Core: rig.Core, Port: d.cable, Log: zerolog.New(&d.log), Voice: &d.voice,
		Think:    func(_ context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) { return rig.Think(r), nil },
		Volume:   func(percent int) { d.volumes = append(d.volumes, percent) },
		Handover: func(fen string) { rig.Handed = append(rig.Handed, fen) },
	}
	if change != nil {
		change(&cfg)
	}
	d.cable.clock = cfg.Clock // the line's other end shares it
	d.Daemon = live.NewDaemon(cfg)
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

// moveAndPress moves a checker and presses the button, as a visitor does.
func (d *daemon) moveAndPress(t *testing.T, from, to string) {
	t.Helper()
	d.cable.mu.Lock()
	defer d.cable.mu.Unlock()
	if err := d.rig.World.MoveSquare(robottest.Square(from), robottest.Square(to)); err != nil {
		t.Error(err)
	}
	d.rig.World.Press(d.cable.clock.Since(d.cable.began))
}

// stop ends the daemon and returns how long that took.
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
		d := startDaemon(t, nil, nil)
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		d.moveAndPress(t, "c3", "d4")
		d.until(t, "answered", robottest.AfterPlies(2))
		if took := d.stop(t); took > 10*time.Second {
			t.Errorf("stopped after %v", took)
		}
		d.rig.Check(t)
		if len(d.rig.Handed) != 1 {
			t.Errorf("handed over %v", d.rig.Handed)
		}
	})
}

// SIGTERM in mid-move: the arm slows down, parks, and all is over within ten seconds.
func TestDaemonParks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil, nil)
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		d.moveAndPress(t, "c3", "d4")
		d.until(t, "moving", robottest.InPhase(turn.Moving))
		time.Sleep(1500 * time.Millisecond)
		if took := d.stop(t); took > 10*time.Second || !d.rig.Core.ShutdownDone() {
			t.Errorf("stopped after %v, parked %v", took, d.rig.Core.ShutdownDone())
		}
		park := arm.DefaultConfig().Park
		if tip := d.rig.World.State(0).Arm.Tip; math.Hypot(tip.X-park.X, tip.Y-park.Y) > 5 || math.Abs(tip.Z-park.Z) > 5 {
			t.Errorf("the tip is left at %+v", tip)
		}
		if c := d.rig.World.Counts(); c.Violations > 0 {
			t.Errorf("the witness counts %+v", c)
		}
	})
}

// A search that is cancelled is not waited for, and its answer is ignored.
func TestDaemonCancelsSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cancelled := 0
		d := startDaemon(t, nil, func(c *live.DaemonConfig) {
			c.Think = func(ctx context.Context, _ robot.EngineRequest) (robot.EngineAnswer, error) {
				<-ctx.Done()
				cancelled++
				return robot.EngineAnswer{Ply: 1, Move: "b6-a5"}, nil
			}
		})
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		d.moveAndPress(t, "c3", "d4")
		d.until(t, "thinking", robottest.InPhase(turn.Thinking))
		d.until(t, "thinking aloud", robottest.SaysKey("thinking"))
		if err := d.Command(t.Context(), command.Resign, nil); err != nil {
			t.Error(err)
		}
		s := d.until(t, "over", robottest.InPhase(turn.Over))
		if s.Result != "*" || s.Reason != "abandoned" || len(s.Moves) != 1 {
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
		d := startDaemon(t, nil, func(c *live.DaemonConfig) {
			c.Think = func(ctx context.Context, _ robot.EngineRequest) (robot.EngineAnswer, error) {
				calls++
				if calls == 1 {
					<-ctx.Done()
					return robot.EngineAnswer{Ply: 1, Move: "b6-a5"}, nil
				}
				time.Sleep(time.Second)
				return robot.EngineAnswer{Ply: 1, Move: "d6-e5"}, nil
			}
		})
		hand := func(from, to string) {
			time.Sleep(time.Second) // a button that is still down can't be pressed
			d.moveAndPress(t, from, to)
		}
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		hand("c3", "d4")
		d.until(t, "thinking", robottest.InPhase(turn.Thinking))
		hand("d4", "c3")
		d.until(t, "taken back", robottest.SaysKey("takeback_done"))
		hand("c3", "b4")
		s := d.until(t, "answered", robottest.AfterPlies(2))
		if s.Moves[1] != "d6-e5" {
			t.Errorf("played %v", s.Moves)
		}
		d.stop(t)
	})
}

func TestDaemonCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil, nil)
		if err := d.Command(t.Context(), "dance", nil); !errors.Is(err, command.ErrInvalid) {
			t.Errorf("an unknown command: %v", err)
		}
		if err := d.Command(t.Context(), command.Stop, map[string]string{"x": "y"}); !errors.Is(err, command.ErrInvalid) {
			t.Errorf("an argument: %v", err)
		}
		for _, c := range []struct {
			name             command.Name
			arg, value, says string
		}{
			{command.Stop, "x", "y", "stop takes no argument x; it takes none"},
			{command.Level, "lang", "uk", "level lacks its argument level"},
			{
				command.Level, "level", "god",
				`argument level: "god" is none of child, beginner, learner, amateur, club, strong, candidate, master`,
			},
			{command.Attitude, "attitude", "", `"" is none of positive, negative`},
			{command.Language, "lang", "fr", "write uk, ru or en"},
			{command.SetPosition, "fen", "W:Wa1:B", "checkers of one side only"},
		} {
			err := d.Command(t.Context(), c.name, map[string]string{c.arg: c.value})
			if !errors.Is(err, command.ErrInvalid) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s %s=%q: %v", c.name, c.arg, c.value, err)
			}
		}
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		if err := d.Command(t.Context(), command.Level, map[string]string{"level": "child"}); err != nil {
			t.Error(err)
		}
		d.until(t, "changed", func(s robot.Snapshot) bool { return s.Level == "child" && s.Choices.Level == "child" })
		if err := d.Command(t.Context(), command.Stop, nil); err != nil {
			t.Error(err)
		}
		d.until(t, "stopped", robottest.InPhase(turn.Stopped))
		d.stop(t)
		if err := d.Command(t.Context(), command.Stop, nil); !errors.Is(err, live.ErrEnded) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// 39: a slow screen misses snapshots, but never the newest, and holds nobody up.
func TestSlowSubscriber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil, nil)
		slow, stop := d.Subscribe()
		defer stop()
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		synctest.Wait()
		if s := <-slow; s.Serial != d.Snapshot().Serial {
			t.Errorf("got snapshot %d, the newest is %d", s.Serial, d.Snapshot().Serial)
		}
		d.stop(t)
	})
}

// A loop that is held up for longer than the line may be silent doesn't take its own silence for the controller's.
func TestDaemonHeldUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil, func(c *live.DaemonConfig) { c.Voice = &voice{slow: 700 * time.Millisecond} })
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		for range 10 {
			time.Sleep(2 * time.Second)
			d.cable.mu.Lock()
			d.rig.World.Press(time.Since(d.cable.began))
			d.cable.mu.Unlock()
			d.until(t, "told", func(s robot.Snapshot) bool { return s.Say.Key != "your_turn_white" })
		}
		d.stop(t)
		if n := strings.Count(d.rig.Journals[0].String(), `"link":"down"`); n > 0 {
			t.Errorf("the link was given up %d times", n)
		}
	})
}

// The voice is notified of what is said, in the visitor's language.
func TestDaemonSpeaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil, nil)
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
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
		d := startDaemon(t, nil, nil)
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		d.cable.mu.Lock()
		d.rig.ResetController(time.Since(d.cable.began))
		d.cable.mu.Unlock()
		d.until(t, "lost", robottest.InPhase(turn.NotReady))
		d.until(t, "ready again", robottest.InPhase(turn.VisitorTurn))
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

// A command of service mode returns at once with its outcome, in words; the others aren't waited for.
func TestDaemonAnswersTheOperator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil, nil)
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		jog := map[string]string{"x": "1", "y": "0", "z": "0"}
		err := d.Command(t.Context(), command.Jog, jog)
		if !errors.Is(err, robot.ErrNotNow) || !strings.Contains(err.Error(), "service mode") {
			t.Errorf("outside service mode: %v", err)
		}
		if err := d.Command(t.Context(), command.ServiceOn, nil); err != nil {
			t.Error(err)
		}
		d.until(t, "in service", robottest.InPhase(turn.Service))
		time.Sleep(2 * time.Second)
		if err := d.Command(t.Context(), command.Jog, jog); err != nil {
			t.Errorf("in service mode: %v", err)
		}
		far := map[string]string{"x": "60", "y": "0", "z": "0"}
		if err := d.Command(t.Context(), command.Jog, far); !errors.Is(err, command.ErrInvalid) {
			t.Errorf("a leap: %v", err)
		}
		if s := d.Status(); !s.Arm.Service || s.Game.Phase != turn.Service {
			t.Errorf("the status has %+v", s.Arm)
		}
		d.stop(t)
		if err := d.Command(t.Context(), command.Jog, jog); !errors.Is(err, live.ErrEnded) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// The volume is the voice's matter: it reaches it, whole and checked, and no journal.
func TestVolumeCommand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil, nil)
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		for _, percent := range []string{"0", "35", "100"} {
			if err := d.Command(t.Context(), command.Volume, map[string]string{"percent": percent}); err != nil {
				t.Error(err)
			}
		}
		for _, args := range []map[string]string{
			nil, {"percent": "101"}, {"percent": "-1"}, {"percent": "loud"}, {"percent": "5.5"}, {"percent": "5", "x": "1"},
		} {
			if err := d.Command(context.Background(), command.Volume, args); !errors.Is(err, command.ErrInvalid) {
				t.Errorf("%v: %v", args, err)
			}
		}
		d.stop(t)
		if want := []int{0, 35, 100}; !slices.Equal(d.volumes, want) {
			t.Errorf("volumes %v, want %v", d.volumes, want)
		}
		if !command.ForOperator(command.Volume) {
			t.Error("any visitor may turn the volume")
		}
	})
}

// TestStatusOfTheDaemon: never more than five a second, whatever happens; what others report is in it, and the
// log's end.
func TestStatusOfTheDaemon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		d := startDaemon(t, nil, func(c *live.DaemonConfig) {
			c.Sources = live.StatusSources{
				Port: func() link.PortState { return link.PortState{Port: "COM7"} },
				Disk: func(int) journal.DiskStatus {
					asked++
					return journal.DiskStatus{State: "ok", Dir: "here", FreeBytes: 1 << 40}
				},
				Sound: func() robot.SoundStatus { return robot.SoundStatus{State: "ok", Volume: 70} },
			}
		})
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		statuses, stop := d.SubscribeStatus()
		defer stop()
		began, count := time.Now(), 0
		<-statuses // the present one
		for time.Since(began) < 10*time.Second {
			<-statuses
			count++
		}
		if count > 51 || count < 25 {
			t.Errorf("%d statuses in ten seconds", count)
		}
		s := d.Status()
		if s.Link.Port != "COM7" || s.Disk.FreeBytes != 1<<40 || s.Sound.Volume != 70 || asked > 10 {
			t.Errorf("reported %+v %+v %+v, the disk asked %d times", s.Link, s.Disk, s.Sound, asked)
		}
		n := len(s.Timeline)
		if n == 0 || s.Timeline[0].Text == "" || s.Timeline[0].At.IsZero() || s.Timeline[n-1].Level == "" {
			t.Errorf("the timeline has %d entries: %+v", n, s.Timeline)
		}
		d.stop(t)
	})
}

// While the arm moves and the visitor thinks, the engine may think about the visitor's turn. Their press ends
// that, and so does the end of the robot.
func TestPonders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, ended := make(chan board.Game, 8), make(chan struct{}, 8)
		replies := map[int]string{1: "b6-a5", 3: "a7-b6"}
		think := func(_ context.Context, r robot.EngineRequest) (robot.EngineAnswer, error) {
			m, err := r.Game.Position().ParseMove(replies[r.Game.Plies()])
			return robot.NewEngineAnswer(r, engine.Answer{Move: m}), err
		}
		d := startDaemon(t, nil, func(c *live.DaemonConfig) {
			c.Think, c.Ponder = think, func(ctx context.Context, r robot.EngineRequest) {
				begun <- r.Game
				<-ctx.Done()
				ended <- struct{}{}
			}
		})
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		if len(begun) != 0 {
			t.Error("it thinks about a game in which it has not moved")
		}
		for i, move := range [][2]string{{"c3", "d4"}, {"e3", "f4"}} {
			d.moveAndPress(t, move[0], move[1])
			d.until(t, "moving", func(s robot.Snapshot) bool { return s.Phase == turn.Moving })
			if g := <-begun; g.Turn() != board.White || g.Plies() != 2*i+2 {
				t.Errorf("it thinks about ply %d, %v to move", g.Plies(), g.Turn())
			}
			d.until(t, "answered", robottest.AfterPlies(2*i+2))
			d.until(t, "ready again", robottest.InPhase(turn.VisitorTurn))
			if len(ended) != i {
				t.Error("it thinks no longer, although nobody has asked for anything")
			}
		}
		d.stop(t)
		if len(ended) != 2 {
			t.Errorf("%d of 2 thoughts came to an end", len(ended))
		}
		d.rig.Check(t)
	})
}

// 39: ten screens that never read hold nobody up, and find the present state when they do; one that comes back
// has it at once.
func TestScene39DeadScreens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDaemon(t, nil, nil)
		var dead []<-chan robot.Snapshot
		for range 10 {
			screen, stop := d.Subscribe()
			defer stop()
			dead = append(dead, screen)
		}
		d.until(t, "ready", robottest.InPhase(turn.VisitorTurn))
		d.moveAndPress(t, "c3", "d4")
		d.until(t, "answered", robottest.AfterPlies(2))
		back, stop := d.Subscribe()
		defer stop()
		synctest.Wait()
		for i, screen := range append(dead, back) {
			if s := <-screen; len(s.Moves) != 2 || s.Serial != d.Snapshot().Serial {
				t.Errorf("screen %d sees snapshot %d with %v, the newest is %d", i, s.Serial, s.Moves, d.Snapshot().Serial)
			}
		}
		d.stop(t)
	})
}
