package operator_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"crownhead/robot"
	"crownhead/web/webtest"
)

// openStream reads the operator's stream with the cookie of a login.
func openStream(t *testing.T, site string, c *http.Cookie) *webtest.EventStream {
	t.Helper()
	return webtest.Watch(t, site+"/api/operator/events", map[string]string{"Cookie": c.Name + "=" + c.Value})
}

// The stream begins with the whole state and the whole log, goes on with what is new, and ends with
// the login.
func TestStream(t *testing.T) {
	r, o := webtest.NewRobot(), webtest.NewOperator()
	site := serve(t, r, o)
	c := logIn(t, site, token).Cookie
	s := openStream(t, site, c)
	if b := s.Next("bench"); b["centre_x"] != 220. {
		t.Errorf("where things stand: %v", b)
	}
	first := s.Next("status")
	if first["words"] != "the visitor's move" || len(first["sensors"].([]any)) != 32 ||
		first["say"] != "You play White. Your move!" {
		t.Errorf("the first state: %v", first)
	}
	if first["timeline"] != nil {
		t.Error("the log is sent with every state")
	}
	if log := s.Next("log"); log["all"] != true || len(log["entries"].([]any)) != 2 {
		t.Errorf("the first log: %v", log)
	}
	o.Set(func(s *robot.Status) { s.Arm.X = 215.5 })
	if v := s.Next("status"); v["arm"].(map[string]any)["x"] != 215.5 {
		t.Errorf("the next state: %v", v["arm"])
	}
	o.Set(func(s *robot.Status) {
		s.Timeline = append(s.Timeline[:len(s.Timeline):len(s.Timeline)], robot.LogEntry{
			At: time.Now(), Level: "warn", Component: "link", Text: "link down", Fields: map[string]string{"reason": "silence", "move": "", "squares": "[]", "args": "map[x:1]"},
		})
	})
	log := s.Next("log")
	entries := log["entries"].([]any)
	if log["all"] != false || len(entries) != 1 {
		t.Fatalf("the next log: %v", log)
	}
	if fields, _ := json.Marshal(entries[0].(map[string]any)["fields"]); string(fields) != `{"args":"x:1","reason":"silence"}` {
		t.Errorf("fields %s", fields)
	}
	moved := o.Layout()
	moved.CentreX = 223.5
	o.SetLayout(moved)
	o.Set(func(s *robot.Status) { s.Arm.X = 216 })
	if b := s.Next("bench"); b["centre_x"] != 223.5 {
		t.Errorf("after a calibration: %v", b)
	}
	webtest.Request(t, "POST", site+"/operator/logout", "", map[string]string{"Cookie": c.Name + "=" + c.Value})
	o.Set(func(s *robot.Status) { s.Arm.X = 99 })
	for _, line := range s.Rest() {
		if strings.Contains(line, `"x":99`) {
			t.Error("logged out, and still the stream goes on")
		}
	}
}

// A script reads the whole state at once.
func TestStatus(t *testing.T) {
	o := webtest.NewOperator()
	site := serve(t, webtest.NewRobot(), o)
	got := webtest.Request(t, "GET", site+"/api/operator/status", "",
		map[string]string{"Authorization": "Bearer " + token})
	var v struct {
		Parts []struct {
			ID, State, Words string
			Hint             string `json:"cure"`
		}
		Sensors  []robot.SensorStatus
		Timeline []robot.LogEntry
	}
	if err := json.Unmarshal([]byte(got.Body), &v); err != nil || got.Status != 200 {
		t.Fatalf("%d %s: %v", got.Status, got.Body, err)
	}
	if len(v.Parts) != 11 || v.Parts[0].ID != "link" || v.Parts[0].State != "ok" || len(v.Sensors) != 32 ||
		len(v.Timeline) != 2 {
		t.Errorf("%+v", v)
	}
}
