package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"crownhead/board"
	"crownhead/engine"
)

// fakeEngine names an engine that the test binary is when it is started as a child.
const fakeEngine = "CROWNHEAD_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if kind := os.Getenv(fakeEngine); kind != "" {
		fakes[kind]()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// A scripted player plays the first legal move, reports two depths, and waits for the end of ctx when nothing limits it.
type scripted struct {
	report func(engine.Answer)
	asked  *[]engine.Limits
}

func (s *scripted) Report(f func(engine.Answer)) { s.report = f }

func (s *scripted) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	if s.asked != nil {
		*s.asked = append(*s.asked, lim)
	}
	p := g.Position()
	m := p.Moves()[0]
	a := engine.Answer{Move: m, Score: -123, Depth: 1, Nodes: 17, Line: []board.Move{m}}
	if replies := p.Play(m).Moves(); len(replies) > 0 {
		a.Line = append(a.Line, replies[0])
	}
	if s.report != nil {
		s.report(a)
	}
	if lim == (engine.Limits{}) {
		<-ctx.Done()
	}
	a.Depth = 2
	return a, nil
}

func scriptedEngine(asked *[]engine.Limits) Engine {
	return Engine{
		Name: "scripted", Version: "1", Author: "some one", Country: "-",
		Params: []Param{{Name: "bits", Value: "3", Max: 9}},
		New:    func(map[string]string) (engine.Player, error) { return &scripted{asked: asked}, nil },
	}
}

// A talk is a conversation with a server: said lines go in, heard ones come out.
type talk struct {
	t    *testing.T
	in   io.WriteCloser
	out  chan string
	done chan error
}

func serve(t *testing.T, e Engine) *talk {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	k := &talk{t: t, in: inW, out: make(chan string, 1000), done: make(chan error, 1)}
	go func() {
		k.done <- Serve(e, inR, outW)
		outW.Close()
	}()
	go func() {
		defer close(k.out)
		b, line := make([]byte, 1), ""
		for {
			if _, err := outR.Read(b); err != nil {
				return
			}
			if line += string(b); b[0] == '\n' {
				k.out <- strings.TrimSpace(line)
				line = ""
			}
		}
	}()
	t.Cleanup(func() {
		inW.Close()
		if err := <-k.done; err != nil {
			t.Error(err)
		}
		for range k.out {
		}
	})
	return k
}

func (k *talk) say(lines ...string) {
	for _, l := range lines {
		fmt.Fprintln(k.in, l)
	}
}

// hear reads up to a line that begins so, and returns it with what came before.
func (k *talk) hear(prefix string) (before []string, found string) {
	k.t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		select {
		case l, more := <-k.out:
			if !more {
				k.t.Fatalf("no %q, but %q", prefix, before)
			}
			if strings.HasPrefix(l, prefix) {
				return before, l
			}
			before = append(before, l)
		case <-timeout:
			k.t.Fatalf("no %q, but %q", prefix, before)
		}
	}
}

func TestConversation(t *testing.T) {
	var asked []engine.Limits
	k := serve(t, scriptedEngine(&asked))
	k.say("hub")
	said, _ := k.hear("wait")
	want := []string{
		`id name=scripted version=1 author="some one" country=-`,
		`param name=variant value=russian type=enum values=russian`,
		`param name=draws value=federation type=enum values="federation article"`,
		`param name=bits value=3 type=int min=0 max=9`,
	}
	if strings.Join(said, "\n") != strings.Join(want, "\n") {
		t.Errorf("said %q", said)
	}
	k.say("set-param name=bits value=4", "", "unknown thing=1", "init")
	if said, _ := k.hear("ready"); len(said) > 0 {
		t.Errorf("said %q", said)
	}
	k.say("pos pos=WeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeB", "level depth=5 nodes=100 move-time=0.5 later=3", "go think")
	said, done := k.hear("done")
	if done != "done move=22-17 ponder=32-27" {
		t.Errorf("%s", done)
	}
	if len(said) != 2 || !strings.HasPrefix(said[0], "info depth=1 score=-1.23 nodes=17 time=0.0") ||
		!strings.HasSuffix(said[1], `pv="22-17 32-27"`) {
		t.Errorf("said %q", said)
	}
	if lim := asked[0]; lim != (engine.Limits{Depth: 5, Nodes: 100, Time: 500 * time.Millisecond}) {
		t.Errorf("limits %+v", lim)
	}
}

// A search that has no end goes on until it is stopped, and answers pings meanwhile; each go has one done.
func TestStop(t *testing.T) {
	for _, begin := range []string{
		"level infinite\ngo analyze", "level infinite\ngo think", "go ponder", "level time=100 inc=1\ngo ponder",
	} {
		k := serve(t, scriptedEngine(nil))
		k.say("pos pos=WeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeB", begin, "ping")
		if said, _ := k.hear("pong"); len(said) > 0 && strings.HasPrefix(said[len(said)-1], "done") {
			t.Errorf("%s: %q", begin, said)
		}
		k.say("stop")
		k.hear("done move=22-17")
		k.say("stop", begin, "level depth=1", "go think")
		k.hear("done")
		k.hear("done")
		k.say("ping")
		if said, _ := k.hear("pong"); len(said) > 0 {
			t.Errorf("%s: one done too many: %q", begin, said)
		}
	}
}

// A ponder that was right ends as the level wants it.
func TestPonderHit(t *testing.T) {
	for _, level := range []string{"level move-time=0.02", "level depth=3", "level nodes=9"} {
		k := serve(t, scriptedEngine(nil))
		k.say("pos pos=WeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeB", level, "go ponder", "ping")
		k.hear("pong")
		k.say("ponder-hit", "ponder-hit")
		k.hear("done")
	}
}

// What is wrong is told, and nothing is played from it.
func TestErrors(t *testing.T) {
	k := serve(t, scriptedEngine(nil))
	const good = "pos pos=WeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeB"
	for _, c := range [][2]string{
		{"go think", "no position has been set"},
		{"pos pos=Wee", "position of 3 characters"},
		{"pos", "position of 0 characters"},
		{"pos pos=XeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeB", "side to move 'X'"},
		{"pos pos=WeeeeeeeeeeeeeeeeeeeeexeeeeeeeeeB", "'x' on square 22"},
		{"pos pos=WweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB", "a man is a king"},
		{good + ` moves="22-17 32-1"`, "32-1"},
		{good + ` moves="22-17 x"`, "want numbers of squares"},
		{"go think", "no position has been set"},
		{`pos pos="W`, "quotation mark"},
		{"pos pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB\ngo think", "the game is over"},
		{"level depth=x", "depth='x': want a whole number"},
		{"level move-time=-1", "want seconds"},
		{"set-param name=wisdom value=9", "no parameter 'wisdom'"},
		{"set-param name=bits value=10", "bits: '10': want a whole number, 0 to 9"},
		{"set-param name=variant value=frisian", "variant: 'frisian': want russian"},
	} {
		k.say(c[0])
		if said, e := k.hear("error message="); !strings.Contains(e, c[1]) || len(said) > 0 {
			t.Errorf("%s: %s, %q", c[0], e, said)
		}
	}
	k.say(good, "level depth=1", "go think")
	k.hear("done")
}

func TestQuit(t *testing.T) {
	k := serve(t, scriptedEngine(nil))
	k.say("pos pos=WeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeB", "level infinite", "go think", "quit")
	k.hear("done")
	if _, more := <-k.out; more {
		t.Error("says something after quit")
	}
}

func TestLevels(t *testing.T) {
	for text, want := range map[string]engine.Limits{
		"level":                          {Time: time.Second},
		"level infinite":                 {},
		"level move-time=0.1":            {Time: 100 * time.Millisecond},
		"level time=60":                  {Time: 2*time.Second - clockReserve},
		"level moves=10 time=60":         {Time: 6*time.Second - clockReserve},
		"level moves=1 time=10":          {Time: 7*time.Second - clockReserve},
		"level time=0.01":                {Time: time.Millisecond},
		"level time=30 inc=5 depth=9":    {Time: 5*time.Second - clockReserve, Depth: 9},
		"level nodes=12 depth=3 ponder":  {Nodes: 12, Depth: 3},
		"level move-time=1e300 infinite": {Time: 1e6 * time.Second},
	} {
		l, err := parseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		v, err := parseTimeControl(l)
		if got := v.searchLimits(); err != nil || got != want {
			t.Errorf("%s: %+v, want %+v, %v", text, got, want, err)
		}
	}
}

// Whatever is said to it, the engine's end goes on until there is no more, and answers in lines of the protocol.
func FuzzServe(f *testing.F) {
	f.Add(
		"hub\ninit\npos pos=WeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeB moves=\"22-17\"\n" +
			"level depth=3 time=1e9 inc=-1\ngo ponder\nponder-hit\nstop\nquit\n",
	)
	f.Add("set-param name=bits value=4\ngo think\nnew-game\nlevel infinite\npos pos=\"\"\ngo analyze\ngo analyze\nping")
	f.Fuzz(func(t *testing.T, said string) {
		var heard strings.Builder
		if err := Serve(scriptedEngine(nil), strings.NewReader(said), &heard); err != nil &&
			!errors.Is(err, bufio.ErrTooLong) {
			t.Error(err)
		}
		for l := range strings.Lines(heard.String()) {
			if _, err := parseLine(l); err != nil || !strings.HasSuffix(l, "\n") {
				t.Errorf("%q: %v", l, err)
			}
		}
	})
}

// What comes without line breaks is given up, with how long a line may be.
func TestLongLine(t *testing.T) {
	err := Serve(scriptedEngine(nil), strings.NewReader(strings.Repeat("x", 2*maxLineLength)), io.Discard)
	if err == nil || !strings.Contains(err.Error(), "a line is longer than 1 MB") {
		t.Error(err)
	}
}
