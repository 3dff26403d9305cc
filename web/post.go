package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"time"

	"crownhead/robot/turn"
)

const (
	bodyLimit = 4 << 10         // bytes; every body is a handful of fields
	actLimit  = 5 * time.Second // for the robot or the world to take an act
	tableEdge = 1000.0          // mm; nothing lies farther from the robot
)

// ops names the acts that a page may ask of the virtual robot's world.
var ops = map[string]bool{"lift": true, "move": true, "turn": true, "press": true, "setup": true, "trophies": true}

// postOp is one act of the visitor's hand.
func (s *Server) postOp(w http.ResponseWriter, r *http.Request) {
	if s.world == nil {
		refuse(w, http.StatusNotFound, "there is no virtual robot", "start crownhead run --twin, or move the checkers by hand")
		return
	}
	var op Op
	if !readJSON(w, r, &op) {
		return
	}
	if why := op.check(); why != "" {
		refuse(w, http.StatusBadRequest, why, `an act is {"op":"move","id":3,"x":210,"y":-20}, "lift", "turn", "press", "setup" or "trophies"`)
		return
	}
	if op.Op == "setup" {
		op.FEN, op.Visitor = boardToLay(s.robot.Snapshot())
	}
	s.answer(w, r, "doing "+op.Op, func(ctx context.Context) error { return s.world.Do(ctx, op) })
}

// boardToLay is the position that the game has, or, after its end, the one that the next game begins with.
func boardToLay(v Snapshot) (fen, visitor string) {
	if isOver(v) {
		return v.Start, v.Choices.Colour
	}
	return v.FEN, sideOf(v)
}

func (o Op) check() string {
	if !ops[o.Op] {
		return fmt.Sprintf("op: no act %q", o.Op)
	}
	if math.Abs(o.X) > tableEdge || math.Abs(o.Y) > tableEdge {
		return fmt.Sprintf("x, y: (%.4g, %.4g) mm is not on the table", o.X, o.Y)
	}
	return ""
}

// backTo names the pages that a stop without script leads back to.
var backTo = map[string]string{"operator": "operator"}

// postStop is the emergency stop. It takes any body, or none: a plain form sends it while no script runs.
func (s *Server) postStop(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), actLimit)
	defer cancel()
	if err := s.robot.Command(ctx, turn.CommandStop, nil); err != nil {
		s.failed(w, "stopping", err)
		return
	}
	s.log.Warn().Str("from", r.RemoteAddr).Msg("emergency stop asked for by a page")
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.Redirect(w, r, "/"+backTo[r.URL.Query().Get("back")], http.StatusSeeOther)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// postCommand hands a command to the robot, which knows which ones there are.
func (s *Server) postCommand(w http.ResponseWriter, r *http.Request) {
	var c struct {
		Name string            `json:"name"`
		Args map[string]string `json:"args"`
	}
	if !readJSON(w, r, &c) {
		return
	}
	if c.Name == "" {
		refuse(w, http.StatusBadRequest, "name: is missing", `a command is {"name":"new_game","args":{}}`)
		return
	}
	if !s.mayCommand(w, r, c.Name) {
		return
	}
	s.answer(w, r, "command "+c.Name, func(ctx context.Context) error { return s.robot.Command(ctx, c.Name, c.Args) })
}

// answer runs an act within its time and reports how it went.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, what string, act func(context.Context) error) {
	ctx, cancel := context.WithTimeout(r.Context(), actLimit)
	defer cancel()
	if err := act(ctx); err != nil {
		s.failed(w, what, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) failed(w http.ResponseWriter, what string, err error) {
	status, hint := http.StatusConflict, "the page shows what the robot waits for"
	switch {
	case errors.Is(err, turn.ErrCommand):
		status, hint = http.StatusBadRequest, `a command is {"name":"language","args":{"lang":"en"}}`
	case errors.Is(err, context.DeadlineExceeded):
		status, hint = http.StatusGatewayTimeout, "the robot does not answer; look at its log"
	}
	s.log.Info().Err(err).Str("act", what).Msg("act refused")
	refuse(w, status, what+": "+err.Error(), hint)
}

// readJSON reads one strict JSON object, or refuses it with the place of the fault and returns false.
func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "the body must be JSON", "send Content-Type: application/json")
		return false
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, bodyLimit))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("more than one value")
		}
	}
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return true
	case errors.As(err, &tooLarge):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is longer than %d bytes", bodyLimit), "send one small object")
	default:
		refuse(w, http.StatusBadRequest, fmt.Sprintf("body, byte %d: %v", dec.InputOffset(), err), "send one JSON object with the documented fields")
	}
	return false
}

// refuse answers with an error and a hint, as JSON.
func refuse(w http.ResponseWriter, status int, problem, hint string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": problem, "hint": hint}) // the client has gone: nobody to tell
}
