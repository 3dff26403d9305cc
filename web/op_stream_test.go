package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"crownhead/robot"
	"crownhead/web/webtest"
)

// watchDesk reads the operator's stream with his cookie.
func watchDesk(t *testing.T, site string, c *http.Cookie) *screen {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	r, _ := http.NewRequestWithContext(ctx, "GET", site+"/api/operator/events", nil)
	r.AddCookie(c)
	got, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if got.StatusCode != 200 {
		t.Fatalf("the stream: %s", got.Status)
	}
	s := &screen{t: t, lines: bufio.NewScanner(got.Body), close: func() { stop(); _ = got.Body.Close() }}
	s.lines.Buffer(nil, 1<<20)
	t.Cleanup(s.close)
	return s
}

// The stream begins with the whole state and the whole log, goes on with what is new, and ends with the login.
func TestDeskStream(t *testing.T) {
	r, o := webtest.NewRobot(), webtest.NewOperator()
	site := serveDesk(t, r, o)
	c := logIn(t, site, token).cookie
	s := watchDesk(t, site, c)
	if b := s.next("bench"); b["centre_x"] != 220. {
		t.Errorf("where things stand: %v", b)
	}
	first := s.next("status")
	if first["words"] != "the visitor's move" || len(first["sensors"].([]any)) != 32 || first["say"] != "You play White. Your move!" {
		t.Errorf("the first state: %v", first)
	}
	if first["timeline"] != nil {
		t.Error("the log is sent with every state")
	}
	if log := s.next("log"); log["all"] != true || len(log["entries"].([]any)) != 2 {
		t.Errorf("the first log: %v", log)
	}
	o.Set(func(s *robot.Status) { s.Arm.X = 215.5 })
	if v := s.next("status"); v["arm"].(map[string]any)["x"] != 215.5 {
		t.Errorf("the next state: %v", v["arm"])
	}
	o.Set(func(s *robot.Status) {
		s.Timeline = append(s.Timeline[:len(s.Timeline):len(s.Timeline)], robot.LogEntry{
			At: time.Now(), Level: "warn", Component: "link", Text: "link down", Fields: map[string]string{"reason": "silence", "move": "", "squares": "[]", "args": "map[x:1]"},
		})
	})
	log := s.next("log")
	entries := log["entries"].([]any)
	if log["all"] != false || len(entries) != 1 {
		t.Fatalf("the next log: %v", log)
	}
	if fields, _ := json.Marshal(entries[0].(map[string]any)["fields"]); string(fields) != `{"args":"x:1","reason":"silence"}` {
		t.Errorf("fields %s", fields)
	}
	moved := o.Bench()
	moved.CentreX = 223.5
	o.Lay(moved)
	o.Set(func(s *robot.Status) { s.Arm.X = 216 })
	if b := s.next("bench"); b["centre_x"] != 223.5 {
		t.Errorf("after a calibration: %v", b)
	}
	ask(t, "POST", site+"/operator/logout", "", map[string]string{"Cookie": c.Name + "=" + c.Value})
	o.Set(func(s *robot.Status) { s.Arm.X = 99 })
	for s.lines.Scan() {
		if strings.Contains(s.lines.Text(), `"x":99`) {
			t.Error("logged out, and still the stream goes on")
		}
	}
}

// A script reads the whole state at once.
func TestDeskStatus(t *testing.T) {
	o := webtest.NewOperator()
	site := serveDesk(t, webtest.NewRobot(), o)
	got := ask(t, "GET", site+"/api/operator/status", "", map[string]string{"Authorization": "Bearer " + token})
	var v struct {
		Parts []struct {
			ID, State, Words string
			Hint             string `json:"cure"`
		}
		Sensors  []robot.SensorStatus
		Timeline []robot.LogEntry
	}
	if err := json.Unmarshal([]byte(got.body), &v); err != nil || got.status != 200 {
		t.Fatalf("%d %s: %v", got.status, got.body, err)
	}
	if len(v.Parts) != 11 || v.Parts[0].ID != "link" || v.Parts[0].State != "ok" || len(v.Sensors) != 32 || len(v.Timeline) != 2 {
		t.Errorf("%+v", v)
	}
}

// Without a desk there is no operator, and nothing of his is to be had.
func TestNoDesk(t *testing.T) {
	site := serve(t, webtest.NewRobot(), nil)
	for _, path := range []string{"GET /operator", "POST /operator/login", "GET /api/operator/status", "GET /api/operator/events"} {
		method, path, _ := strings.Cut(path, " ")
		if got := ask(t, method, site+path, "", nil); got.status != 404 {
			t.Errorf("%s %s: %d", method, path, got.status)
		}
	}
	if got := ask(t, "POST", site+"/api/command", `{"name":"home"}`, map[string]string{"Content-Type": js, "Authorization": "Bearer "}); got.status != 401 {
		t.Errorf("a command: %d", got.status)
	}
}
