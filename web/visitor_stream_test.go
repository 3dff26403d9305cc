package web_test

import (
	"net"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web/webtest"
)

// A screen reads the stream of a page.
type screen struct{ *webtest.EventStream }

func openScreen(t *testing.T, site, lang string) screen {
	t.Helper()
	return screen{webtest.Watch(t, site+"/api/events?lang="+lang, nil)}
}

// nextInPhase reads events until one has this phase.
func (s screen) nextInPhase(phase turn.Phase) map[string]any {
	for {
		if v := s.Next("robot"); v["phase"] == string(phase) {
			return v
		}
	}
}

// Ten screens see the same state, each in its language; one that comes back sees the present state.
func TestTenScreens(t *testing.T) {
	r := webtest.NewRobot()
	site := serve(t, r, webtest.NewWorld(board.Start(), board.White))
	screens := make([]screen, 10)
	for i := range screens {
		screens[i] = openScreen(t, site, []string{"uk", "ru", "en"}[i%3])
		screens[i].nextInPhase(turn.VisitorTurn)
		screens[i].Next("world")
	}
	r.Set(func(s *robot.Snapshot) { s.Phase, s.Say = turn.Thinking, turn.Say{Key: "thinking"} })
	words := map[any]bool{}
	for _, s := range screens {
		words[s.nextInPhase(turn.Thinking)["turn"]] = true
	}
	if len(words) != 3 {
		t.Errorf("three languages say %v", words)
	}
	screens[0].Close()
	r.Set(func(s *robot.Snapshot) { s.Phase = turn.Moving })
	if v := openScreen(t, site, "en").Next("robot"); v["phase"] != "moving" {
		t.Errorf("a screen that comes back sees %v", v["phase"])
	}
}

// A screen that takes nothing holds up neither the robot nor other screens, and later sees the
// newest state.
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
	quick := openScreen(t, site, "en")
	quick.nextInPhase(turn.VisitorTurn)
	for range 20000 { // more than the buffers of a connection hold
		r.Set(func(*robot.Snapshot) {})
	}
	r.Set(func(s *robot.Snapshot) { s.Phase = turn.Over })
	quick.nextInPhase(turn.Over)
}
