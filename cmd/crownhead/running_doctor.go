package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"crownhead/cmd/crownhead/internal/doctor"
)

// How long the daemon has to answer, and, if it has only just started, to find its controller.
const (
	tellLimit = 5 * time.Second
	upLimit   = 4 * time.Second
)

// tell reports what the daemon says of its robot: every part of the operator's page with the token, else what any page
// may see. The port is the daemon's; it is not touched.
func (r running) tell(ctx context.Context, token string) []doctor.Check {
	looks, cancel := context.WithTimeout(ctx, upLimit)
	defer cancel()
	s, err := r.await(looks, func(s runningScreen) bool { return s.Link })
	if s == nil {
		return []doctor.Check{{
			Name: "daemon", State: doctor.Bad, Detail: fmt.Sprintf("%s does not answer: %v", r, err), Hint: "end it and start crownhead run again",
		}}
	}
	daemon := doctor.Check{
		Name: "daemon", State: doctor.OK, Detail: fmt.Sprintf("%s has the port and tells what follows; phase %s, says %s", r, s.Phase, s.Key),
	}
	if token == "" {
		daemon.Hint = "--token with the operator's token shows every part; end the daemon to let the doctor ask the controller itself"
		return []doctor.Check{daemon, s.link(), s.board()}
	}
	ctx, stop := context.WithTimeout(ctx, tellLimit)
	defer stop()
	parts, err := r.parts(ctx, token)
	if err != nil {
		return []doctor.Check{daemon, s.link(), s.board(), {Name: "operator", State: doctor.Warn, Detail: err.Error(), Hint: "the token was printed when the daemon started"}}
	}
	return append([]doctor.Check{daemon}, parts...)
}

func (s runningScreen) link() doctor.Check {
	switch {
	case !s.Link:
		return doctor.Check{Name: "link", State: doctor.Bad, Detail: "the daemon has no controller", Hint: "its log and the operator's page say why"}
	case s.Stopped:
		return doctor.Check{Name: "link", State: doctor.Bad, Detail: "up, and stopped", Hint: "look at the robot, then clear the stop on the operator's page"}
	}
	return doctor.Check{Name: "link", State: doctor.OK, Detail: "up"}
}

func (s runningScreen) board() doctor.Check {
	c := doctor.Check{Name: "sensors", State: doctor.OK, Detail: "all squares agree with the game"}
	if len(s.Odd) > 0 {
		c.State, c.Detail, c.Hint = doctor.Warn, fmt.Sprintf("not as the game has it: %v", s.Odd), "in somebody's move that is so; else lay these checkers in the middle"
	}
	return c
}

// parts are the rows of the operator's page.
func (r running) parts(ctx context.Context, token string) ([]doctor.Check, error) {
	answer, err := r.ask(ctx, http.MethodGet, "/api/operator/status", "Authorization", "Bearer "+token)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var status struct {
		Parts []struct {
			ID    string       `json:"id"`
			State doctor.State `json:"state"`
			Words string       `json:"words"`
			More  string       `json:"more"`
			Hint  string       `json:"cure"`
		} `json:"parts"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&status); err != nil {
		return nil, fmt.Errorf("the daemon's answer: %w", err)
	}
	var checks []doctor.Check
	for _, p := range status.Parts {
		if p.More != "" {
			p.Words += "; " + p.More
		}
		checks = append(checks, doctor.Check{Name: p.ID, State: p.State, Detail: p.Words, Hint: p.Hint})
	}
	return checks, nil
}
