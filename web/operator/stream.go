package operator

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"

	"crownhead/robot"
	"crownhead/web/sse"
)

// guarded names in a refusal what the stream and the status give away.
const guarded = "the robot's state"

// serveEvents is the page's stream: "bench" with the layout, first and whenever that has changed,
// "status" with each new state, "log" with what was added to the time line. It ends when the
// operator logs out.
func (c *Console) serveEvents(w http.ResponseWriter, r *http.Request) {
	if !c.gate.Authorise(w, r, guarded) {
		return
	}
	states, unsubscribe := c.status.SubscribeStatus()
	defer unsubscribe()
	stream, err := sse.Open(w)
	if err != nil {
		return // the client has gone: nobody to report to, here and below
	}
	defer stream.Close()

	lang := Language(r)
	var sent *ArmLayout // nil: nothing was sent yet
	var known []robot.LogEntry
	for err == nil {
		select {
		case status := <-states:
			if c.gate.accessOf(r) != granted {
				return
			}
			first := sent == nil
			if layout := c.layout(); first || !reflect.DeepEqual(layout, *sent) {
				sent = &layout
				if err = stream.Send("bench", layout); err != nil {
					return
				}
			}
			if err = stream.Send("status", c.viewOf(status, lang)); err != nil {
				return
			}
			if fresh := entriesSince(known, status.Timeline); first || len(fresh) > 0 {
				err = stream.Send("log", logEvent{first, entriesIn(lang, fresh)})
			}
			known = status.Timeline
		case <-stream.KeepAliveDue():
			err = stream.KeepAlive()
		case <-r.Context().Done():
			return
		}
	}
}

// serveStatus is the whole state once, for scripts.
func (c *Console) serveStatus(w http.ResponseWriter, r *http.Request) {
	if !c.gate.Authorise(w, r, guarded) {
		return
	}
	status := c.status.Status()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(struct {
		operatorView
		Timeline []robot.LogEntry `json:"timeline"`
	}{c.viewOf(status, Language(r)), status.Timeline}) // fails when the client has gone
}

// A logEvent is what is new in the time line, or all of it.
type logEvent struct {
	All     bool             `json:"all"`
	Entries []robot.LogEntry `json:"entries"`
}

// entriesSince is what a time line has gained since it was known.
func entriesSince(known, now []robot.LogEntry) []robot.LogEntry {
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
