package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/engine"
)

// fakes are engines of every kind.
var fakes = map[string]func(){
	"good":    func() { Serve(scriptedEngine(nil), os.Stdin, os.Stdout) },
	"other":   func() { fake(nil, "variant", "normal killer russian") },
	"foreign": func() { fake(nil, "variant", "normal killer") },
	"mute":    func() { time.Sleep(time.Hour) },
	"server":  func() { fmt.Print("wood 3.1\nloading\nlistening on port 8102\nready for guests\n") },
	"crash":   func() { fmt.Fprintln(os.Stderr, "out of wood"); os.Exit(3) },
	"chatty": func() {
		fake(map[string]string{"go": "!\ninfo pv=\"\ninfo depth=x score=y pv=1-2\nhello\ndone move=22-17"})
	},
	"illegal":  func() { fake(map[string]string{"go": "done move=22-23"}) },
	"moveless": func() { fake(map[string]string{"go": "done"}) },
	"refuses":  func() { fake(map[string]string{"go": `error message="too hard"`}) },
	"dies":     func() { fake(map[string]string{"go": "die"}) },
	"slow":     func() { fake(map[string]string{"go": ""}) },
	"stopped":  func() { fake(map[string]string{"go": "", "stop": "done move=22-18"}) },
	"numbers": func() {
		fake(
			map[string]string{
				"go": "info depth=99999999999999999999 nodes=-5\n" +
					"info depth=-3 nodes=99999999999999999999 score=nan\ndone move=22-17",
			},
		)
	},
	"again":    func() { fake(map[string]string{"go": "done move=22-17\ndone move=22-18"}) },
	"retracts": func() { fake(map[string]string{"go": "done move=22-17\nerror message=sorry"}) },
	"leaves":   func() { fake(map[string]string{"go": "leave"}) },
	"mutters": func() {
		fake(map[string]string{"go": "done move=22-17\ninfo depth=99 score=9 pv=22-18\nwell, well\npong"})
	},
	"half":   func() { fake(map[string]string{"go": "half"}) },
	"unread": func() { fake(map[string]string{"go": "done move=c3-d4"}) },
	"stays":  func() { fake(map[string]string{"go": "done move=22-17"}); time.Sleep(time.Hour) },
}

// fake answers commands as told, and the beginning as every engine does. With a parameter it wants that set to the
// last of its values before init.
func fake(answers map[string]string, param ...string) {
	ready := len(param) == 0
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		l, _ := parseLine(lines.Text())
		switch l.Command {
		case "hub":
			if !ready {
				fmt.Println(newLine("param", "name", param[0], "value", "normal", "type", "enum", "values", param[1]))
			}
			fmt.Println("wait")
		case "set-param":
			value, _ := l.get("value")
			ready = value == "russian"
		case "init":
			if !ready {
				os.Exit(1)
			}
			fmt.Println("some text\nready")
		case "quit":
			return
		default:
			switch answers[l.Command] {
			case "die":
				os.Exit(1)
			case "leave":
				fmt.Println("done move=22-17")
				os.Exit(0)
			case "half":
				fmt.Print("done move=22-17")
				os.Exit(1)
			}
			if answer := answers[l.Command]; answer != "" {
				fmt.Println(answer)
			}
		}
	}
}

// startFake starts a fake engine.
func startFake(t *testing.T, kind string) (*Client, error) {
	t.Helper()
	t.Setenv(fakeEngine, kind)
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &Client{
		command: `"` + own + `"`,
		waits: timeouts{
			start:   20 * time.Second,
			stop:    20 * time.Second,
			counted: 20 * time.Second,
			extra:   20 * time.Second,
		},
	}
	switch kind {
	case "mute":
		c.waits.start = 100 * time.Millisecond
	case "slow":
		c.waits.counted, c.waits.stop = 100*time.Millisecond, 100*time.Millisecond
	}
	err = c.startEngine(context.Background())
	t.Cleanup(func() { c.Close() })
	return c, err
}

func aGame(t *testing.T) board.Game {
	return board.NewGame(position(t, "W:Wc3:BKg1"), board.FederationRules)
}

func TestClient(t *testing.T) {
	for _, kind := range []string{"good", "other"} {
		c, err := startFake(t, kind)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if err := c.NewGame(context.Background(), 1); err != nil {
			t.Error(err)
		}
		if kind == "other" {
			continue
		}
		a, err := c.Choose(context.Background(), aGame(t), engine.Limits{Depth: 3})
		if err != nil || formatMove(a.Move) != "22-17" || a.Score != -123 || a.Depth != 2 || a.Nodes != 17 ||
			len(a.Line) != 2 {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// Impossible numbers are ignored.
func TestClientNumbers(t *testing.T) {
	c, err := startFake(t, "numbers")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := c.Choose(context.Background(), aGame(t), engine.Limits{Depth: 3}); err != nil || a.Depth != 0 ||
		a.Nodes != 0 ||
		a.Score != 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

// However an engine fails, the error says so, and the next game starts it again.
func TestClientFaults(t *testing.T) {
	for kind, want := range map[string]error{
		"chatty": nil, "stays": nil, "illegal": board.ErrIllegal, "unread": board.ErrIllegal,
		"half": ErrFailed, "refuses": ErrFailed, "dies": ErrFailed, "slow": ErrLate,
	} {
		c, err := startFake(t, kind)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		games := 1
		if want != nil {
			games = 2
		}
		for range games {
			if _, err = c.Choose(context.Background(), aGame(t), engine.Limits{Depth: 3}); !errors.Is(err, want) {
				t.Errorf("%s: %v", kind, err)
			}
			if err := c.NewGame(context.Background(), 1); err != nil {
				t.Errorf("%s: another game: %v", kind, err)
			}
		}
	}
	c, err := startFake(t, "moveless")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Choose(context.Background(), aGame(t), engine.Limits{Depth: 3}); !errors.Is(err, board.ErrIllegal) {
		t.Errorf("an answer without a move: %v", err)
	}
}

// Lines between two moves are ignored, except for an answer: it would be taken for the next one.
func TestClientUnexpectedLines(t *testing.T) {
	for kind, want := range map[string]string{
		"again": `it sent "done move=22-18"`, "retracts": `it sent "error message=sorry"`,
		"leaves": "between two moves its output ended", "mutters": "",
	} {
		c, err := startFake(t, kind)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if a, err := c.Choose(context.Background(), aGame(t), engine.Limits{Depth: 3}); err != nil ||
			formatMove(a.Move) != "22-17" {
			t.Errorf("%s: %+v, %v", kind, a, err)
			continue
		}
		end := time.Now().Add(20 * time.Second)
		for len(c.process.lines) == 0 && kind != "leaves" && time.Now().Before(end) {
			time.Sleep(time.Millisecond)
		}
		if kind == "leaves" {
			<-c.process.exited
		}
		a, err := c.Choose(context.Background(), aGame(t), engine.Limits{Depth: 3})
		switch {
		case want == "" && (err != nil || formatMove(a.Move) != "22-17" || a.Depth != 0):
			t.Errorf("%s: %+v, %v", kind, a, err)
		case want != "" && (!errors.Is(err, ErrFailed) || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), c.command) || c.process != nil):
			t.Errorf("%s: %v, want %q", kind, err, want)
		}
	}
}

// An engine that never stops sending lines fails.
func TestDrainUnexpectedEnds(t *testing.T) {
	lines := make(chan line, 2*maxUnexpected)
	for range cap(lines) {
		lines <- newLine("info", "depth", "1")
	}
	if what := drainUnexpected(lines); what != "it sends lines without end" || len(lines) != maxUnexpected {
		t.Errorf("%q, %d lines are left", what, len(lines))
	}
}

func TestClientStart(t *testing.T) {
	for kind, want := range map[string]string{
		"foreign": "it does not play Russian draughts, only normal killer",
		"mute":    "does not answer: no wait",
		"server":  "before wait; its last lines: loading / listening on port 8102 / ready for guests",
		"crash":   "its standard error: out of wood",
	} {
		if _, err := startFake(t, kind); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	for command, want := range map[string]string{
		"": "is empty", " ": "is empty", `a "b`: "quotation mark", "/no/such/engine hub": "starting an engine",
	} {
		if c, err := Start(context.Background(), command); err == nil || c != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", command, err)
		}
	}
}

// An engine that is not ready does not hold up a match that has ended.
func TestClientStartCancelled(t *testing.T) {
	t.Setenv(fakeEngine, "mute")
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &Client{command: `"` + own + `"`, waits: timeouts{start: 5 * time.Second}}
	time.AfterFunc(10*time.Millisecond, cancel)
	if err := c.NewGame(ctx, 1); !errors.Is(err, context.Canceled) || c.process != nil {
		t.Errorf("%v, process %v", err, c.process)
	}
}

// An engine that is told to stop answers with what it has.
func TestClientStops(t *testing.T) {
	c, err := startFake(t, "stopped")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	if a, err := c.Choose(ctx, aGame(t), engine.Limits{Time: time.Hour}); err != nil || formatMove(a.Move) != "22-18" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestSplitCommand(t *testing.T) {
	got, err := splitCommand(`  "C:\Program Files\x.exe" hub  a"b c"d "" `)
	if want := []string{`C:\Program Files\x.exe`, "hub", "ab cd", ""}; err != nil || fmt.Sprint(got) != fmt.Sprint(want) ||
		len(got) != 4 {
		t.Errorf("%q, %v", got, err)
	}
}

func TestLevelLine(t *testing.T) {
	for want, lim := range map[string]engine.Limits{
		"level depth=3 nodes=9 move-time=0.25": {Depth: 3, Nodes: 9, Time: 250 * time.Millisecond},
		"level infinite":                       {},
	} {
		if got := levelLine(lim).String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
