package web

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"crownhead/robot"
)

// follow looks at every state, so that the page can tell when a part changed though nobody was watching.
func (s *Server) follow(ctx context.Context) {
	if s.desk == nil {
		return
	}
	states, leave := s.desk.Robot.SubscribeStatus()
	defer leave()
	for {
		select {
		case v := <-states:
			s.view(v)
		case <-ctx.Done():
			return
		}
	}
}

// deskEvents is the operator's stream: "bench" with where things stand, first and when that is another place, "status" with
// each new state, "log" with what was added to the time line. It ends when the operator logs out.
func (s *Server) deskEvents(w http.ResponseWriter, r *http.Request) {
	states, leave := s.desk.Robot.SubscribeStatus()
	defer leave()
	out := newEventWriter(w)
	beat := time.NewTicker(pulse)
	defer beat.Stop()

	var bench *Bench
	var known []robot.LogEntry
	ok := out.send("retry: 1000\n\n")
	for first := true; ok; first = false {
		select {
		case v := <-states:
			ok = s.gate.judge(r) == operator
			if now := s.desk.Bench(); ok && (bench == nil || !reflect.DeepEqual(now, *bench)) {
				bench = &now
				ok = out.event("bench", now)
			}
			ok = ok && out.event("status", s.view(v))
			if fresh := after(known, v.Timeline); ok && (first || len(fresh) > 0) {
				ok = out.event("log", logEvent{first, tidy(fresh)})
			}
			known = v.Timeline
		case <-beat.C:
			ok = out.send(": pulse\n\n")
		case <-r.Context().Done():
			ok = false
		}
	}
}

// A logEvent is what is new in the time line, or all of it.
type logEvent struct {
	All     bool             `json:"all"`
	Entries []robot.LogEntry `json:"entries"`
}

// after is what a time line has gained since it was known.
func after(known, now []robot.LogEntry) []robot.LogEntry {
	if len(known) == 0 {
		return slices.Clip(now)
	}
	last := known[len(known)-1]
	for i := len(now) - 1; i >= 0; i-- {
		if now[i].At.Equal(last.At) && now[i].Text == last.Text {
			return now[i+1:]
		}
	}
	return now
}

// tidy leaves out the fields of a log that say nothing, and the programmer's brackets.
func tidy(entries []robot.LogEntry) []robot.LogEntry {
	list := make([]robot.LogEntry, len(entries))
	for i, e := range entries {
		fields := map[string]string{}
		for name, value := range e.Fields {
			value = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(value, "map"), "["), "]")
			if value != "" {
				fields[name] = value
			}
		}
		e.Fields = fields
		list[i] = e
	}
	return list
}

// getStatus is the whole state once, for scripts.
func (s *Server) getStatus(w http.ResponseWriter, _ *http.Request) {
	status := s.desk.Robot.Status()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(struct {
		deskView
		Timeline []robot.LogEntry `json:"timeline"`
	}{s.view(status), status.Timeline}) // the client has gone: nobody to tell
}
