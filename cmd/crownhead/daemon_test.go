package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/world"
	"crownhead/internal/cli"
)

// patience is how long a test waits for what must come: a machine that does ten things at once is slow.
const patience = time.Minute

// A daemonProcess is a crownhead run in a process of its own. It is this test's binary under the name crownhead, race
// detector and all.
type daemonProcess struct {
	cmd   *exec.Cmd
	url   string
	out   string // file with its standard output
	log   string // and with its standard error
	ended chan struct{}
}

// startDaemon starts crownhead run with these arguments on a free port, and waits until it has printed its address.
func startDaemon(dir string, args ...string) (*daemonProcess, error) {
	files, err := os.MkdirTemp(dir, "daemon-")
	if err != nil {
		return nil, err
	}
	d := &daemonProcess{out: filepath.Join(files, "out"), log: filepath.Join(files, "log"), ended: make(chan struct{})}
	d.cmd = exec.Command("crownhead", append([]string{"run", "--listen", "127.0.0.1:0"}, args...)...)
	d.cmd.Dir = dir
	if err := d.startProcess(); err != nil {
		return nil, err
	}
	go func() { // ends with the process, which stop kills
		defer close(d.ended)
		_ = d.cmd.Wait()
	}()
	if d.url, err = d.readAddress(); err != nil {
		d.killProcess()
		return nil, err
	}
	return d, nil
}

// startProcess gives the process files to write to: pipes would stay open in the virtual robot's process.
func (d *daemonProcess) startProcess() error {
	out, err := os.Create(d.out)
	if err != nil {
		return err
	}
	defer out.Close()
	log, err := os.Create(d.log)
	if err != nil {
		return err
	}
	defer log.Close()
	d.cmd.Stdout, d.cmd.Stderr = out, log
	return d.cmd.Start()
}

var printedAddress = regexp.MustCompile(`open (http://\S+)/ in a browser`)

func (d *daemonProcess) readAddress() (url string, err error) {
	found := eventually(func() bool {
		out, _ := os.ReadFile(d.out) // not there yet is nothing printed yet
		if m := printedAddress.FindSubmatch(out); m != nil {
			url = string(m[1])
		}
		return url != "" || d.hasEnded()
	})
	if !found || url == "" {
		return "", fmt.Errorf("the daemon printed no address; its log:\n%s", d.readLog())
	}
	return url, nil
}

func (d *daemonProcess) readLog() string {
	text, err := os.ReadFile(d.log)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func (d *daemonProcess) hasEnded() bool {
	select {
	case <-d.ended:
		return true
	default:
		return false
	}
}

// killProcess kills the daemon, as a power cut does, and waits for its end.
func (d *daemonProcess) killProcess() {
	_ = d.cmd.Process.Kill() // has it ended already, there is nothing to kill
	<-d.ended
}

// endBySignal sends a signal and waits so long for the daemon's end.
func (d *daemonProcess) endBySignal(sig os.Signal, within time.Duration) error {
	if err := d.cmd.Process.Signal(sig); err != nil {
		return err
	}
	select {
	case <-d.ended:
		return nil
	case <-time.After(within):
		return fmt.Errorf("still running %v after %v", within, sig)
	}
}

// startTwinDaemon starts a daemon for a test, with the virtual robot and the data directory that it returns.
func startTwinDaemon(t *testing.T) (d *daemonProcess, data string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the virtual serial port needs Linux")
	}
	dir := t.TempDir()
	data = filepath.Join(dir, "data")
	return startDaemonOn(t, data), data
}

func startDaemonOn(t *testing.T, data string) *daemonProcess {
	t.Helper()
	d, err := startDaemon(filepath.Dir(data), "--twin", "--data", data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		d.killProcess()
		if t.Failed() {
			t.Logf("the daemon's log:\n%s", d.readLog())
		}
		if !eventually(func() bool { return !fileExists(filepath.Join(data, "twin.world")) }) {
			t.Error("the virtual robot has outlived its daemon")
		}
	})
	return d
}

// eventually waits until a condition holds.
func eventually(holds func() bool) bool {
	for limit := time.Now().Add(patience); time.Now().Before(limit); time.Sleep(10 * time.Millisecond) {
		if holds() {
			return true
		}
	}
	return holds()
}

func fileExists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// A screen is what the test reads of the visitor's screen.
type screen struct {
	Phase  string            `json:"phase"`
	Key    string            `json:"key"`
	Link   bool              `json:"link"`
	Pieces map[string]string `json:"pieces"`
}

// parsePosition is what the screen shows, with White to move.
func (s screen) parsePosition(t *testing.T) board.Position {
	t.Helper()
	var p board.Position
	for name, piece := range s.Pieces {
		sq, err := board.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		color, rank, _ := strings.Cut(piece, "-")
		if color == "white" {
			p.White |= sq.Bit()
		} else {
			p.Black |= sq.Bit()
		}
		if rank == "king" {
			p.Kings |= sq.Bit()
		}
	}
	return p
}

// awaitScreen reads the page's stream until the screen is as wanted.
func (d *daemonProcess) awaitScreen(t *testing.T, what string, wanted func(screen) bool) screen {
	t.Helper()
	var last, s screen
	err := d.followStream("robot", func(data []byte) bool {
		s = screen{}
		if json.Unmarshal(data, &s) != nil {
			return false
		}
		last = s
		return wanted(s)
	})
	if err != nil {
		t.Fatalf("waiting for %s: %v; last the screen was in phase %q and said %q", what, err, last.Phase, last.Key)
	}
	return s
}

// readTable is the virtual robot's world as the page sees it.
func (d *daemonProcess) readTable(t *testing.T) (s world.State) {
	t.Helper()
	if err := d.followStream("world", func(data []byte) bool { return json.Unmarshal(data, &s) == nil }); err != nil {
		t.Fatalf("waiting for the world: %v", err)
	}
	return s
}

// followStream reads server-sent events of one name until one is wanted.
func (d *daemonProcess) followStream(name string, wanted func(data []byte) bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.url+"/api/events", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	lines, event := bufio.NewScanner(answer.Body), ""
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if got, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			event = got
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && event == name && wanted([]byte(data)) {
			return nil
		}
	}
	return fmt.Errorf("the stream has ended: %w", errors.Join(lines.Err(), ctx.Err(), io.ErrUnexpectedEOF))
}

// sendOp lets the visitor's hand do something on the page.
func (d *daemonProcess) sendOp(t *testing.T, op map[string]any) {
	t.Helper()
	body, err := json.Marshal(op)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(d.url+"/api/world", "application/json", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusNoContent {
		text, _ := io.ReadAll(answer.Body) // only for the message
		t.Fatalf("%v: %s %s", op, answer.Status, text)
	}
}

// playTurn makes the white visitor's first legal move and presses the button.
func (d *daemonProcess) playTurn(t *testing.T, s screen) {
	t.Helper()
	p := s.parsePosition(t)
	moves := p.Moves()
	if len(moves) == 0 {
		t.Fatalf("no move in %s", p.FEN())
	}
	table := d.readTable(t)
	for _, captured := range p.CaptureOrder(moves[0]) {
		d.sendOp(t, map[string]any{"op": "lift", "id": checkerOn(t, table, captured)})
	}
	x, y := squareCentre(table.Board, moves[0].To)
	d.sendOp(t, map[string]any{"op": "move", "id": checkerOn(t, table, moves[0].From), "x": x, "y": y})
	d.sendOp(t, map[string]any{"op": "press"})
}

func checkerOn(t *testing.T, s world.State, sq board.Square) int {
	t.Helper()
	x, y := squareCentre(s.Board, sq)
	for _, c := range s.Checkers {
		if math.Hypot(c.X-x, c.Y-y) < s.Board.Pitch/2 {
			return c.ID
		}
	}
	t.Fatalf("no checker on %v", sq)
	return 0
}

// squareCentre is a square's middle on the table when the visitor has White: x runs towards them, y to their right.
func squareCentre(b world.StateBoard, sq board.Square) (x, y float64) {
	const middle = 3.5
	return b.X + (middle-float64(sq.Rank()))*b.Pitch, b.Y + (float64(sq.File())-middle)*b.Pitch
}

func visitorsTurn(s screen) bool { return s.Phase == "visitor" && s.Link }

// A power cut in the middle of the robot's move loses nothing: the game goes on where it was, the robot's move played,
// in the same journal; and a daemon that is told to end does so in time and takes everything with it.
func TestDaemonGoesOnAfterAKill(t *testing.T) {
	t.Parallel()
	d, data := startTwinDaemon(t)
	d.playTurn(t, d.awaitScreen(t, "the visitor's turn", visitorsTurn))
	before := d.awaitScreen(t, "the robot's move", func(s screen) bool { return s.Phase == "moving" })
	d.killProcess()
	if !eventually(func() bool { return !fileExists(filepath.Join(data, "twin")) }) {
		t.Fatal("the killed daemon's virtual robot is still there")
	}

	again := startDaemonOn(t, data)
	after := again.awaitScreen(t, "the visitor's turn after the restart", visitorsTurn)
	if !maps.Equal(after.Pieces, before.Pieces) {
		t.Errorf("after the restart the game stands at\n%v, before it was\n%v", after.Pieces, before.Pieces)
	}
	if got, want := again.readTable(t).Sensors, after.parsePosition(t).Occupied().String(); got != want {
		t.Errorf("the sensors see %s, the screen shows %s", got, want)
	}
	again.playTurn(t, after)
	again.awaitScreen(t, "the second answer",
		func(s screen) bool { return visitorsTurn(s) && !maps.Equal(s.Pieces, after.Pieces) })
	endsInTime(t, again, data)
	oneJournal(t, data, 4)
}

// endsInTime sends SIGTERM: the arm parks, the port is closed, and the virtual robot leaves nothing behind.
func endsInTime(t *testing.T, d *daemonProcess, data string) {
	t.Helper()
	const bound = 12 * time.Second
	if err := d.endBySignal(syscall.SIGTERM, bound); err != nil {
		t.Fatal(err)
	}
	if code := d.cmd.ProcessState.ExitCode(); code != cli.ExitDone {
		t.Errorf("exit %d", code)
	}
	for _, name := range []string{"twin", "twin.world"} {
		if fileExists(filepath.Join(data, name)) {
			t.Errorf("%s is left behind", name)
		}
	}
}

// oneJournal holds the only journal against itself.
func oneJournal(t *testing.T, data string, plies int) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(data, "journals", "*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatalf("journals %v, %v; wanted one", names, err)
	}
	var out, complaints strings.Builder
	code := run([]string{"replay", names[0], "--json"}, &out, &complaints)
	var report struct{ Moves []string }
	if err := json.Unmarshal([]byte(out.String()), &report); code != cli.ExitDone || err != nil ||
		len(report.Moves) != plies {
		t.Errorf("replay of the journal: exit %d, %v, wanted %d moves: %s%s", code, err, plies, out.String(),
			complaints.String())
	}
}

// A terminal's Ctrl-C and a service's stop reach the virtual robot too. It stays until the arm has parked.
func TestDaemonParksWhenAllAreInterrupted(t *testing.T) {
	t.Parallel()
	d, data := startTwinDaemon(t)
	d.awaitScreen(t, "the visitor's turn", visitorsTurn)
	child := twinOf(t, d.cmd.Process.Pid)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if err := child.Signal(sig); err != nil {
			t.Fatal(err)
		}
	}
	endsInTime(t, d, data)
	if log := d.readLog(); strings.Contains(log, "not parked") || strings.Contains(log, "ended by itself") {
		t.Errorf("the robot was lost:\n%s", log)
	}
}

// An emergency stop is heard as long as the arm moves, also when the daemon has been told to end and the arm parks.
func TestStopWhileParking(t *testing.T) {
	t.Parallel()
	d, _ := startTwinDaemon(t)
	d.playTurn(t, d.awaitScreen(t, "the visitor's turn", visitorsTurn))
	d.awaitScreen(t, "the robot's move", func(s screen) bool { return s.Phase == "moving" })
	if err := d.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if !eventually(func() bool { return strings.Contains(d.readLog(), "the arm parks") }) {
		t.Fatal("it doesn't end")
	}
	answer, err := http.Post(d.url+"/api/stop", "", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusNoContent || !eventually(d.hasEnded) {
		t.Errorf("%s; ended: %v", answer.Status, d.hasEnded())
	}
	if log := d.readLog(); !strings.Contains(log, "key=stopped") {
		t.Error("it has not stopped")
	}
}

// Without its virtual robot the daemon has nothing to do: it says so and ends.
func TestDaemonEndsWithItsTwin(t *testing.T) {
	t.Parallel()
	d, _ := startTwinDaemon(t)
	if err := twinOf(t, d.cmd.Process.Pid).Kill(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-d.ended:
	case <-time.After(patience):
		t.Fatal("it runs on")
	}
	if code := d.cmd.ProcessState.ExitCode(); code != cli.ExitUsage {
		t.Errorf("exit %d", code)
	}
	if log := d.readLog(); !strings.Contains(log, "crownhead: twin: the virtual robot has ended by itself\nhint: ") {
		t.Errorf("no word about the reason:\n%s", log)
	}
	// What a killed virtual robot leaves behind does not keep the next one from starting.
	again := startDaemonOn(t, filepath.Join(d.cmd.Dir, "data"))
	again.awaitScreen(t, "the visitor's turn", visitorsTurn)
}

// twinOf is the virtual robot that a daemon has started.
func twinOf(t *testing.T, parent int) *os.Process {
	t.Helper()
	pid := findChild(parent, "twin")
	if pid == 0 {
		t.Fatalf("process %d has no virtual robot", parent)
	}
	child, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	return child
}

// findChild is the number of the process that a process has started with a command line that has a word, 0 if there is
// none: a daemon's voice has processes, too.
func findChild(parent int, word string) int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is good
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // ended meanwhile
		}
		var pid, ppid int
		var state string
		_, behind, _ := strings.Cut(string(text), ") ")
		if _, err := fmt.Sscan(string(text), &pid); err != nil {
			continue
		}
		if _, err := fmt.Sscan(behind, &state, &ppid); err == nil && ppid == parent && isRunWith(pid, word) {
			return pid
		}
	}
	return 0
}

// isRunWith reports whether a process's command line has a word.
func isRunWith(pid int, word string) bool {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && (word == "" || slices.Contains(strings.Split(string(line), "\x00"), word))
}

// An address that something else serves is refused with what to do.
func TestAddressInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var out, complaints strings.Builder
	code := run([]string{"run", "--twin", "--data", t.TempDir(), "--listen", l.Addr().String()}, &out, &complaints)
	if problem := offContract(code, false, out.String(), complaints.String()); code != cli.ExitUsage || problem != "" ||
		!strings.Contains(complaints.String(), l.Addr().String()+": bind: address already in use") {
		t.Errorf("exit %d, %s: %s", code, problem, complaints.String())
	}
}
