package demo

import (
	"bytes"
	"fmt"
	"slices"

	"crownhead/face/say"
	"crownhead/firmware/twin/witness"
	"crownhead/internal/cli"
	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// A Report is the JSON of one game.
type Report struct {
	Result          string  `json:"result"`
	Reason          string  `json:"reason"`
	Plies           int     `json:"plies"`
	PDN             string  `json:"pdn"`
	IllegalPresses  int     `json:"illegal_presses"`
	LinkFaults      int     `json:"link_faults"`
	Picks           int     `json:"picks"`
	PickRetries     int     `json:"pick_retries"`
	Helps           int     `json:"helps"`
	Questions       int     `json:"questions"`
	BoardMismatches int     `json:"board_mismatches"`
	MotionFaults    int     `json:"motion_faults"`
	ReplayOK        bool    `json:"replay_ok"`
	Seconds         float64 `json:"seconds"`

	details []string // what the witness saw and the robot gave up, for people
}

// IsSound reports whether the game is as it should be; wanted is false when it was to be cut short.
func (g Report) IsSound(wantResult bool) bool {
	const tolerable = 0.1 // helps for each pick
	return (!wantResult || g.Result != "*") && g.BoardMismatches == 0 && g.MotionFaults == 0 && g.ReplayOK &&
		float64(g.Helps) <= tolerable*float64(g.Picks)
}

// addFailures adds what only the robot knows of the game that it has played.
func (g *Report) addFailures(core *robot.Core) {
	g.LinkFaults = core.LinkErrors()
	for _, f := range core.ArmFailures() {
		g.details = append(g.details, fmt.Sprintf("%.3f s: the arm has failed: %s", f.At.Seconds(), f.Reason))
	}
}

// reportOn replays a journal and counts what it and the witness say.
func reportOn(data []byte, counts witness.Counts) (Report, error) {
	log, err := journal.ReadLog(bytes.NewReader(data))
	if err != nil {
		return Report{}, err
	}
	replay, err := journal.Replay(bytes.NewReader(data), journal.Options{})
	if err != nil {
		return Report{}, err
	}
	r := Report{
		Result: replay.Result, Reason: replay.Reason, Plies: len(replay.Moves), PDN: replay.PDN,
		ReplayOK: replay.Diverged == nil,
		Picks:    counts.Picks, BoardMismatches: counts.BoardMismatches, MotionFaults: counts.Violations,
	}
	for _, v := range replay.Verdicts {
		if v != "move" {
			r.IllegalPresses++
		}
	}
	r.Questions = countQuestions(log)
	for _, line := range log.Lines {
		switch {
		case line.Event.Arm == turn.ArmRetry:
			r.PickRetries++
		case line.Event.Arm == turn.ArmHelpPick,
			line.Event.Arm == turn.ArmHelpPlace,
			line.Outcome.Say == string(say.ArmFault):
			r.Helps++ // an arm that has failed for good has its whole move made for it
			r.addHelp(line.Event)
		}
	}
	if n := counts.UnseenThefts; n > 0 {
		r.details = append(r.details, cli.Plural(n, "checker")+" stolen from under a stuck sensor, which is no mismatch")
	}
	r.details = append(append(r.details, counts.MismatchDetails...), counts.ViolationDetails...)
	if d := replay.Diverged; d != nil {
		r.details = append(r.details, fmt.Sprintf("journal line %d: want %s, got %s", d.Line, d.Want, d.Got))
	}
	return r, nil
}

// addHelp says what the first calls for help were about.
func (g *Report) addHelp(e turn.Event) {
	const kept = 5
	if g.Helps > kept {
		return
	}
	what := map[turn.ArmReport]string{turn.ArmHelpPick: "picked up", turn.ArmHelpPlace: "laid down"}[e.Arm]
	switch {
	case what == "":
		what = "the whole move has to be made for the arm"
	case e.Square == "":
		what = "a checker of the tray isn't " + what
	default:
		what = "the checker of " + e.Square + " isn't " + what
	}
	g.details = append(g.details, fmt.Sprintf("%.3f s: help: %s", e.T.Seconds(), what))
}

// questions are the sentences that ask the visitor about what the sensors don't show.
var questions = []say.Key{say.WhichMove, say.WasIt, say.TakenOff, say.DoubtMissing, say.DoubtExtra}

// countQuestions counts how often the visitor was asked. A question that is said again before anything else was said is
// the same one, and the moves between which they are to choose are named one after the other.
func countQuestions(log journal.EventLog) (n int) {
	last := say.Key("")
	for _, line := range log.Lines {
		if line.Outcome == nil || line.Outcome.Say == "" || line.Event.Kind == turn.EventDeadline {
			continue
		}
		key := say.Key(line.Outcome.Say)
		if key != last && slices.Contains(questions, key) {
			n++
		}
		last = key
	}
	return n
}
