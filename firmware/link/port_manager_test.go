//go:build unix

package link

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"crownhead/firmware/link/wire"
	"crownhead/internal/filelock"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds waits for what must come; no test measures time.
const patience = 20 * time.Second

// ptyDevice is a pseudo-terminal under a stable name.
type ptyDevice struct {
	t      *testing.T
	name   string
	master *os.File
}

func newPtyDevice(t *testing.T) *ptyDevice {
	d := &ptyDevice{t: t, name: filepath.Join(t.TempDir(), "port")}
	t.Cleanup(d.unplug)
	return d
}

func (d *ptyDevice) plug() {
	d.t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		d.t.Fatal(err)
	}
	defer slave.Close()
	d.master = master
	if err := os.Symlink(slave.Name(), d.name); err != nil {
		d.t.Fatal(err)
	}
}

func (d *ptyDevice) unplug() {
	if d.master != nil {
		d.master.Close()
		os.Remove(d.name)
		d.master = nil
	}
}

// startManager runs a session; stop cancels it and waits for its end.
func startManager(t *testing.T, name string) (s *PortManager, stop func()) {
	t.Helper()
	c := DefaultConfig()
	c.Port = name
	s, err := NewPortManager(c, SystemPorts{}, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	return s, runManager(s)
}

// runManager runs a session; stop cancels it and waits for its end.
func runManager(s *PortManager) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	return func() {
		cancel()
		for range s.Incoming() { //nolint:revive // read on until it is closed
		}
		<-done
	}
}

// waitForChange reads on until the change.
func waitForChange(t *testing.T, s *PortManager, want PortChange) PortEvent {
	t.Helper()
	limit := time.After(patience)
	for {
		select {
		case in, open := <-s.Incoming():
			if !open {
				t.Fatal("the session has ended")
			}
			if in.Change == want {
				return in
			}
		case <-limit:
			t.Fatalf("change %d never came", want)
		}
	}
}

// TestSession: bytes go both ways unchanged, zero and all.
func TestSession(t *testing.T) {
	d := newPtyDevice(t)
	d.plug()
	s, stop := startManager(t, d.name)
	defer stop()
	waitForChange(t, s, PortOpened)
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	s.Write(every)
	got := make([]byte, 256)
	for n := 0; n < len(got); {
		k, err := d.master.Read(got[n:])
		if err != nil {
			t.Fatal(err)
		}
		n += k
	}
	if !bytes.Equal(got, every) {
		t.Errorf("written %x", got)
	}
	if _, err := d.master.Write(every); err != nil {
		t.Fatal(err)
	}
	for got = got[:0]; len(got) < len(every); {
		got = append(got, waitForChange(t, s, PortData).Data...)
	}
	if !bytes.Equal(got, every) {
		t.Errorf("read %x", got)
	}
}

// On a port that is named, whatever talks there instead of a controller is named too, and the port stays open until the
// controller is switched on.
func TestNamedPortWithoutController(t *testing.T) {
	for name, tc := range map[string]struct{ says, want string }{
		"a printer": {"ok T:21.3 /0.0\r\nok T:21.4 /0.0\r\n", `something else talks there: "ok T:21.3 /0.0"`},
		"a long line in Cyrillic": {
			strings.Repeat("принтер ", 10) + "\r\n",
			`something else talks there: "` + strings.Repeat("принтер ", 7) + `прин"`,
		},
		"nothing": {"", "it says nothing"},
		"noise":   {"\xf0\x81\x00\xfe\x93\xc0\xf8\x02", "what comes from there is neither the controller's nor text"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newPtyDevice(t)
			d.plug()
			c := DefaultConfig()
			c.Port = d.name
			var log bytes.Buffer
			s, err := NewPortManager(c, SystemPorts{}, zerolog.New(&log))
			if err != nil {
				t.Fatal(err)
			}
			s.answerTimeout = 100 * time.Millisecond
			stop := runManager(s)
			waitForChange(t, s, PortOpened)
			if _, err := d.master.WriteString(tc.says); err != nil {
				t.Fatal(err)
			}
			state := waitForState(t, s, func(p PortState) bool { return p.Problem != "" })
			if !state.Open || !strings.Contains(state.Problem, "no controller answers: "+tc.want) || state.Hint == "" {
				t.Errorf("got %+v", state)
			}
			hello := wire.Hello{Major: wire.Major, Nonce: 1}
			frame := wire.Encode(wire.Frame{Type: hello.Type(), Payload: wire.Marshal(hello)})
			// The first one may be lost behind what came before it.
			if _, err := d.master.Write(append(frame, frame...)); err != nil {
				t.Fatal(err)
			}
			waitForState(t, s, func(p PortState) bool { return p.Open && p.Problem == "" && p.Hint == "" })
			stop()
			if !strings.Contains(log.String(), tc.want[:10]) || !strings.Contains(log.String(), "the controller answers now") {
				t.Errorf("logged: %s", log.String())
			}
		})
	}
}

// waitForState waits until the state is as wanted. It reads the manager's events meanwhile.
func waitForState(t *testing.T, s *PortManager, want func(PortState) bool) PortState {
	t.Helper()
	for limit := time.Now().Add(patience); time.Now().Before(limit); {
		select {
		case <-s.Incoming():
		case <-time.After(5 * time.Millisecond):
		}
		if state := s.State(); want(state) {
			return state
		}
	}
	t.Fatalf("the state stays %+v", s.State())
	return PortState{}
}

// TestReconnect: not there, there, pulled, there again.
func TestReconnect(t *testing.T) {
	d := newPtyDevice(t)
	s, stop := startManager(t, d.name)
	defer stop()
	for range 2 {
		d.plug()
		waitForChange(t, s, PortOpened)
		d.unplug()
		waitForChange(t, s, PortClosed)
	}
}

// TestPeerStopsReading: a write that blocks for ever neither keeps the session
// from ending nor from noticing.
func TestPeerStopsReading(t *testing.T) {
	d := newPtyDevice(t)
	d.plug()
	s, stop := startManager(t, d.name)
	waitForChange(t, s, PortOpened)
	for s.Write(make([]byte, 4096)) { //nolint:revive // until the queue is full
	}
	waitForChange(t, s, PortClosed)
	waitForChange(t, s, PortOpened)
	for s.Write(make([]byte, 4096)) { //nolint:revive // until the queue is full
	}
	stop()
}

// TestOneSessionADevice: a second session waits while the first has the device,
// by whatever name, names the process that holds it, and has it afterwards.
func TestOneSessionADevice(t *testing.T) {
	d := newPtyDevice(t)
	d.plug()
	first, stopFirst := startManager(t, d.name)
	defer func() { stopFirst() }()
	waitForChange(t, first, PortOpened)

	other := filepath.Join(t.TempDir(), "other")
	if err := os.Symlink(d.name, other); err != nil {
		t.Fatal(err)
	}
	if _, err := openPort(other, 250000); !errors.Is(err, filelock.ErrLocked) || !strings.Contains(err.Error(), strconv.Itoa(os.Getpid())) {
		t.Fatalf("opened twice: %v", err)
	}
	second, stopSecond := startManager(t, other)
	defer func() { stopSecond() }()
	stopFirst()
	stopFirst = func() {}
	waitForChange(t, second, PortOpened)
}
