package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/internal/plaintext"
	"crownhead/robot/turn"
)

// Options change how a log is replayed.
type Options struct {
	EveryPressIsAPly bool // each press is one ply, of whichever side is to move; due draws don't stop the game
	// Verdict, if it is set, hears the verdict on each press, in place of Report.Verdicts, so that a log of any length
	// needs no memory.
	Verdict func(sensing.Verdict)
	// Move, if it is set, hears each move in notation, in place of Report.Moves and Report.PDN; Report.WritePDN makes
	// the PDN of them.
	Move func(notation string)
}

// A Report is the result of a replay.
type Report struct {
	Moves    []string    `json:"moves"`
	PDN      string      `json:"pdn"`
	Result   string      `json:"result"`
	Reason   string      `json:"-"`        // of the result
	Verdicts []string    `json:"verdicts"` // of the presses that were judged
	Diverged *Divergence `json:"diverged"`

	start board.Position
	tags  board.Tags
}

// A Divergence is the first place at which a replay differs from what the log holds.
type Divergence struct {
	Line int    `json:"line"`
	Want string `json:"want"` // as the log has it
	Got  string `json:"got"`
}

// Replay reads a log and runs it again. A journal goes through turn.Step, event by event. The moves that a
// plain sensor log leaves out are inferred. However long the log is, one line of it is held at a time.
func Replay(r io.Reader, opt Options) (Report, error) {
	log, err := NewLogReader(plaintext.NewReader(r))
	if err != nil {
		return Report{}, err
	}
	report := Report{Verdicts: []string{}, Moves: []string{}}
	told := opt.Move != nil
	if !told {
		opt.Move = func(notation string) { report.Moves = append(report.Moves, notation) }
	}
	if opt.Verdict == nil {
		opt.Verdict = func(v sensing.Verdict) { report.Verdicts = append(report.Verdicts, string(v)) }
	}
	if log.Header().Version == 0 || opt.EveryPressIsAPly {
		err = inferLog(log, opt, &report)
	} else {
		err = replayJournal(log, opt, &report)
	}
	if err == nil && !told {
		report.PDN, err = report.formatPDN()
	}
	return report, err
}

// replayJournal replays a journal, and compares the effects of each event if this program wrote them.
func replayJournal(log *LogReader, opt Options, report *Report) error {
	run, err := newStepRun(log.Header())
	if err != nil {
		return err
	}
	run.effects = log.Header().Version == turn.Version
	err = run.replayLines(log, func(_ LogLine, then turn.StepResult) {
		if then.Verdict != "" {
			opt.Verdict(then.Verdict)
		}
	})
	if err != nil {
		return err
	}
	report.Diverged = run.diverged
	g := run.state.Game
	report.describeGame(g.Start(), g.Outcome(), run.state.Settings.VisitorColor.String())
	for _, move := range Notations(g) {
		opt.Move(move)
	}
	return nil
}

// A stepRun runs a journal through turn.Step.
type stepRun struct {
	state    turn.State
	effects  bool // are compared, too
	diverged *Divergence
}

func newStepRun(h Header) (stepRun, error) {
	settings, err := h.Settings()
	if err != nil {
		return stepRun{}, fmt.Errorf("journal: replaying line 1: %w", err)
	}
	return stepRun{state: turn.NewState(settings)}, nil
}

// replayLines runs all lines that are left, and tells of each with its outcome.
func (s *stepRun) replayLines(log *LogReader, tell func(line LogLine, then turn.StepResult)) error {
	for {
		line, err := log.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var then turn.StepResult
		s.state, then = turn.Step(s.state, line.Event)
		if s.diverged == nil && line.Outcome != nil {
			s.diverged = compareResults(line.Number, *line.Outcome, then, s.effects)
		}
		tell(line, then)
	}
}

// describeGame fills in what is to be said of a game besides its moves.
func (r *Report) describeGame(start board.Position, o board.Outcome, visitor string) {
	r.start, r.tags, r.Result, r.Reason = start, PlayerTags(visitor), o.Result, string(o.Reason)
}

// WritePDN writes the game as PDN, with the moves that Options.Move has heard. The date may be "".
func (r *Report) WritePDN(w io.Writer, date string, moves iter.Seq[string]) error {
	tags := r.tags
	tags.Date = date
	pdn := board.NewPDNWriter(w, r.start, r.Result, tags)
	for move := range moves {
		pdn.WriteMove(move)
	}
	return pdn.Close()
}

func (r *Report) formatPDN() (string, error) {
	var b strings.Builder
	err := r.WritePDN(&b, "", slices.Values(r.Moves))
	return b.String(), err
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
		if i < len(want.Effects) && i < len(got.Effects) && reflect.DeepEqual(want.Effects[i], got.Effects[i]) {
			continue
		}
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
