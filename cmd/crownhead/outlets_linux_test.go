package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"crownhead/firmware/twin/serve"
	"crownhead/firmware/twin/witness"
	"crownhead/firmware/twin/world"
)

// An outlet is where a daemon prints, and what is wrong with it.
type outlet struct {
	name string
	open func(t *testing.T) *os.File // for the daemon; the test closes it when the daemon has it
}

// outlets are all that may be wrong. A daemon has two of them: for what it prints, and for its log.
var outlets = [][2]outlet{
	{{"a pipe that nobody reads", unreadPipe}, {"a terminal stopped by Ctrl-S", stoppedTerminal}},
	{{"a pipe that is closed", closedPipe}, {"a full disk", fullDisk}},
	{{"a pipe that is read slowly", slowPipe}, {"a terminal that is closed", closedTerminal}},
}

func unreadPipe(t *testing.T) *os.File {
	r, w := newPipe(t)
	t.Cleanup(func() { r.Close() })
	fillPipe(t, w)
	return w
}

func closedPipe(t *testing.T) *os.File {
	r, w := newPipe(t)
	r.Close()
	return w
}

func slowPipe(t *testing.T) *os.File {
	r, w := newPipe(t)
	t.Cleanup(func() { r.Close() })
	fillPipe(t, w)
	go func() { // ends when the pipe is closed
		for one := make([]byte, 1); ; time.Sleep(20 * time.Millisecond) {
			if _, err := r.Read(one); err != nil {
				return
			}
		}
	}()
	return w
}

func fullDisk(t *testing.T) *os.File {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func stoppedTerminal(t *testing.T) *os.File {
	master, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() })
	stopTerminal(t, terminal)
	return terminal
}

func closedTerminal(t *testing.T) *os.File {
	master, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	master.Close()
	return terminal
}

func newPipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// fillPipe writes to a pipe until it takes no more.
func fillPipe(t *testing.T, w *os.File) {
	t.Helper()
	if err := w.SetWriteDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 4096); ; {
		if _, err := w.Write(block); errors.Is(err, os.ErrDeadlineExceeded) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// stopTerminal stops the output of a terminal as Ctrl-S does.
func stopTerminal(t *testing.T, terminal *os.File) {
	t.Helper()
	const stopOutput = 0 // TCOOFF
	if err := unix.IoctlSetInt(int(terminal.Fd()), unix.TCXONC, stopOutput); err != nil {
		t.Fatal(err)
	}
}

// Nothing that talks holds up what moves. Whatever is wrong with the daemon's outlets, at any moment of the turn, the arm
// finishes its move, the stop is obeyed, and SIGTERM parks. All the while browsers and a client of the virtual robot's
// world are connected that never read.
func TestOutlets(t *testing.T) {
	t.Parallel()
	for _, o := range outlets {
		t.Run(o[0].name+", "+o[1].name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			d := startPrintingTo(t, dir, o[0].open(t), o[1].open(t), append(pacedFlags(t, dir, "4"), "--twin")...)
			connectMutely(t, "tcp", strings.TrimPrefix(d.url, "http://"), "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
			connectMutely(t, "unix", serve.WorldPath(filepath.Join(dir, "data", "twin")), "")
			watch := newObserver(d)
			defer watch.stopReading()

			for _, moment := range []struct {
				name string
				is   func(screen, world.State) bool
			}{
				{"in the visitor's turn", func(s screen, _ world.State) bool { return visitorsTurn(s) }},
				{"in a carry", func(_ screen, w world.State) bool { return isCheckerHeld(w) }},
			} {
				s := d.awaitScreen(t, "the visitor's turn", visitorsTurn)
				d.playTurn(t, s)
				await(t, watch, "a carry", func(_ screen, w world.State) bool { return isCheckerHeld(w) })
				await(t, watch, "the visitor's turn", func(s screen, _ world.State) bool { return visitorsTurn(s) })
				if moment.name == "in a carry" {
					d.playTurn(t, d.awaitScreen(t, "the visitor's turn", visitorsTurn))
				}
				await(t, watch, moment.name, moment.is)
				began := time.Now()
				d.post(t, "/api/stop", "")
				await(t, watch, "the stop", func(s screen, _ world.State) bool { return s.Phase == "stopped" })
				t.Logf("%s the stop is seen after %d ms", moment.name, time.Since(began).Milliseconds())
				d.post(t, "/api/command", `{"name":"clear"}`)
				await(t, watch, "the end of the stop", func(s screen, _ world.State) bool {
					return s.Phase != "stopped" && s.Phase != "boot"
				})
				if moment.name == "in a carry" {
					break // its checker lies somewhere: that is another test's
				}
			}
			if err := d.endBySignal(syscall.SIGTERM, patience); err != nil {
				t.Fatal(err)
			}
			if code := d.cmd.ProcessState.ExitCode(); code != 0 {
				t.Errorf("it ended with %v", d.cmd.ProcessState)
			}
		})
	}
}

// A stop is obeyed, too, while the arm parks in the middle of a carry, whatever is wrong with the outlets.
func TestOutletsWhileParking(t *testing.T) {
	t.Parallel()
	for _, o := range outlets {
		t.Run(o[0].name+", "+o[1].name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			d := startPrintingTo(t, dir, o[0].open(t), o[1].open(t), append(pacedFlags(t, dir, "4"), "--twin")...)
			watch := newObserver(d)
			defer watch.stopReading()
			d.playTurn(t, d.awaitScreen(t, "the visitor's turn", visitorsTurn))
			await(t, watch, "a carry", func(_ screen, w world.State) bool { return isCheckerHeld(w) })
			if err := d.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			d.post(t, "/api/stop", "") // the answer comes when the robot has obeyed
			if !eventually(d.hasEnded) {
				t.Fatal("it runs on")
			}
			if code := d.cmd.ProcessState.ExitCode(); code != 0 {
				t.Errorf("it ended with %v", d.cmd.ProcessState)
			}
		})
	}
}

var terminalGames = flag.Int("terminalgames", 0, "games of TestTerminalStopsAndGoesOn; 0: a few turns")

// A terminal that is stopped and let go again at random, by Ctrl-S and Ctrl-Q, changes nothing in the games: they end,
// their journals replay, and the witness sees no fault.
func TestTerminalStopsAndGoesOn(t *testing.T) {
	t.Parallel()
	c := newCampaign(t, newTally(), rand.New(rand.NewPCG(1, 2)))
	master, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	held, err := unix.Dup(int(terminal.Fd())) // the daemon's end is closed here once it has it
	if err != nil {
		t.Fatal(err)
	}
	c.daemon = startPrintingTo(t, c.dir, terminal, nil, append(pacedFlags(t, c.dir, paceFlag()), "--port", "port")...)
	c.watch = newObserver(c.daemon)
	ctx, cancel := context.WithCancel(t.Context())
	var hands sync.WaitGroup
	hands.Go(func() { _, _ = io.Copy(io.Discard, master) }) // ends when the last end of the terminal is closed
	hands.Go(func() { toggleTerminal(ctx, held) })
	defer func() {
		cancel()
		c.daemon.killProcess()
		hands.Wait()
	}()

	ended := func() int {
		names, _ := filepath.Glob(filepath.Join(c.data, "games", "*.pdn"))
		return len(names)
	}
	const fewTurns = 4
	if *terminalGames == 0 && !c.awaitState(func(screen, world.State) bool {
		counts, _, err := c.client.Counts(t.Context())
		return err == nil && counts.Verifications >= fewTurns
	}, patience) {
		t.Fatalf("nobody plays: %s", c.watch)
	}
	for ended() < *terminalGames {
		n := ended()
		if !c.awaitState(func(screen, world.State) bool { return ended() > n }, 15*time.Minute) {
			t.Fatalf("game %d does not end: %s", n+1, c.watch)
		}
	}
	if err := c.daemon.endBySignal(syscall.SIGTERM, patience); err != nil {
		t.Fatal(err)
	}
	c.watch.stopReading()
	counts, _, err := c.client.Counts(t.Context())
	if err != nil || counts.BoardMismatches > 0 ||
		counts.Violations > counts.Kinds[witness.ViolationStarved] { // a computer with too much to do lets the arm starve
		t.Errorf("the witness counts %d mismatches, %d motion faults: %v, %v", counts.BoardMismatches, counts.Violations,
			counts.ViolationDetails, err)
	}
	t.Logf("%d games, %d hand-overs", ended(), counts.Verifications)
}

// toggleTerminal stops a terminal's output and lets it go again, until ctx ends.
func toggleTerminal(ctx context.Context, terminal int) {
	rng := rand.New(rand.NewPCG(3, 4))
	const stopOutput, startOutput = 0, 1 // TCOOFF, TCOON
	for action := stopOutput; ctx.Err() == nil; action ^= 1 {
		_ = unix.IoctlSetInt(terminal, unix.TCXONC, action) // a terminal that is gone is nobody's
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(rng.IntN(1500)) * time.Millisecond):
		}
	}
	_ = unix.IoctlSetInt(terminal, unix.TCXONC, startOutput)
	_ = unix.Close(terminal)
}

// pacedFlags are the flags of a daemon that plays faster than in reality. With the times of a real robot a busy machine
// would let its arm starve, and would lose the line.
func pacedFlags(t *testing.T, dir, pace string) []string {
	t.Helper()
	const config = "game: {level: child}\nlink: {silence: 2000}\narm: {watch: {lead: 1}}\n"
	if err := os.WriteFile(filepath.Join(dir, "paced.yaml"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	return []string{"--pace", pace, "--config", "paced.yaml"}
}

// await waits until a daemon shows something.
func await(t *testing.T, watch *observer, what string, is func(screen, world.State) bool) {
	t.Helper()
	if !watch.awaitState(is, patience) {
		t.Fatalf("%s never comes: %s", what, watch)
	}
}

// startPrintingTo starts a daemon with its output and its log in files, which it closes here; without one for the log
// both go to the first. Where its pages are is in its lock.
func startPrintingTo(t *testing.T, dir string, out, log *os.File, args ...string) *daemonProcess {
	t.Helper()
	defer out.Close()
	if log == nil {
		log = out
	} else {
		defer log.Close()
	}
	d := &daemonProcess{out: os.DevNull, log: os.DevNull, ended: make(chan struct{})}
	d.cmd = exec.Command("crownhead", append([]string{"run", "--listen", "127.0.0.1:0", "--data", "data"}, args...)...)
	d.cmd.Dir, d.cmd.Stdout, d.cmd.Stderr = dir, out, log
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { // ends with the process, which the clean-up kills
		defer close(d.ended)
		_ = d.cmd.Wait()
	}()
	t.Cleanup(d.killProcess)
	d.awaitLock(t, dir)
	return d
}

var lockedAddress = regexp.MustCompile(`"listen":"([^"]+)"`)

// awaitLock waits until the daemon has written into its lock where its pages are.
func (d *daemonProcess) awaitLock(t *testing.T, dir string) {
	t.Helper()
	if !eventually(func() bool {
		text, _ := os.ReadFile(filepath.Join(dir, "data", "lock")) // not there yet is nothing written yet
		if m := lockedAddress.FindSubmatch(text); m != nil {
			d.url = "http://" + string(m[1])
		}
		return d.url != "" || d.hasEnded()
	}) || d.hasEnded() {
		t.Fatal("the daemon doesn't start")
	}
}

// connectMutely connects to a server, says something, and never reads.
func connectMutely(t *testing.T, network, address, said string) {
	t.Helper()
	var conn net.Conn
	if !eventually(func() (ok bool) {
		var err error
		conn, err = net.DialTimeout(network, address, patience)
		return err == nil
	}) {
		t.Fatalf("nobody answers at %s", address)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, said); err != nil {
		t.Fatal(err)
	}
}

func (d *daemonProcess) post(t *testing.T, path, body string) {
	t.Helper()
	client := http.Client{Timeout: patience}
	answer, err := client.Post(d.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s: %s", path, answer.Status)
	}
}

// Every ending that a system can announce parks the arm, in the middle of a carry, too.
func TestSignalsPark(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		t.Run(unix.SignalName(sig), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			d, err := startDaemon(dir, append(pacedFlags(t, dir, "4"), "--twin", "--data", "data")...)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(d.killProcess)
			watch := newObserver(d)
			defer watch.stopReading()
			d.playTurn(t, d.awaitScreen(t, "the visitor's turn", visitorsTurn))
			await(t, watch, "a carry", func(_ screen, w world.State) bool { return isCheckerHeld(w) })
			if err := d.endBySignal(sig, patience); err != nil {
				t.Fatal(err)
			}
			if code := d.cmd.ProcessState.ExitCode(); code != 0 || !strings.Contains(d.readLog(), "the arm parks") {
				t.Errorf("it ended with %v; its log:\n%s", d.cmd.ProcessState, d.readLog())
			}
		})
	}
}

// A daemon whose output goes to a program that ends, as head does, plays on; so does one under nohup whose terminal is
// closed.
func TestNobodyListens(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"head":  "crownhead run --twin $PACED --listen 127.0.0.1:0 --data data 2>&1 | head -1 & sleep 0; wait",
		"nohup": "trap '' HUP; exec crownhead run --twin $PACED --listen 127.0.0.1:0 --data data >/dev/null 2>&1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			shell := exec.Command("bash", "-c", line)
			shell.Dir, shell.SysProcAttr = dir, &syscall.SysProcAttr{Setpgid: true}
			shell.Env = append(os.Environ(), "PACED="+strings.Join(pacedFlags(t, dir, "4"), " "))
			if err := shell.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				_ = syscall.Kill(-shell.Process.Pid, syscall.SIGKILL)
				_ = shell.Wait()
			})
			d := &daemonProcess{ended: make(chan struct{})}
			d.awaitLock(t, dir)
			watch := newObserver(d)
			defer watch.stopReading()
			s := d.awaitScreen(t, "the visitor's turn", visitorsTurn)
			if name == "nohup" {
				if err := syscall.Kill(-shell.Process.Pid, syscall.SIGHUP); err != nil {
					t.Fatal(err)
				}
			}
			d.playTurn(t, s)
			await(t, watch, "a carry", func(_ screen, w world.State) bool { return isCheckerHeld(w) })
			await(t, watch, "the visitor's turn", func(s screen, _ world.State) bool { return visitorsTurn(s) })
		})
	}
}
