package journal

import (
	"fmt"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/robot/turn"
)

// A follower plays a plain sensor log. It keeps every game that explains the presses so far: where two do, the verdict is
// ambiguous, and a later press may tell which it was; nothing is guessed.
type follower struct {
	opt     Options
	visitor board.Color
	both    bool // each press is one ply
	games   []followed
	shown   map[board.Bits]bool // occupancies that were seen settled since the last press
	last    board.Bits          // the last of them
	report  Report
}

// A followed game is one explanation of the log.
type followed struct {
	board.Game
	prev    board.Position // before the last ply that a press showed
	hasPrev bool
}

// maxGames bounds the explanations that are kept; a log made by hands never comes near.
const maxGames = 4096

// followLog replays a plain sensor log.
func followLog(log Log, opt Options) (Report, error) {
	settings, err := log.Header.Settings()
	if err != nil {
		return Report{}, fmt.Errorf("robot: replaying line 1: %w", err)
	}
	f := follower{
		opt: opt, visitor: settings.Visitor, both: opt.Record || log.Header.Visitor == visitorBoth,
		games: []followed{{Game: board.NewGame(settings.Start, settings.Draws)}},
		shown: map[board.Bits]bool{}, report: Report{Verdicts: []string{}},
	}
	for _, line := range log.Lines {
		then, err := f.event(line.Event)
		if err != nil {
			return Report{}, fmt.Errorf("robot: replaying line %d: %w", line.Number, err)
		}
		if f.report.Diverged == nil && line.Then != nil && log.Header.Version == 0 {
			f.report.Diverged = compareStated(line.Number, *line.Then, then)
		}
	}
	f.finish(log.Header.Visitor)
	return f.report, nil
}

// compareStated compares only what a log states: a sensor log need not hold every outcome.
func compareStated(line int, want, got turn.StepResult) *Divergence {
	if want.Verdict == "" {
		got.Verdict = ""
	}
	if want.Move == "" {
		got.Move = ""
	}
	if want.Position == "" {
		got.Position = ""
	}
	if want.Result == "" {
		got.Result = ""
	}
	return compare(line, want, got, false)
}

// event follows one line of the log. The robot's own business, of which a sensor log may hold some, changes nothing.
func (f *follower) event(e turn.Event) (turn.StepResult, error) {
	var then turn.StepResult
	switch {
	case e.Kind == turn.EventScan:
		f.shown[e.Bits], f.last = true, e.Bits
	case e.Kind == turn.EventButton:
		then.Verdict, then.Move = f.press(e.Bits)
		f.shown, f.last = map[board.Bits]bool{}, 0
		if len(f.games) > maxGames {
			return then, fmt.Errorf("more than %d games explain the log", maxGames)
		}
	case e.Kind == turn.EventEngine && !f.both:
		if err := f.answer(e.Move); err != nil {
			return then, err
		}
		then.Move = f.lastMove()
	case e.Kind == turn.EventCommand:
		f.command(e.Command)
	}
	if len(f.games) == 1 {
		then.Position = fmt.Sprintf("%016x", f.games[0].Position().Hash())
		if out := f.games[0].Outcome(); out.Over() {
			then.Result = out.Result
		}
	}
	return then, nil
}

// command follows a wish that ends the game. Whether the robot accepted a draw, a log without outcomes doesn't tell.
func (f *follower) command(name turn.CommandName) {
	for i, g := range f.games {
		switch name {
		case turn.CommandResign:
			f.games[i].Game = g.Resign(f.visitor)
		case turn.CommandAcceptDraw:
			f.games[i].Game = g.Agree()
		}
	}
}

// press explains the settled occupancy of a press.
func (f *follower) press(bits board.Bits) (verdict sensing.Verdict, move string) {
	if f.ended() {
		return "", "" // what is done to the board after the end is no move
	}
	moved, stood := f.explain(bits)
	switch {
	case len(moved) == 1 && len(stood) == 0:
		verdict = sensing.MoveMade
	case len(moved) == 0 && len(stood) > 0:
		verdict = sensing.Unchanged
	case len(moved) > 0:
		verdict = sensing.Ambiguous
	default:
		verdict = f.diagnose(bits)
	}
	if next := append(moved, stood...); len(next) > 0 {
		f.games = next
	}
	f.report.Verdicts = append(f.report.Verdicts, string(verdict))
	if len(moved) == 1 && len(stood) == 0 {
		move = f.lastMove()
	}
	return verdict, move
}

// explain returns the games in which the visitor has made a move that leaves the occupancy, and those in which he has
// not moved and it is so already.
func (f *follower) explain(bits board.Bits) (moved, stood []followed) {
	for _, onlyShown := range [...]bool{true, false} {
		for _, g := range f.games {
			for _, base := range f.bases(g, onlyShown) {
				if base.Position().Occupied() == bits {
					stood = append(stood, base)
				}
				moved = append(moved, f.plies(base, bits)...)
			}
		}
		if len(moved)+len(stood) > 0 {
			return moved, stood
		}
	}
	return nil, nil
}

// pending tells a game in which the robot's move comes next.
func (f *follower) pending(g followed) bool { return !f.both && g.Turn() != f.visitor }

// bases are the games as they may stand when the visitor begins his move: after each move of the robot, or when only
// those are asked for, after each that a scan has shown complete. A robot that has not moved yet is a base too.
func (f *follower) bases(g followed, onlyShown bool) []followed {
	if !f.pending(g) {
		return []followed{g}
	}
	var list []followed
	for _, m := range g.Position().Moves() {
		next, err := g.Play(m)
		if err != nil {
			continue
		}
		if !onlyShown || f.shown[next.Position().Occupied()] {
			list = append(list, followed{Game: next, prev: g.prev, hasPrev: g.hasPrev})
		}
	}
	if !onlyShown {
		list = append(list, g)
	}
	return list
}

// plies are the games after each move of the visitor that leaves the occupancy.
func (f *follower) plies(g followed, bits board.Bits) []followed {
	var list []followed
	before := g.Position()
	if f.pending(g) {
		return nil
	}
	for _, m := range before.Moves() {
		if before.Play(m).Occupied() != bits {
			continue
		}
		play := g.Play
		if f.opt.Record {
			play = g.Force
		}
		if next, err := play(m); err == nil {
			list = append(list, followed{Game: next, prev: before, hasPrev: true})
		}
	}
	return list
}
