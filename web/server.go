// Package web serves what people look at: the visitor's screen, live, and on the virtual robot the
// table on which their hand moves checkers; the operator's page, which package web/operator makes.
//
// A page is painted whole by the server (html/template, the board as SVG in millimetres) and kept
// alive by a stream of server-sent events: the robot in the language of the page and, on the
// virtual robot, its world. What a visitor does comes back as small strict JSON bodies. Everything
// is embedded; no page fetches anything from elsewhere.
//
// Newest wins everywhere: a screen that is slow misses states and never holds up the robot; one
// that comes back gets the present state at once. Each open stream lives in its request's
// goroutine, and all of them end with the context given to Serve.
//
// The package decides nothing about the game, keeps no state of its own, and knows no sentence of
// the robot: those come from robot and face/say. It trusts no other page: foreign origins and
// foreign host names are refused. Commands that are not a visitor's need the operator's token; the
// emergency stop needs none.
package web

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/rs/zerolog"

	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/web/operator"
)

// A Robot is what the visitor's page needs of the robot.
type Robot interface {
	// Snapshot is the present state.
	Snapshot() robot.Snapshot
	// Subscribe delivers the present state and each new one until the returned function is called.
	// A state that is not taken in time may be replaced by a newer one; the sender must not wait.
	Subscribe() (<-chan robot.Snapshot, func())
	// Command asks the robot for something by name ("stop", "clear", "new_game", …). An error is
	// fit for the visitor's console, not for their screen: the screen shows what the robot says
	// next.
	Command(ctx context.Context, name command.Name, args map[string]string) error
}

// A World is the virtual robot's table. States are JSON objects as the twin's world socket writes
// them: {"checkers":[{"id","x","y","z","color","king","held"}],"arm":{…},"button":…} in the robot's
// frame, in millimetres.
type World interface {
	// Subscribe is as Robot.Subscribe; the present state is nil while none is known.
	Subscribe() (<-chan json.RawMessage, func())
	// Do is one act of the visitor's hand.
	Do(ctx context.Context, op Op) error
}

// An Op is one act of the visitor's hand on the virtual robot: "move" puts a checker at (X, Y),
// "lift" takes it to the visitor's pile, "turn" turns it over where it lies, "press" presses the
// red button, "setup" sets up the game's position again, "trophies" empties the robot's tray.
type Op struct {
	Op string  `json:"op"`
	ID int     `json:"id,omitempty"`
	X  float64 `json:"x,omitempty"` // mm, robot's frame: towards the visitor
	Y  float64 `json:"y,omitempty"` // mm, robot's frame: to the robot's left, the visitor's right

	// What setup sets up, filled in from the robot's state: pages can't choose a position.
	FEN     string `json:"-"`
	Visitor string `json:"-"`
}

// Sources are what the pages are made from.
type Sources struct {
	Robot    Robot
	World    World                 // nil on real hardware
	Operator operator.StatusSource // nil: no operator's page
	Layout   func() operator.ArmLayout
}

// A Server is the handler of all pages.
type Server struct {
	cfg     Config
	robot   Robot
	world   World // nil on real hardware
	layout  func() operator.ArmLayout
	gate    *operator.Gate
	console *operator.Console // nil: no operator's page
	origins *http.CrossOriginProtection
	handler http.Handler
	log     zerolog.Logger
}

var _ http.Handler = (*Server)(nil)
