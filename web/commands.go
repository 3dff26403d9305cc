package web

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/web/operator"
	"crownhead/web/operator/words"
	"crownhead/web/reply"
)

const (
	commandLimit = 5 * time.Second // for the robot or the world to take a command
	tableEdge    = 1000.0          // mm; nothing lies farther from the robot
)

// handleStop is the emergency stop. It takes any body, or none: a plain form sends it while no
// script runs.
func (s *Server) handleStop(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), commandLimit)
	defer cancel()
	if err := s.robot.Command(ctx, command.Stop, nil); err != nil {
		s.refuseFailed(w, r, "stopping", err)
		return
	}
	s.log.Warn().Str("from", r.RemoteAddr).Msg("emergency stop asked for by a page")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	back := "/" // to the page of the form
	if r.URL.Query().Get("back") == "operator" {
		back = "/operator"
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
}

// handleCommand passes a command on to the robot, which knows which ones there are.
func (s *Server) handleCommand(w http.ResponseWriter, r *http.Request) {
	var c struct {
		Name command.Name      `json:"name"`
		Args map[string]string `json:"args"`
	}
	if !reply.ReadJSON(w, r, &c) {
		return
	}
	if c.Name == "" {
		reply.Refuse(w, http.StatusBadRequest, "name: is missing", `a command is {"name":"new_game","args":{}}`)
		return
	}
	if !s.isVisitorsCommand(c.Name) && !s.gate.Authorise(w, r, "command "+strings.ToValidUTF8(string(c.Name), "?")) {
		return
	}
	s.runCommand(w, r, "command "+string(c.Name), func(ctx context.Context) error { return s.robot.Command(ctx, c.Name, c.Args) })
}

// isVisitorsCommand reports whether a command needs no token. One that the robot doesn't know as a
// visitor's is the operator's. The virtual robot hurts nobody: there visitors release the stop
// themselves.
func (s *Server) isVisitorsCommand(name command.Name) bool {
	if name == command.Clear && s.robot.Snapshot().Virtual {
		return true
	}
	return slices.Contains(command.All(), name) && !command.ForOperator(name)
}

// handleWorldOp is one act of the visitor's hand.
func (s *Server) handleWorldOp(w http.ResponseWriter, r *http.Request) {
	if s.world == nil {
		reply.Refuse(w, http.StatusNotFound, "there is no virtual robot",
			"start crownhead run --twin, or move the checkers by hand")
		return
	}
	var op Op
	if !reply.ReadJSON(w, r, &op) {
		return
	}
	if problem := op.problem(); problem != "" {
		reply.Refuse(w, http.StatusBadRequest, problem,
			`an act is {"op":"move","id":3,"x":210,"y":-20}, "lift", "turn", "press", "setup" or "trophies"`)
		return
	}
	if op.Op == "setup" {
		op.FEN, op.Visitor = positionToSetUp(s.robot.Snapshot())
	}
	s.runCommand(w, r, "doing "+op.Op, func(ctx context.Context) error { return s.world.Do(ctx, op) })
}

// problem says why the virtual robot can't be given an act, or "".
func (o Op) problem() string {
	switch o.Op {
	case "lift", "move", "turn", "press", "setup", "trophies":
	default:
		return fmt.Sprintf("op: no act %q", o.Op)
	}
	if math.Abs(o.X) > tableEdge || math.Abs(o.Y) > tableEdge {
		return fmt.Sprintf("x, y: (%.4g, %.4g) mm is not on the table", o.X, o.Y)
	}
	return ""
}

// positionToSetUp is the position that the game has, or, after its end, the one that the next game
// begins with.
func positionToSetUp(v robot.Snapshot) (fen, visitor string) {
	if isOver(v) {
		return v.Start, v.Choices.Colour
	}
	return v.FEN, visitorColour(v)
}

// runCommand runs a command within its time and answers how it went.
func (s *Server) runCommand(w http.ResponseWriter, r *http.Request, what string, run func(context.Context) error) {
	ctx, cancel := context.WithTimeout(r.Context(), commandLimit)
	defer cancel()
	if err := run(ctx); err != nil {
		s.refuseFailed(w, r, what, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// refuseFailed says why a command has failed, in the language of who asked: scripts, which ask for none, read English.
func (s *Server) refuseFailed(w http.ResponseWriter, r *http.Request, what string, err error) {
	status, hint := http.StatusConflict, "the page shows what the robot waits for"
	switch {
	case errors.Is(err, command.ErrInvalid):
		status, hint = http.StatusBadRequest, `a command is {"name":"language","args":{"lang":"en"}}`
	case errors.Is(err, context.DeadlineExceeded):
		status, hint = http.StatusGatewayTimeout, "the robot does not answer; look at its log"
	}
	s.log.Info().Err(err).Str("act", what).Msg("act refused")
	lang, why := operator.Language(r), ""
	if errors.Is(err, robot.ErrNotNow) {
		_, why, _ = strings.Cut(err.Error(), robot.ErrNotNow.Error()+": ")
	}
	reply.RefuseBecause(w, status, words.Translate(lang, what+": "+err.Error()), words.Translate(lang, hint),
		words.Translate(lang, why))
}
