//go:build linux

package link_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/rs/zerolog"
	"golang.org/x/sys/unix"

	"crownhead/board"
	"crownhead/firmware/link"
	"crownhead/firmware/twin/serve"
)

const (
	patience   = 30 * time.Second
	phaseQuiet = 0.4 // s; the virtual controller's boot loader listens for less
)

// A fakePorts is the list of devices that the system shows, as the test plugs it.
type fakePorts struct {
	mu       sync.Mutex
	devices  []link.Device
	listings int
}

func (b *fakePorts) List() ([]link.Device, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listings++
	return slices.Clone(b.devices), nil
}

func (b *fakePorts) plug(devices ...link.Device) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.devices = devices
}

// unplug takes everything away, and waits until that has been seen.
func (b *fakePorts) unplug(t *testing.T) {
	t.Helper()
	b.plug()
	b.mu.Lock()
	from := b.listings
	b.mu.Unlock()
	for limit := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		b.mu.Lock()
		seen := b.listings > from+1
		b.mu.Unlock()
		if seen {
			return
		}
		if time.Now().After(limit) {
			t.Fatal("nobody listings at the ports")
		}
	}
}

// An otherDevice is a device that is no controller: it notes what it is sent.
type otherDevice struct {
	name   string
	master *os.File
	wait   sync.WaitGroup
	mu     sync.Mutex
	first  time.Time // byte that it was sent
	got    int
}

// newOtherDevice makes one that says text again and again, or nothing.
func newOtherDevice(t *testing.T, text string) *otherDevice {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	slave.Close()
	s := &otherDevice{name: slave.Name(), master: pollable(t, master)}
	s.wait.Go(s.listen)
	if text != "" {
		s.wait.Go(func() {
			for {
				if _, err := io.WriteString(s.master, text); errors.Is(err, os.ErrClosed) {
					return
				}
				time.Sleep(time.Millisecond)
			}
		})
	}
	t.Cleanup(func() { s.master.Close(); s.wait.Wait() })
	return s
}

// pollable lets Close end a Read or Write that waits.
func pollable(t *testing.T, f *os.File) *os.File {
	t.Helper()
	defer f.Close()
	fd, err := unix.Dup(int(f.Fd()))
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), f.Name())
}

func (s *otherDevice) listen() {
	buf := make([]byte, 256)
	for {
		n, err := s.master.Read(buf)
		if errors.Is(err, os.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(time.Millisecond) // nobody has it open
			continue
		}
		s.mu.Lock()
		if s.got == 0 {
			s.first = time.Now()
		}
		s.got += n
		s.mu.Unlock()
	}
}

func (s *otherDevice) bytes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got
}

// serveTwin runs a virtual robot behind a port of this name until stop.
func serveTwin(t *testing.T, path string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	wait.Go(func() {
		if err := serve.Run(ctx, serve.Config{
			Path: path, Seed: 1, Start: board.Start(), Visitor: board.White, Log: zerolog.Nop(),
		}); err != nil {
			t.Error(err)
		}
	})
	stop = sync.OnceFunc(func() { cancel(); wait.Wait() })
	t.Cleanup(stop)
	for limit := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil { // the last that it makes
			return stop
		}
		if time.Now().After(limit) {
			t.Fatal("the virtual robot never came")
		}
	}
}

// A host is port manager and protocol together, as in the robot.
type host struct {
	session *link.PortManager
	machine *link.HostProtocol
	events  chan link.Event
	opened  chan string // names of the ports, as they are opened
	log     lines
}

// lines is a log that may be read while it is written.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) count(words string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), words)
}

func runHost(t *testing.T, ports link.PortLister) *host {
	t.Helper()
	c := link.DefaultConfig()
	c.Quiet, c.Silence = phaseQuiet, 3000 // the machine that tests may do ten things at once
	h := &host{events: make(chan link.Event, 1000), opened: make(chan string, 1000)}
	session, err := link.NewPortManager(c, ports, zerolog.New(io.MultiWriter(&h.log, zerolog.NewTestWriter(t))))
	if err != nil {
		t.Fatal(err)
	}
	joint := link.JointSetup{Min: -85, Max: 105, Speed: 80, Accel: 250, StopDecel: 250}
	machine, err := link.NewHostProtocol(c, link.Setup{
		StepsPerDegree: 800.0 / 9, Joints: [3]link.JointSetup{joint, joint, joint},
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	h.session, h.machine = session, machine
	ctx, cancel := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	wait.Go(func() { session.Run(ctx) })
	wait.Go(h.loop)
	t.Cleanup(func() { cancel(); wait.Wait() })
	return h
}

func (h *host) loop() {
	begin := time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		var in link.PortEvent
		select {
		case got, ok := <-h.session.Incoming():
			if !ok {
				return
			}
			in = got
		case <-timer.C:
		}
		now := time.Since(begin)
		switch in.Change {
		case link.PortOpened:
			h.opened <- h.session.State().Port
			h.machine.PortOpened(now)
		case link.PortClosed:
			h.machine.PortClosed(now)
		}
		out, events, next := h.machine.Advance(now, in.Data)
		if len(out) > 0 {
			h.session.Write(out)
		}
		for _, e := range events {
			h.events <- e
		}
		timer.Reset(max(min(next-time.Since(begin), time.Second), 0))
	}
}

func (h *host) await(t *testing.T, kind link.EventKind) {
	t.Helper()
	limit := time.After(patience)
	for {
		select {
		case e := <-h.events:
			if e.Kind == kind {
				return
			}
		case <-limit:
			t.Fatalf("no %q", kind)
		}
	}
}

func (h *host) openings() (names []string) {
	for {
		select {
		case name := <-h.opened:
			names = append(names, name)
		default:
			return names
		}
	}
}

// Scene 23: a device that is silent, one that chatters, one that is no
// controller's kind at all, and the robot among them. It is found; the kind
// that is not on the list is never opened, the others hear nothing for the
// quiet time and are opened once. Scene 22: it comes back under another name,
// twice, and is taken before all others; each time its absence is told at once.
func TestScene23FindsTheController(t *testing.T) {
	dir := t.TempDir()
	silent, chatters := newOtherDevice(t, ""), newOtherDevice(t, "$GPGGA,123519,4807.038,N\r\n\x00")
	unlisted := newOtherDevice(t, "")
	device := func(name, usb, serial string) link.Device { return link.Device{Name: name, USB: usb, Serial: serial} }
	others := []link.Device{
		device(unlisted.name, "046D:C52B", "7"), device(silent.name, "2341:0042", "1"),
		device(chatters.name, "1A86:7523", ""),
	}
	path := filepath.Join(dir, "ttyACM0")
	stop := serveTwin(t, path)
	ports := &fakePorts{}
	ports.plug(append(slices.Clone(others), device(path, "2341:0042", "robot"))...)

	h := runHost(t, ports)
	h.await(t, link.EventUp)
	if got, want := h.openings(), []string{silent.name, chatters.name, path}; !slices.Equal(got, want) {
		t.Errorf("opened %v, wanted %v", got, want)
	}
	if unlisted.bytes() > 0 {
		t.Error("a device that is not on the list was sent something")
	}
	if silent.bytes() == 0 {
		t.Error("a device on the list was not asked")
	}

	for n, name := range []string{"ttyACM1", "ttyUSB7"} {
		stop()
		h.await(t, link.EventDown)
		ports.unplug(t)
		if told := h.log.count("no controller found"); told != n+1 {
			t.Errorf("unplugged %d times, told %d times", n+1, told)
		}
		path = filepath.Join(dir, name)
		stop = serveTwin(t, path)
		ports.plug(append(slices.Clone(others), device(path, "2341:0042", "robot"))...)
		h.await(t, link.EventUp)
		if got := h.openings(); !slices.Equal(got, []string{path}) {
			t.Errorf("after the replug it opened %v, wanted only %v", got, path)
		}
		if s := h.session.State(); !s.Open || s.Port != path || s.Problem != "" {
			t.Errorf("the operator is told %+v", s)
		}
	}
}

// Nothing is sent to a device for the quiet time after it was opened.
func TestQuietAfterOpening(t *testing.T) {
	s := newOtherDevice(t, "")
	ports := &fakePorts{}
	ports.plug(link.Device{Name: s.name, USB: "2341:0042"})
	begin := time.Now()
	h := runHost(t, ports)
	<-h.opened
	for limit := time.After(patience); s.bytes() == 0; {
		select {
		case <-limit:
			t.Fatal("never asked")
		case <-time.After(time.Millisecond):
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if after := s.first.Sub(begin).Seconds(); after < phaseQuiet {
		t.Errorf("asked after %.3f s, wanted %.1f s of quiet", after, phaseQuiet)
	}
}
