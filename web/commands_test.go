package web_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web"
	"crownhead/web/webtest"
)

func postBody(t *testing.T, address, kind, body string) (int, string) {
	t.Helper()
	answer, err := webtest.Client.Post(address, kind, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// Acts of the hand reach the world as they are, and anything else is refused with its place and a
// hint.
func TestOps(t *testing.T) {
	const js = "application/json"
	for _, c := range []struct {
		name, kind, body string
		status           int
		say              string
		op               *web.Op
	}{
		{"move", js, `{"op":"move","id":3,"x":210.5,"y":-20}`, 204, "", &web.Op{Op: "move", ID: 3, X: 210.5, Y: -20}},
		{"press", js + "; charset=utf-8", `{"op":"press"}`, 204, "", &web.Op{Op: "press"}},
		{"turn", js, ` {"op":"turn","id":1} `, 204, "", &web.Op{Op: "turn", ID: 1}},
		{"lift", js, `{"op":"lift","id":24}`, 204, "", &web.Op{Op: "lift", ID: 24}},
		{"trophies", js, `{"op":"trophies"}`, 204, "", &web.Op{Op: "trophies"}},

		{"form", "application/x-www-form-urlencoded", `op=press`, 415, "must be JSON", nil},
		{"empty", js, ``, 400, "byte 0", nil},
		{"unknown field", js, `{"op":"press","colour":"red"}`, 400, "colour", nil},
		{"wrong type", js, `{"op":"move","id":"three"}`, 400, "id", nil},
		{"cut off", js, `{"op":"press"`, 400, "unexpected EOF", nil},
		{"two values", js, `{"op":"press"}{"op":"press"}`, 400, "more than one", nil},
		{"garbage behind", js, `{"op":"press"} x`, 400, "more than one", nil},
		{"unknown act", js, `{"op":"handover"}`, 400, `no act \"handover\"`, nil},
		{"off the table", js, `{"op":"move","id":3,"x":1e9}`, 400, "not on the table", nil},
		{"not finite", js, `{"op":"move","id":3,"x":1e999}`, 400, "x", nil},
		{"chosen position", js, `{"op":"setup","fen":"W:Wa1:B"}`, 400, "fen", nil},
		{"too long", js, `{"op":"` + strings.Repeat("x", 5000) + `"}`, 413, "4096 bytes", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			world := webtest.NewWorld(board.Start(), board.White)
			status, text := postBody(t, serve(t, webtest.NewRobot(), world)+"/api/world", c.kind, c.body)
			if status != c.status || !strings.Contains(text, c.say) {
				t.Errorf("%d %s, want %d with %q", status, text, c.status, c.say)
			}
			if c.status >= 400 && !strings.Contains(text, `"hint"`) {
				t.Errorf("no hint: %s", text)
			}
			var want []web.Op
			if c.op != nil {
				want = []web.Op{*c.op}
			}
			if got := world.Ops(); !reflect.DeepEqual(got, want) {
				t.Errorf("the world got %+v, want %+v", got, want)
			}
		})
	}
}

// Set-up lays the game's own position, and after a game's end the next one's.
func TestSetupLaysTheGame(t *testing.T) {
	const middle, next = "B:Wc3:Bd6", "W:Wa1:Bh8"
	for phase, want := range map[turn.Phase]struct{ fen, visitor string }{
		turn.Help: {middle, "black"}, turn.Setup: {middle, "black"}, turn.Over: {next, "white"},
	} {
		r, world := webtest.NewRobot(), webtest.NewWorld(board.Start(), board.White)
		r.Set(func(s *robot.Snapshot) {
			s.FEN, s.Start, s.Phase, s.Visitor, s.Choices.Colour = middle, next, phase, "black", "white"
		})
		postBody(t, serve(t, r, world)+"/api/world", "application/json", `{"op":"setup"}`)
		if ops := world.Ops(); len(ops) != 1 || ops[0].FEN != want.fen || ops[0].Visitor != want.visitor {
			t.Errorf("%s: %+v, want %s", phase, ops, want)
		}
	}
}

func TestNoWorldOnRealHardware(t *testing.T) {
	status, text := postBody(t, serve(t, webtest.NewRobot(), nil)+"/api/world", "application/json", `{"op":"press"}`)
	if status != 404 || !strings.Contains(text, "no virtual robot") {
		t.Errorf("%d %s", status, text)
	}
}

// The emergency stop needs no body, no script and no token.
func TestStop(t *testing.T) {
	r := webtest.NewRobot()
	site := serve(t, r, nil)
	for _, body := range []string{"", "{}", "nonsense"} {
		if status, text := postBody(t, site+"/api/stop", "text/plain", body); status != 204 {
			t.Errorf("body %q: %d %s", body, status, text)
		}
	}
	form, _ := http.NewRequest("POST", site+"/api/stop", nil)
	form.Header.Set("Accept", "text/html,*/*")
	answer, err := webtest.Client.Do(form)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != 303 || answer.Header.Get("Location") != "/" {
		t.Errorf("form: %s to %q", answer.Status, answer.Header.Get("Location"))
	}
	if got := fmt.Sprint(r.Commands()); got != "[stop stop stop stop]" {
		t.Errorf("commands %s", got)
	}
	r.Refuse(errors.New("the link is down"))
	if status, text := postBody(t, site+"/api/stop", "", ""); status != 409 || !strings.Contains(text, "the link is down") {
		t.Errorf("a stop that fails must say so: %d %s", status, text)
	}
}

// A cleared stop moves the arm: real hardware is not the visitor's to set in motion.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		body    string
		virtual bool
		status  int
		done    string
	}{
		{`{"name":"new_game"}`, false, 204, "[new_game]"},
		{`{"name":"clear"}`, true, 204, "[clear]"},
		{`{"name":"clear"}`, false, 401, "[]"},
		{`{"name":""}`, true, 400, "[]"},
		{`{"name":5}`, true, 400, "[]"},
	} {
		r := webtest.NewRobot()
		r.Set(func(s *robot.Snapshot) { s.Virtual = c.virtual })
		status, text := postBody(t, serve(t, r, nil)+"/api/command", "application/json", c.body)
		if got := fmt.Sprint(r.Commands()); status != c.status || got != c.done {
			t.Errorf("%s, virtual %v: %d %s, done %s; want %d, %s", c.body, c.virtual, status, text, got, c.status, c.done)
		}
	}
}

func TestMethods(t *testing.T) {
	site := serve(t, webtest.NewRobot(), nil)
	for _, path := range []string{"/api/stop", "/api/world", "/api/command"} {
		answer, err := webtest.Client.Get(site + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("GET %s: %s", path, answer.Status)
		}
	}
}
