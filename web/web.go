// Package web serves what people look at: the visitor's screen, live, and on the virtual robot the table that his hand
// moves checkers on; the operator's page, behind a token.
//
// A page is painted whole by the server (html/template, the board as SVG in millimetres) and kept alive by a stream
// of server-sent events: the robot in the language of the page and, on the virtual robot, its world. What a visitor
// does comes back as small strict JSON bodies. Everything is embedded; no page fetches anything from elsewhere.
//
// Newest wins everywhere: a screen that is slow misses states and never holds up the robot; one that comes back gets
// the present state at once. Each open stream lives in its request's goroutine, and all of them end with the context
// given to Serve.
//
// The package decides nothing about the game, keeps no state but who is logged in and when a part last changed, and knows no
// sentence of the robot: those come from robot and face/say. It trusts no other page: foreign origins and foreign host names
// are refused. Commands that are not a visitor's need the operator's token; the emergency stop needs none.
package web

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/rs/zerolog"
)

// A Robot is what the pages need of the robot.
type Robot interface {
	// Snapshot is the present state.
	Snapshot() Snapshot
	// Subscribe delivers the present state and each new one until the returned function is called. A state that is not
	// taken in time may be replaced by a newer one; the sender must not wait.
	Subscribe() (<-chan Snapshot, func())
	// Command asks the robot for something by name ("stop", "clear", "new_game", …). An error is fit for the visitor's
	// console, not for his screen: the screen shows what the robot says next.
	Command(ctx context.Context, name string, args map[string]string) error
}

// A World is the virtual robot's table. States are JSON objects as the twin's world socket writes them:
// {"checkers":[{"id","x","y","z","color","king","held"}],"arm":{…},"button":…} in the robot's frame, in millimetres.
type World interface {
	// Subscribe is as Robot.Subscribe; the present state is nil while none is known.
	Subscribe() (<-chan json.RawMessage, func())
	// Do is one act of the visitor's hand.
	Do(ctx context.Context, op Op) error
}

// An Op is one act of the visitor's hand on the virtual robot: "move" lays a checker at (X, Y), "lift" takes it to the
// visitor's pile, "turn" turns it over where it lies, "press" presses the red button, "setup" lays the game's position
// anew, "trophies" empties the robot's tray.
type Op struct {
	Op string  `json:"op"`
	ID int     `json:"id,omitempty"`
	X  float64 `json:"x,omitempty"` // mm, robot's frame: towards the visitor
	Y  float64 `json:"y,omitempty"` // mm, robot's frame: to the robot's left, the visitor's right

	// What setup lays, filled in from the robot's state: pages can't choose a position.
	FEN     string `json:"-"`
	Visitor string `json:"-"`
}

// A Server is the handler of all pages.
type Server struct {
	cfg   Config
	robot Robot
	desk  *Desk // nil: no operator's page
	world World // nil on real hardware
	log   zerolog.Logger
	mux   http.Handler

	gate    *gate
	changes changes
}

var _ http.Handler = (*Server)(nil)

// New returns the pages for a robot, its operator and, on the virtual robot, its world; world is nil on real hardware. An
// empty token lets nobody in.
func New(cfg Config, robot Robot, desk *Desk, world World, log zerolog.Logger) *Server {
	s := &Server{cfg: cfg, robot: robot, desk: desk, world: world, log: log, gate: newGate(cfg.Token, time.Now)}
	s.mux = s.guard(s.routes())
	return s
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.screen)
	mux.HandleFunc("GET /api/events", s.events)
	mux.HandleFunc("POST /api/world", s.postOp)
	mux.HandleFunc("POST /api/stop", s.postStop)
	mux.HandleFunc("POST /api/command", s.postCommand)
	if s.desk != nil {
		mux.HandleFunc("GET /operator", s.desktop)
		mux.HandleFunc("POST /operator/login", s.postLogin)
		mux.HandleFunc("POST /operator/logout", s.postLogout)
		mux.HandleFunc("GET /api/operator/status", s.operators("the robot's state", s.getStatus))
		mux.HandleFunc("GET /api/operator/events", s.operators("the robot's state", s.deskEvents))
	}
	mux.Handle("GET /static/", newAssets())
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/static/favicon.svg", http.StatusMovedPermanently)
	})
	return mux
}
