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
	EveryPressIsAPly bool // each press is one ply, of whichever side is to move; due draws don't stop the game
}

// A Report is the result of a replay.
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

// Replay reads a log and runs it again. A journal goes through turn.Step, event by event. The moves that a
// plain sensor log leaves out are inferred.
func Replay(r io.Reader, opt Options) (Report, error) {
	log, err := ReadLog(r)
	if err != nil {
		return Report{}, err
	}
	if log.Header.Version == 0 || opt.EveryPressIsAPly {
		return inferLog(log, opt)
	}
	_, report, err := ReplayLog(log, log.Header.Version == turn.Version)
	return report, err
}

// ReplayLog runs a journal through turn.Step and returns the state at its end. With effects, it compares the effects
// of each event, too.
func ReplayLog(log EventLog, effects bool) (turn.State, Report, error) {
	settings, err := log.Header.Settings()
	if err != nil {
		return turn.State{}, Report{}, fmt.Errorf("journal: replaying line 1: %w", err)
	}
	state := turn.NewState(settings)
	report := Report{Verdicts: []string{}}
	for _, line := range log.Lines {
		var then turn.StepResult
		state, then = turn.Step(state, line.Event)
		if then.Verdict != "" {
			report.Verdicts = append(report.Verdicts, string(then.Verdict))
		}
		if report.Diverged == nil && line.Outcome != nil {
			report.Diverged = compareResults(line.Number, *line.Outcome, then, effects)
		}
	}
	report.describeGame(state.Game, settings.VisitorColor.String())
	return state, report, nil
}

// describeGame fills in moves, result and PDN.
func (r *Report) describeGame(g board.Game, visitor string) {
	r.Moves = Notations(g)
	r.Result, r.Reason = g.Outcome().Result, string(g.Outcome().Reason)
	r.PDN = g.PDN(PlayerTags(visitor))
}

// Notations returns the moves of a game in notation.
func Notations(g board.Game) []string {
	positions, list := g.Positions(), []string{}
	for i, m := range g.Moves() {
		list = append(list, positions[i].Notation(m))
	}
	return list
}

// PlayerTags returns the PDN tags that name the players.
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

// compareResults returns the first difference between the outcome that a log holds and the one that the replay gave.
func compareResults(line int, want, got turn.StepResult, effects bool) *Divergence {
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

// compareEffects returns the first difference between effects, or between the sentences said.
func compareEffects(line int, want, got turn.StepResult) *Divergence {
	for i := range max(len(want.Effects), len(got.Effects)) {
		w, g := formatEffect(want.Effects, i), formatEffect(got.Effects, i)
		if w != g {
			return &Divergence{Line: line, Want: w, Got: g}
		}
	}
	if want.Say != got.Say {
		return &Divergence{Line: line, Want: "say " + want.Say, Got: "say " + got.Say}
	}
	return nil
}

// formatEffect returns the i-th effect as JSON, or says that there is none.
func formatEffect(list []turn.Effect, i int) string {
	if i >= len(list) {
		return "no more effects"
	}
	text, err := json.Marshal(list[i])
	if err != nil {
		return err.Error()
	}
	return string(text)
}
