package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"crownhead/firmware/twin/serve"
	"crownhead/firmware/twin/witness"
	"crownhead/firmware/twin/world"
	"crownhead/internal/cli"
	"crownhead/robot/command"
	"crownhead/robot/journal"
)

var (
	killCount   = flag.Int("kills", 2, "how often TestKills kills the daemon")
	resetCount  = flag.Int("resets", 1, "how often it resets the controller")
	cutCount    = flag.Int("cuts", 1, "how often it cuts the cable")
	killPace    = flag.Float64("killpace", 4, "how many times faster than real time TestKills goes")
	killFigures = flag.String("killfigures", "", "file to which TestKills adds its figures, and from which it goes on")
	killKeep    = flag.String("killkeep", "", "folder in which TestKills keeps its games; a temporary one if empty")
)

// perGame is how many blows a virtual robot and its games get before they are judged.
const perGame = 30

// fewBlows are over before much has been played: then the visitor gives the game up.
const fewBlows = 10

// The kinds of blow.
const (
	blowKill  = "kill -9"
	blowReset = "reset"
	blowCut   = "cable cut"
)

// A tally is what the campaign has seen; it is kept in a file, for a long one may be broken off and gone on with.
type tally struct {
	Batches    int                       `json:"batches"`
	Blows      map[string]int            `json:"blows"`      // by kind
	Struck     map[string]map[string]int `json:"struck"`     // by kind and phase in which the blow fell
	Resumed    map[string]map[string]int `json:"resumed"`    // by kind and the phase in which the game went on
	Nozzle     map[string]int            `json:"nozzle"`     // blows with a checker on the nozzle
	Between    map[string]int            `json:"between"`    // blows between a capture and the removal of what was captured
	Games      int                       `json:"games"`      // ended
	Replays    int                       `json:"replays"`    // journals that replay
	Plies      int                       `json:"plies"`      // in them
	Handovers  int                       `json:"handovers"`  // seen by the witness
	Mismatches int                       `json:"mismatches"` // at them
	Motion     map[string]int            `json:"motion"`     // motion faults by kind
	Helps      int                       `json:"helps"`      // carries that were asked of the visitor
	Stops      int                       `json:"stops"`      // of an arm that starved too often, cleared by hand
	Guided     int                       `json:"guided"`     // blows after which the board had to be put right by hand
}

func newTally() *tally {
	return &tally{
		Blows: map[string]int{}, Struck: map[string]map[string]int{}, Resumed: map[string]map[string]int{},
		Nozzle: map[string]int{}, Between: map[string]int{}, Motion: map[string]int{},
	}
}

func loadTally(t *testing.T) *tally {
	f := newTally()
	data, err := os.ReadFile(*killFigures)
	if *killFigures == "" || errors.Is(err, os.ErrNotExist) {
		return f
	}
	if err == nil {
		err = json.Unmarshal(data, f)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *tally) writeFigures(t *testing.T) {
	if *killFigures == "" {
		return
	}
	data, err := json.MarshalIndent(f, "", "  ")
	if err == nil {
		err = os.WriteFile(*killFigures, append(data, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// countIn adds one to a table of tables.
func countIn(m map[string]map[string]int, kind, what string) {
	if m[kind] == nil {
		m[kind] = map[string]int{}
	}
	m[kind][what]++
}

// 22, 24, 36, 37: whatever instant the daemon is killed, the controller reset or the cable cut at, the game goes on:
// the journals replay, each line that was written is still there, every game comes to its end, and the witness never
// sees the board handed over with other checkers than the game has.
func TestKills(t *testing.T) {
	t.Parallel()
	f := loadTally(t)
	for {
		var blows []string
		for _, kind := range []struct {
			name string
			want int
		}{{blowKill, *killCount}, {blowReset, *resetCount}, {blowCut, *cutCount}} {
			blows = append(blows, slices.Repeat([]string{kind.name}, max(kind.want-f.Blows[kind.name], 0))...)
		}
		if len(blows) == 0 {
			break
		}
		rng := rand.New(rand.NewPCG(uint64(f.Batches), 0x6b696c6c73))
		rng.Shuffle(len(blows), func(i, j int) { blows[i], blows[j] = blows[j], blows[i] })
		played := t.Run(fmt.Sprintf("batch %d", f.Batches), func(t *testing.T) {
			newCampaign(t, f, rng).strikeAll(blows[:min(perGame, len(blows))])
		})
		if !played {
			return
		}
		f.Batches++
		f.writeFigures(t)
	}
	data, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", data)
}

// A campaign is one virtual robot with its scripted visitor, in a process that survives, and the daemon that does not.
type campaign struct {
	t      *testing.T
	f      *tally
	rng    *rand.Rand
	dir    string
	data   string
	twin   *exec.Cmd
	client *serve.Client
	daemon *daemonProcess
	watch  *observer
	kept   map[string][]byte // what each journal held at the last blow
	log    []string
}

func newCampaign(t *testing.T, f *tally, rng *rand.Rand) *campaign {
	t.Helper()
	dir := t.TempDir()
	if *killKeep != "" {
		dir = filepath.Join(*killKeep, fmt.Sprintf("batch-%03d", f.Batches))
		if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	c := &campaign{t: t, f: f, rng: rng, dir: dir, data: filepath.Join(dir, "data"), kept: map[string][]byte{}}
	visitor := []string{"random", "clumsy"}[f.Batches%2]
	c.twin = exec.Command("crownhead", "twin", "--pty", "port", "--visitor", visitor, "--pace", paceFlag(), "--seed",
		strconv.Itoa(f.Batches))
	c.twin.Dir = dir
	words, err := os.Create(filepath.Join(dir, "twin.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer words.Close()
	c.twin.Stderr = words
	if err := c.twin.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.endProcesses)
	c.client = serve.Dial(serve.WorldPath(filepath.Join(dir, "port")))
	if !eventually(func() bool { _, _, err := c.client.Counts(t.Context()); return err == nil }) {
		t.Fatal("the virtual robot does not answer")
	}
	return c
}

func paceFlag() string { return strconv.FormatFloat(*killPace, 'g', -1, 64) }

// virtualTime is how long a time of the virtual robot lasts here.
func virtualTime(d time.Duration) time.Duration { return time.Duration(float64(d) / *killPace) }

func (c *campaign) endProcesses() {
	if c.daemon != nil {
		c.daemon.killProcess()
		c.watch.stopReading()
	}
	c.client.Close()
	_ = c.twin.Process.Kill()
	_ = c.twin.Wait()
	if c.t.Failed() {
		c.t.Logf("batch %d:\n%s", c.f.Batches, strings.Join(c.log, "\n"))
	}
}

// strikeAll deals the blows, lets the game end, and judges.
func (c *campaign) strikeAll(blows []string) {
	c.startDaemon()
	c.awaitResumption("")
	for n, kind := range blows {
		if c.t.Failed() {
			return
		}
		c.waitForInstant()
		c.strikeBlow(n, kind)
	}
	if len(blows) < fewBlows {
		c.sendCommand(string(command.Resign))
	}
	if !c.awaitState(func(s screen, _ world.State) bool { return s.Phase == "over" }, 10*time.Minute) {
		c.t.Errorf("the game does not end: %s", c.watch)
		return
	}
	c.f.Games++
	if err := c.daemon.endBySignal(syscall.SIGTERM, patience); err != nil {
		c.t.Error(err)
	}
	c.watch.stopReading()
	c.judgeBatch()
	c.daemon = nil
}

// startDaemon starts the daemon.
func (c *campaign) startDaemon() {
	d, err := startDaemon(c.dir, append(pacedFlags(c.t, c.dir, paceFlag()), "--port", "port", "--data", "data")...)
	if err != nil {
		c.t.Fatal(err)
	}
	c.daemon, c.watch = d, newObserver(d)
}

// awaitState waits until what the daemon shows is as wanted. An arm that a slow computer has let starve again and again
// stands still until a person has looked at it: that person is here.
func (c *campaign) awaitState(wanted func(screen, world.State) bool, within time.Duration) bool {
	stopped := func(s screen, _ world.State) bool { return s.Phase == "stopped" }
	for limit := time.Now().Add(within); time.Now().Before(limit); {
		good := false
		seen := c.watch.awaitState(func(s screen, w world.State) bool {
			good = wanted(s, w)
			return good || stopped(s, w)
		}, time.Until(limit))
		if good || !seen {
			return good
		}
		c.sendCommand("clear")
		if c.watch.awaitState(func(s screen, w world.State) bool { return !stopped(s, w) }, virtualTime(10*time.Second)) {
			c.f.Stops++
		}
	}
	return false
}

// sendCommand is what a person does on the screen.
func (c *campaign) sendCommand(name string) {
	answer, err := http.Post(
		c.daemon.url+"/api/command",
		"application/json",
		strings.NewReader(fmt.Sprintf(`{"name":%q}`, name)),
	)
	if err != nil {
		c.t.Error(err)
		return
	}
	answer.Body.Close()
}

// waitForInstant waits for the instant of a blow: any, or one with a checker in the air, or one between a capture and the
// removal of what was captured, or while the daemon is only starting.
func (c *campaign) waitForInstant() {
	const turn = 8 * time.Second // of virtual time
	some := func(d time.Duration) time.Duration { return virtualTime(time.Duration(c.rng.Int64N(int64(d)))) }
	switch c.rng.IntN(10) {
	case 0: // at once
	case 1, 2, 3, 4:
		time.Sleep(some(turn))
	case 5, 6, 7:
		c.awaitState(func(_ screen, w world.State) bool { return isCheckerHeld(w) }, virtualTime(time.Minute))
		time.Sleep(some(800 * time.Millisecond))
	default:
		c.awaitState(func(s screen, w world.State) bool { return s.Key == "my_capture" && isCheckerHeld(w) },
			virtualTime(time.Minute))
		c.awaitState(func(_ screen, w world.State) bool { return !isCheckerHeld(w) }, virtualTime(10*time.Second))
		time.Sleep(some(time.Second))
	}
}

// isCheckerHeld reports whether a checker hangs on the nozzle.
func isCheckerHeld(w world.State) bool {
	return slices.ContainsFunc(w.Checkers, func(c world.StateChecker) bool { return c.Held })
}

// strikeBlow deals a blow and waits until the game goes on.
func (c *campaign) strikeBlow(n int, kind string) {
	s, w := c.watch.latest()
	c.f.Blows[kind]++
	countIn(c.f.Struck, kind, s.Phase)
	where := ""
	if isCheckerHeld(w) {
		c.f.Nozzle[kind]++
		where = ", a checker on the nozzle"
	} else if s.Phase == "moving" && s.Key == "my_capture" {
		c.f.Between[kind]++
		where = ", a capture under way"
	}
	c.log = append(c.log, fmt.Sprintf("%2d %6.1f s %s in phase %s (%s)%s", n, w.T, kind, s.Phase, s.Key, where))
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	var err error
	switch kind {
	case blowKill:
		c.daemon.killProcess()
		c.watch.stopReading()
		c.keepJournals()
		c.startDaemon()
	case blowReset:
		_, err = c.client.Do(ctx, serve.Op{Name: serve.OpReset})
		c.awaitState(inBoot, virtualTime(10*time.Second))
	case blowCut:
		_, err = c.client.Do(ctx, serve.Op{Name: serve.OpCut, Seconds: 5 + 55*c.rng.Float64()})
		c.awaitState(inBoot, virtualTime(10*time.Second))
	}
	if err != nil {
		c.t.Error(err)
	}
	c.awaitResumption(kind)
}

func inBoot(s screen, _ world.State) bool { return s.Phase == "boot" }

// awaitResumption waits until the game goes on after a blow.
func (c *campaign) awaitResumption(kind string) {
	goesOn := func(s screen, _ world.State) bool {
		return s.Phase != "" && s.Phase != "boot" &&
			(s.Phase != "setup" || s.Key != "getting_ready") // a board that was looked at
	}
	if !c.awaitState(goesOn, patience+virtualTime(3*time.Minute)) {
		c.t.Errorf("the game does not go on: %s\n%s", c.watch, c.daemon.readLog())
		return
	}
	if kind == "" {
		return
	}
	s, w := c.watch.latest()
	countIn(c.f.Resumed, kind, s.Phase)
	c.log = append(c.log, fmt.Sprintf("   %6.1f s goes on in phase %s (%s)", w.T, s.Phase, s.Key))
	if s.Phase == "setup" {
		c.f.Guided++
	}
}

// keepJournals notes what the journals hold, up to the last whole line, and holds it against what they held before.
func (c *campaign) keepJournals() {
	names, err := filepath.Glob(filepath.Join(c.data, "journals", "*"))
	if err != nil {
		c.t.Fatal(err)
	}
	for name, before := range c.kept {
		now, err := os.ReadFile(name)
		if err != nil || !bytes.HasPrefix(now, before) {
			c.t.Errorf("%s has lost lines: %v", name, err)
		}
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			c.t.Fatal(err)
		}
		c.kept[name] = data[:bytes.LastIndexByte(data, '\n')+1]
	}
}

// judgeBatch holds journals, kept games and the witness against each other.
func (c *campaign) judgeBatch() {
	c.keepJournals()
	names := slices.Sorted(maps.Keys(c.kept))
	for i, name := range names {
		c.judgeJournal(name, i == len(names)-1)
	}
	counts, _, err := c.client.Counts(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	c.f.Handovers += counts.Verifications
	c.f.Mismatches += counts.BoardMismatches
	for kind, n := range counts.Kinds {
		c.f.Motion[string(kind)] += n
	}
	if counts.BoardMismatches > 0 ||
		counts.Violations > counts.Kinds[witness.ViolationStarved] { // a host that is gone lets the arm starve
		c.t.Errorf("the witness counts %d mismatches in %d hand-overs, %d motion faults: %v, %v",
			counts.BoardMismatches, counts.Verifications, counts.Violations, counts.MismatchDetails,
			counts.ViolationDetails)
	}
}

// judgeJournal replays a journal, and holds the kept game against it. Each game must have ended before the next began.
func (c *campaign) judgeJournal(name string, last bool) {
	var out, complaints strings.Builder
	if code := run([]string{"replay", name}, &out, &complaints); code != cli.ExitDone {
		c.t.Errorf("replay %s: exit %d: %s%s", name, code, out.String(), complaints.String())
		return
	}
	file, err := os.Open(name)
	if err != nil {
		c.t.Fatal(err)
	}
	defer file.Close()
	report, err := journal.Replay(file, journal.Options{})
	if err != nil {
		c.t.Fatal(err)
	}
	c.f.Replays++
	c.f.Plies += len(report.Moves)
	c.f.Helps += bytes.Count(c.kept[name], []byte(`"arm":"help_`))
	const shortGame = 6 // plies; a game that is given up before counts as unfinished
	if report.Result == "*" && len(report.Moves) >= shortGame || report.Result == "*" && !last {
		c.t.Errorf("%s: a game that has not ended was given up after %d plies", name, len(report.Moves))
	}
	if len(report.Moves) == 0 {
		return
	}
	base := strings.TrimSuffix(filepath.Base(name), ".jsonl")
	pdn, err := os.ReadFile(filepath.Join(c.data, "games", base+".pdn"))
	if err != nil || removeDate(string(pdn)) != removeDate(report.PDN) {
		c.t.Errorf("the kept game is not that of the journal: %v\n%s\n%s", err, pdn, report.PDN)
	}
}

// removeDate is a game without its date.
func removeDate(pdn string) string {
	return strings.Join(
		slices.DeleteFunc(strings.Split(pdn, "\n"),
			func(line string) bool { return strings.HasPrefix(line, "[Date ") }),
		"\n",
	)
}
