package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"crownhead/face/say"
)

const (
	writeLimit = 10 * time.Second // a screen that takes nothing for so long is dropped; it comes back by itself
	pulse      = 15 * time.Second // a comment this often shows a dead connection to both ends
)

// events is a page's stream: "robot" in the page's language and, on the virtual robot, "world"; the present states come
// first. One stream carries both, for a browser opens only six connections to a server. It owns no goroutine, and a slow
// page costs only its own request.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	views, leaveViews := s.robot.Subscribe()
	defer leaveViews()
	var states <-chan json.RawMessage
	if s.world != nil {
		var leaveStates func()
		states, leaveStates = s.world.Subscribe()
		defer leaveStates()
	}
	present := <-views // is there already
	out := newEventWriter(w)
	lang := pageLanguage(r, say.Lang(present.Lang))
	beat := time.NewTicker(pulse)
	defer beat.Stop()

	ok := out.send("retry: 1000\n\n") && out.event("robot", s.look(present, lang))
	for ok {
		select {
		case v := <-views:
			ok = out.event("robot", s.look(v, lang))
		case v := <-states:
			ok = out.world(v)
		case <-beat.C:
			ok = out.send(": pulse\n\n")
		case <-r.Context().Done():
			ok = false
		}
	}
}

// eventWriter writes server-sent events, each within its time.
type eventWriter struct {
	w  http.ResponseWriter
	rc *http.ResponseController
}

func newEventWriter(w http.ResponseWriter) eventWriter {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Time{}) // a stream outlives the request's time limit; where unsupported there is none
	return eventWriter{w, rc}
}

// send writes and flushes, and tells whether the client is still there.
func (e eventWriter) send(format string, a ...any) bool {
	_ = e.rc.SetWriteDeadline(time.Now().Add(writeLimit))
	if _, err := fmt.Fprintf(e.w, format, a...); err != nil {
		return false
	}
	return e.rc.Flush() == nil
}

func (e eventWriter) event(name string, v any) bool {
	data, err := json.Marshal(v) // compact: an event is one line
	return err == nil && e.send("event: %s\ndata: %s\n\n", name, data)
}

// world sends a state of the world, once there is one.
func (e eventWriter) world(state json.RawMessage) bool {
	return state == nil || e.event("world", state)
}
