package journal

import (
	"encoding/json"
	"fmt"
	"io"

	"crownhead/board"
	"crownhead/robot/turn"
)

// Options change how a log is replayed.
type Options struct {
	Record bool // each press is one ply, of whichever side is to move; due draws don't stop the game
}

// A Report is the outcome of a replay.
type Report struct {
	Moves    []string    `json:"moves"`
	PDN      string      `json:"pdn"`
	Result   string      `json:"result"`
	Reason   string      `json:"-"`        // of the result
	Verdicts []string    `json:"verdicts"` // of the presses that were judged
	Diverged *Divergence `json:"diverged"`
}

// A Divergence is the first place at which a replay differs from what the log holds.
type Divergence struct {
	Line int    `json:"line"`
	Want string `json:"want"` // as the log has it
	Got  string `json:"got"`
}

// Replay reads a log and runs it again. A journal goes through Step, event by event; a plain sensor log holds presses,
// perhaps scans and engine answers, and what it leaves out is inferred.
func Replay(r io.Reader, opt Options) (Report, error) {
	log, err := ReadLog(r)
	if err != nil {
		return Report{}, err
	}
	if log.Header.Version == 0 || opt.Record {
		return followLog(log, opt)
	}
	_, report, err := ReplayLog(log, log.Header.Version == turn.Version)
	return report, err
}

// ReplayLog runs a journal through Step and returns the state at its end. Effects are compared if it is told to.
func ReplayLog(log Log, effects bool) (turn.State, Report, error) {
	settings, err := log.Header.Settings()
	if err != nil {
		return turn.State{}, Report{}, fmt.Errorf("robot: replaying line 1: %w", err)
	}
	state := turn.NewState(settings)
	report := Report{Verdicts: []string{}}
	for _, line := range log.Lines {
		var then turn.StepResult
		state, then = turn.Step(state, line.Event)
		if then.Verdict != "" {
			report.Verdicts = append(report.Verdicts, string(then.Verdict))
		}
		if report.Diverged == nil && line.Then != nil {
			report.Diverged = compare(line.Number, *line.Then, then, effects)
		}
	}
	report.game(state.Game, settings.Visitor.String())
	return state, report, nil
}

// game fills in what the report says about the game.
func (r *Report) game(g board.Game, visitor string) {
	r.Moves = Notations(g)
	r.Result, r.Reason = g.Outcome().Result, string(g.Outcome().Reason)
	r.PDN = g.PDN(PlayerTags(visitor))
}

// Notations are the moves of a game as it is written.
func Notations(g board.Game) []string {
	positions, list := g.Positions(), []string{}
	for i, m := range g.Moves() {
		list = append(list, positions[i].Notation(m))
	}
	return list
}

// PlayerTags name the players.
func PlayerTags(visitor string) board.Tags {
	t := board.Tags{White: "Crownhead", Black: "Crownhead"}
	if visitor != board.Black.String() {
		t.White = "Visitor"
	}
	if visitor != board.White.String() {
		t.Black = "Visitor"
	}
	return t
}

// compare finds the first difference between the outcome that a log holds and the one that came out.
func compare(line int, want, got turn.StepResult, effects bool) *Divergence {
	for _, field := range [...]struct{ name, want, got string }{
		{"verdict", string(want.Verdict), string(got.Verdict)},
		{"move", want.Move, got.Move},
		{"position", want.Position, got.Position},
		{"result", want.Result, got.Result},
	} {
		if field.want != field.got {
			return &Divergence{Line: line, Want: field.name + " " + field.want, Got: field.name + " " + field.got}
		}
	}
	if !effects {
		return nil
	}
	return compareEffects(line, want, got)
}

func compareEffects(line int, want, got turn.StepResult) *Divergence {
	for i := range max(len(want.Effects), len(got.Effects)) {
		w, g := effectText(want.Effects, i), effectText(got.Effects, i)
		if w != g {
			return &Divergence{Line: line, Want: w, Got: g}
		}
	}
	if want.Say != got.Say {
		return &Divergence{Line: line, Want: "say " + want.Say, Got: "say " + got.Say}
	}
	return nil
}

// effectText spells an effect, or says that there is none.
func effectText(list []turn.Effect, i int) string {
	if i >= len(list) {
		return "no more effects"
	}
	text, err := json.Marshal(list[i])
	if err != nil {
		return err.Error()
	}
	return string(text)
}
