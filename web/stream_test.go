package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web"
	"crownhead/web/webtest"
)

// A screen reads the stream of a page.
type screen struct {
	t     *testing.T
	lines *bufio.Scanner
	close func()
}

func watch(t *testing.T, site, lang string) *screen {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	r, _ := http.NewRequestWithContext(ctx, "GET", site+"/api/events?lang="+lang, nil)
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if kind := answer.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("the stream is %s", kind)
	}
	s := &screen{t: t, lines: bufio.NewScanner(answer.Body), close: func() { stop(); _ = answer.Body.Close() }}
	t.Cleanup(s.close)
	return s
}

// next returns the data of the next event of a kind.
func (s *screen) next(kind string) map[string]any {
	s.t.Helper()
	for name := ""; s.lines.Scan(); {
		if line := s.lines.Text(); strings.HasPrefix(line, "event: ") {
			name = line[7:]
		} else if strings.HasPrefix(line, "data: ") && name == kind {
			var v map[string]any
			if err := json.Unmarshal([]byte(line[6:]), &v); err != nil {
				s.t.Fatal(err)
			}
			return v
		}
	}
	s.t.Fatalf("the stream ended before a %s event: %v", kind, s.lines.Err())
	return nil
}

// until reads events until one has this phase.
func (s *screen) until(phase turn.Phase) map[string]any {
	s.t.Helper()
	for {
		if v := s.next("robot"); v["phase"] == string(phase) {
			return v
		}
	}
}

// Ten screens see the same state, each in its language; one that comes back sees the present state.
func TestTenScreens(t *testing.T) {
	r := webtest.NewRobot()
	site := serve(t, r, webtest.NewWorld(board.Start(), board.White))
	screens := make([]*screen, 10)
	for i := range screens {
		screens[i] = watch(t, site, []string{"uk", "ru", "en"}[i%3])
		screens[i].until(turn.Visitor)
		screens[i].next("world")
	}
	r.Set(func(s *robot.Snapshot) { s.Phase, s.Say = turn.Thinking, turn.Say{Key: "thinking"} })
	words := map[any]bool{}
	for _, s := range screens {
		words[s.until(turn.Thinking)["turn"]] = true
	}
	if len(words) != 3 {
		t.Errorf("three languages say %v", words)
	}
	screens[0].close()
	r.Set(func(s *robot.Snapshot) { s.Phase = turn.Moving })
	if v := watch(t, site, "en").next("robot"); v["phase"] != "moving" {
		t.Errorf("a screen that comes back sees %v", v["phase"])
	}
}

// A screen that takes nothing holds up neither the robot nor other screens, and later sees the newest state.
func TestSlowScreen(t *testing.T) {
	r := webtest.NewRobot()
	site := serve(t, r, nil)
	slow, err := net.Dial("tcp", strings.TrimPrefix(site, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	if _, err := slow.Write([]byte("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	quick := watch(t, site, "en")
	quick.until(turn.Visitor)
	for range 20000 { // more than the buffers of a connection hold
		r.Set(func(*robot.Snapshot) {})
	}
	r.Set(func(s *robot.Snapshot) { s.Phase = turn.Over })
	quick.until(turn.Over)
}

// Serve ends its streams and its goroutines with its context, and says what to do about a taken address.
func TestServe(t *testing.T) {
	cfg := web.Config{Listen: "127.0.0.1:0"}
	l, err := cfg.Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (web.Config{Listen: l.Addr().String()}).Open(); err == nil || !strings.Contains(err.Error(), "--listen") {
		t.Errorf("a taken address: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	s := web.New(cfg, webtest.NewRobot(), nil, nil, zerolog.Nop())
	go func() { done <- s.Serve(ctx, l) }()
	open := watch(t, "http://"+l.Addr().String(), "uk")
	open.next("robot")
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestConfig(t *testing.T) {
	for listen, good := range map[string]bool{
		"127.0.0.1:8080": true, ":80": true, "[::1]:0": true, "robot.hall:65535": true,
		"": false, "8080": false, "127.0.0.1": false, "127.0.0.1:http": false, "127.0.0.1:70000": false, "::1:80": false,
	} {
		problems := 0
		web.Config{Listen: listen}.Validate(func(path, _ string) {
			if path != "listen" {
				t.Errorf("path %q", path)
			}
			problems++
		})
		if good != (problems == 0) {
			t.Errorf("%q: %d problems", listen, problems)
		}
	}
}
