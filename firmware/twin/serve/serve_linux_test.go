package serve

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/sim"
	"crownhead/firmware/twin/world"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const patience = 20 * time.Second // longer than anything lasts, even on a busy machine

// serving is a virtual robot within the test.
type serving struct {
	t    *testing.T
	path string
	end  func() error
}

func startServing(t *testing.T, cfg Config) *serving {
	t.Helper()
	cfg.Path = filepath.Join(t.TempDir(), "port")
	if cfg.Start == (board.Position{}) {
		cfg.Start = board.Start()
	}
	cfg.Log = zerolog.Nop()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, cfg) }()
	s := &serving{t: t, path: cfg.Path, end: sync.OnceValue(func() error { cancel(); return <-done })}
	t.Cleanup(func() { _ = s.end() }) // of a test that failed before it came to its end, too
	s.await("the port", func() bool { // which comes last: the socket answers by then
		_, err := os.Stat(cfg.Path)
		return err == nil
	})
	return s
}

func (s *serving) await(what string, ready func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); !ready(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("%s does not come", what)
		}
	}
}

// hear opens the port, asks for a session and returns the answer.
func (s *serving) hear(nonce uint32) wire.Hello {
	s.t.Helper()
	f, err := os.OpenFile(s.path, os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	r := wire.HelloRequest{Major: wire.Major, Nonce: nonce}
	request := wire.AppendEncode([]byte{0}, wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
	var answer wire.Hello
	var decoder wire.Decoder
	buf := make([]byte, 256)
	for end := time.Now().Add(patience); answer.Nonce != nonce && time.Now().Before(end); {
		if _, err := f.Write(request); err != nil {
			s.t.Fatal(err)
		}
		_ = f.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		n, err := f.Read(buf)
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			s.t.Fatal(err)
		}
		decoder.Feed(buf[:n], func(f wire.Frame) {
			if m, err := wire.Unmarshal(f.Type, f.Payload); err == nil && f.Type == wire.TypeHello {
				answer = m.(wire.Hello)
			}
		})
	}
	if answer.Nonce != nonce {
		s.t.Fatal("no answer on the port")
	}
	return answer
}

// Opening the port resets the controller, as on the real board: another boot id each time, also
// when it was closed a moment ago.
func TestOpeningThePortResetsTheController(t *testing.T) {
	s := startServing(t, Config{Seed: 1})
	last := uint32(0)
	for nonce := range uint32(10) {
		h := s.hear(nonce + 1)
		if h.Boot == last {
			t.Errorf("boot id %x again", h.Boot)
		}
		if h.Cause != wire.ResetExternal || h.Flags&wire.HelloVirtual == 0 {
			t.Errorf("%+v", h)
		}
		last = h.Boot
	}
	if err := s.end(); err != nil {
		t.Error(err)
	}
	for _, path := range []string{s.path, WorldPath(s.path)} {
		if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s stays behind: %v", path, err)
		}
	}
}

func TestRunLeavesForeignFilesAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "port")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), Config{Path: path, Log: zerolog.Nop()}); err == nil {
		t.Fatal("a file was taken for a port")
	}
	if data, _ := os.ReadFile(path); string(data) != "precious" {
		t.Errorf("the file now holds %q", data)
	}
}

func TestRunReplacesWhatAKilledRobotLeft(t *testing.T) {
	s := startServing(t, Config{Seed: 1})
	dead := filepath.Join(t.TempDir(), "port")
	if err := os.Symlink("/dev/pts/none", dead); err != nil {
		t.Fatal(err)
	}
	p, err := openPort(dead)
	if err != nil {
		t.Fatal(err)
	}
	p.close()
	if _, err := openSocket(WorldPath(s.path)); err == nil {
		t.Error("a second robot took the first one's socket")
	}
	if err := s.end(); err != nil {
		t.Error(err)
	}
}

func dialRobot(t *testing.T, s *serving) (*Client, context.Context) {
	t.Helper()
	c := Dial(WorldPath(s.path))
	t.Cleanup(c.Close)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	s.await("the client", func() bool { return c.Press(ctx) == nil })
	return c, ctx
}

// seen waits for a state that satisfies a wish.
func seen(t *testing.T, ctx context.Context, c *Client, what string, wish func(world.State) bool) world.State {
	t.Helper()
	for {
		select {
		case s := <-c.State():
			if wish(s) {
				return s
			}
		case <-ctx.Done():
			t.Fatalf("no state with %s", what)
		}
	}
}

func TestClientMovesCheckersAndAsksTheWitness(t *testing.T) {
	s := startServing(t, Config{Seed: 1})
	c, ctx := dialRobot(t, s)
	first := seen(t, ctx, c, "all checkers", func(s world.State) bool { return len(s.Checkers) == 30 })
	if first.Sensors != "fff00fff" || first.Visitor != "white" {
		t.Errorf("sensors %s, visitor %s", first.Sensors, first.Visitor)
	}
	man := first.Checkers[9]
	if err := c.MoveID(ctx, man.ID, 266.875, 9.375); err != nil {
		t.Fatal(err)
	}
	seen(t, ctx, c, "the moved checker", func(s world.State) bool { return s.Checkers[9].X == 266.875 })
	if err := c.Handover(ctx, board.Start()); err != nil {
		t.Fatal(err)
	}
	counts, _, err := c.Counts(ctx)
	if err != nil || counts.Verifications != 1 || counts.BoardMismatches != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
	if err := c.PlacePosition(ctx, board.Start(), board.Black); err != nil {
		t.Fatal(err)
	}
	seen(t, ctx, c, "the visitor's colour", func(s world.State) bool { return s.Visitor == "black" })
	if err := c.MoveID(ctx, 999, 0, 0); err == nil {
		t.Error("a checker that is not there was moved")
	}
	if _, err := c.Do(ctx, Op{Name: "dance"}); err == nil {
		t.Error("the world dances")
	}
	if err := s.end(); err != nil {
		t.Error(err)
	}
}

// The client connects again to a robot that was away.
func TestClientConnectsAgain(t *testing.T) {
	s := startServing(t, Config{Seed: 1})
	c, ctx := dialRobot(t, s)
	if err := s.end(); err != nil {
		t.Fatal(err)
	}
	s.await("the loss", func() bool { return errors.Is(c.Press(ctx), ErrNotConnected) })
	again, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- Run(again, Config{Path: s.path, Start: board.Start(), Log: zerolog.Nop()})
	}()
	s.await("the second robot", func() bool { return c.Press(ctx) == nil })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A scripted visitor hears what the daemon says.
type parrot struct{ heard chan Announcement }

func (p parrot) Act(now time.Duration, said Announcement, w *world.World) time.Duration {
	if said.Key != "" {
		select {
		case p.heard <- said:
		default:
		}
		w.Press(now)
	}
	return wire.Never
}

func (p parrot) IllegalPresses() int { return 5 }

func TestVisitorHearsWhatIsSaid(t *testing.T) {
	p := parrot{heard: make(chan Announcement, 1)}
	s := startServing(t, Config{Seed: 1, Script: p})
	c, ctx := dialRobot(t, s)
	if err := c.Announce(ctx, Announcement{Key: "your_turn", Squares: []string{"c3"}, Serial: 4}); err != nil {
		t.Fatal(err)
	}
	select {
	case said := <-p.heard:
		if said.Key != "your_turn" || said.Serial != 4 {
			t.Errorf("%+v", said)
		}
	case <-ctx.Done():
		t.Fatal("nothing heard")
	}
	if _, illegal, err := c.Counts(ctx); err != nil || illegal != 5 {
		t.Errorf("illegal presses %d, %v", illegal, err)
	}
	if err := s.end(); err != nil {
		t.Error(err)
	}
}

// A virtual robot that hangs, with its socket full, does not make its client wait: neither Do nor Close.
func TestClientOfAHungRobot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hung")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := Dial(path)
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		gone, cancel := context.WithCancel(t.Context())
		cancel() // nobody waits for answers
		long := Op{Name: OpAnnounce, Announcement: Announcement{FEN: strings.Repeat(" ", 1<<16)}}
		for connected := false; ; {
			_, err := c.Do(gone, long)
			if errors.Is(err, ErrNotConnected) && connected {
				break
			}
			connected = connected || errors.Is(err, context.Canceled)
		}
		c.Close()
	}()
	select {
	case <-ended:
	case <-time.After(patience):
		conn.Close() // lets the writer go
		t.Fatal("still writing")
	}
}

// A second virtual robot at the same path is refused, and the first one keeps its port and its socket.
func TestSecondRobotLeavesTheFirstAlone(t *testing.T) {
	s := startServing(t, Config{Seed: 1})
	before, err := os.Readlink(s.path)
	if err != nil {
		t.Fatal(err)
	}
	err = Run(t.Context(), Config{Path: s.path, Seed: 2, Start: board.Start(), Log: zerolog.Nop()})
	if err == nil || !strings.Contains(err.Error(), "another virtual robot is running there") {
		t.Errorf("the second one: %v", err)
	}
	if after, err := os.Readlink(s.path); err != nil || after != before {
		t.Errorf("the first one's port was %s, now %q, %v", before, after, err)
	}
	if hello := s.hear(7); hello.Nonce != 7 {
		t.Errorf("the first one answers %+v", hello)
	}
	if err := s.end(); err != nil {
		t.Error(err)
	}
}

// A deadChip is a microcontroller that has died.
type deadChip struct{ err error }

func (c deadChip) Slice(time.Duration, sim.Inputs, []byte) (sim.Outputs, error) {
	return sim.Outputs{}, c.err
}

func (deadChip) Reset() error { return nil }

// A virtual robot whose chip dies ends with the chip's error, and removes its port.
func TestRunEndsWithItsChip(t *testing.T) {
	said := errors.New("the processor has stopped")
	path := filepath.Join(t.TempDir(), "robot")
	err := Run(t.Context(), Config{
		Path: path, Seed: 1, Start: board.Start(), Visitor: board.White, Chip: deadChip{said}, Log: zerolog.Nop(),
	})
	if !errors.Is(err, ErrDead) || !errors.Is(err, said) {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the port is left: %v", err)
	}
}
