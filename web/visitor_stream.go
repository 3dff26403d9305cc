package web

import (
	"encoding/json"
	"net/http"

	"crownhead/face/say"
	"crownhead/web/sse"
)

// serveVisitorEvents is the stream of the visitor's page: "robot" in the page's language and, on
// the virtual robot, "world"; the present states come first. One stream carries both, for a browser
// opens only six connections to a server.
func (s *Server) serveVisitorEvents(w http.ResponseWriter, r *http.Request) {
	snapshots, unsubscribe := s.robot.Subscribe()
	defer unsubscribe()
	var worlds <-chan json.RawMessage // nil on real hardware: nothing ever comes
	if s.world != nil {
		var unsubscribe func()
		worlds, unsubscribe = s.world.Subscribe()
		defer unsubscribe()
	}
	present := <-snapshots // is there already
	lang := pageLanguage(r, say.Lang(present.Lang))
	stream, err := sse.Open(w)
	if err != nil {
		return // the client has gone: nobody to report to, here and below
	}
	defer stream.Close()

	err = stream.Send("robot", s.screenView(present, lang))
	for err == nil {
		select {
		case v := <-snapshots:
			err = stream.Send("robot", s.screenView(v, lang))
		case world := <-worlds:
			if world != nil { // its first state is known
				err = stream.Send("world", world)
			}
		case <-stream.KeepAliveDue():
			err = stream.KeepAlive()
		case <-r.Context().Done():
			return
		}
	}
}
