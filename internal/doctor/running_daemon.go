package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"crownhead/internal/daemonclient"
)

// How long the daemon has to answer, and, if it has only just started, to find its controller.
const (
	statusLimit = 5 * time.Second
	linkLimit   = 4 * time.Second
)

// askDaemon reports what a running daemon knows of its robot: with the token every part of the operator's page, else
// what any page may see. The port is the daemon's; it is not touched.
func askDaemon(ctx context.Context, d daemonclient.Client, token string) []Finding {
	waiting, cancel := context.WithTimeout(ctx, linkLimit)
	defer cancel()
	s, err := d.WaitForScreen(waiting, func(s daemonclient.Screen) bool { return s.Link })
	if s == nil {
		return []Finding{
			{"daemon", Bad, fmt.Sprintf("%s does not answer: %v", d, err), "end it and start crownhead run again"},
		}
	}
	daemon := okFinding("daemon", "%s has the port and says what follows; phase %s, says %s", d, s.Phase, s.Key)
	if token == "" {
		daemon.Hint = "--token with the operator's token shows every part; end the daemon to let the doctor ask " +
			"the controller itself"
		return []Finding{daemon, linkCheck(s), boardCheck(s)}
	}
	ctx, stop := context.WithTimeout(ctx, statusLimit)
	defer stop()
	parts, err := askForParts(ctx, d, token)
	if err != nil {
		return []Finding{
			daemon,
			linkCheck(s),
			boardCheck(s),
			{"operator", Warn, err.Error(), "the token was printed when the daemon started"},
		}
	}
	return append([]Finding{daemon}, parts...)
}

func linkCheck(s *daemonclient.Screen) Finding {
	switch {
	case !s.Link:
		return Finding{"link", Bad, "the daemon has no controller", "its log and the operator's page say why"}
	case s.Stopped:
		return Finding{"link", Bad, "up, and stopped", "look at the robot, then clear the stop on the operator's page"}
	}
	return okFinding("link", "up")
}

func boardCheck(s *daemonclient.Screen) Finding {
	if len(s.Odd) > 0 {
		return Finding{
			"sensors", Warn, fmt.Sprintf("not as in the game: %v", s.Odd),
			"while somebody moves a checker that is so; else lay these checkers in the middle of their squares",
		}
	}
	return okFinding("sensors", "all squares agree with the game")
}

// askForParts reads the rows of the operator's page.
func askForParts(ctx context.Context, d daemonclient.Client, token string) ([]Finding, error) {
	answer, err := d.Request(ctx, http.MethodGet, "/api/operator/status", "Authorization", "Bearer "+token)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var status struct {
		Parts []struct {
			ID    string `json:"id"`
			State State  `json:"state"`
			Words string `json:"words"`
			More  string `json:"more"`
			Hint  string `json:"cure"`
		} `json:"parts"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&status); err != nil {
		return nil, fmt.Errorf("the daemon's answer: %w", err)
	}
	var findings []Finding
	for _, p := range status.Parts {
		if p.More != "" {
			p.Words += "; " + p.More
		}
		findings = append(findings, Finding{Name: p.ID, State: p.State, Detail: p.Words, Hint: p.Hint})
	}
	return findings, nil
}
