package journal

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/robot/command"
	"crownhead/robot/turn"
)

// A gameInference replays a plain sensor log. It keeps every game that explains the presses so far as a
// hypothesis. Where two of them explain a press, the verdict is ambiguous, and a later press may show which
// one it was. Nothing is guessed.
type gameInference struct {
	options    Options
	visitor    board.Color
	both       bool // each press is one ply
	hypotheses []hypothesis
	scanned    map[board.Bits]bool // of the occupancies after each move that the robot may make now: seen since the last press
	lastScan   board.Bits          // the last occupancy that was seen settled since the last press
	told       int                 // plies that have been told, and are forgotten but for the last ones
}

// A hypothesis is one game that explains the log so far.
type hypothesis struct {
	board.Game
	prev    board.Position // before the last ply that a press showed
	hasPrev bool
}

// maxHypotheses bounds the games that are kept. A log of a real game never comes near it.
const maxHypotheses = 4096

// inferLog replays a plain sensor log.
func inferLog(log *LogReader, opt Options, report *Report) error {
	settings, err := log.Header().Settings()
	if err != nil {
		return fmt.Errorf("journal: replaying line 1: %w", err)
	}
	inf := gameInference{
		options: opt, visitor: settings.VisitorColor, both: opt.EveryPressIsAPly || log.Header().Visitor == visitorBoth,
		hypotheses: []hypothesis{{Game: board.NewGame(settings.Start, settings.Draws)}},
	}
	for {
		line, err := log.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		then, err := inf.applyEvent(line.Event)
		if err != nil {
			return fmt.Errorf("journal: replaying line %d: %w", line.Number, err)
		}
		if report.Diverged == nil && line.Outcome != nil && log.Header().Version == 0 {
			report.Diverged = compareStatedFields(line.Number, *line.Outcome, then)
		}
	}
	inf.finishLastMoves()
	g := inf.commonGame()
	report.describeGame(settings.Start, g.Outcome(), log.Header().Visitor)
	inf.tellMoves(g)
	return nil
}

// compareStatedFields compares only the fields that a log states: a sensor log need not hold every outcome.
func compareStatedFields(line int, want, got turn.StepResult) *Divergence {
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
	return compareResults(line, want, got, false)
}

// applyEvent applies one line of the log to all hypotheses. Events of other kinds, such as the arm's or the link's,
// change nothing.
func (inf *gameInference) applyEvent(e turn.Event) (turn.StepResult, error) {
	var then turn.StepResult
	switch {
	case e.Kind == turn.EventScan:
		inf.recordScan(e.Bits)
	case e.Kind == turn.EventPressSettled:
		then.Verdict, then.Move = inf.explainPress(e.Bits)
		inf.scanned, inf.lastScan = nil, 0
		inf.tellSettledMoves()
		if len(inf.hypotheses) > maxHypotheses {
			return then, fmt.Errorf("more than %d games explain the log", maxHypotheses)
		}
	case e.Kind == turn.EventEngine && !inf.both:
		if err := inf.applyEngineMove(e.Move); err != nil {
			return then, err
		}
		then.Move = inf.knownLastMove()
	case e.Kind == turn.EventCommand:
		inf.applyCommand(e.Command)
	}
	if len(inf.hypotheses) == 1 {
		then.Position = fmt.Sprintf("%016x", inf.hypotheses[0].Position().Hash())
		if out := inf.hypotheses[0].Outcome(); out.Over() {
			then.Result = out.Result
		}
	}
	return then, nil
}

// recordScan records an occupancy that was seen settled. Of those that no move of the robot leaves, only the last is
// kept: there may be any number of them.
func (inf *gameInference) recordScan(bits board.Bits) {
	inf.lastScan = bits
	if inf.scanned == nil {
		inf.scanned = map[board.Bits]bool{}
		for _, g := range inf.hypotheses {
			for _, m := range inf.robotMoves(g) {
				inf.scanned[g.Position().Play(m).Occupied()] = false
			}
		}
	}
	if _, awaited := inf.scanned[bits]; awaited {
		inf.scanned[bits] = true
	}
}

// robotMoves returns the moves that the robot may make now.
func (inf *gameInference) robotMoves(g hypothesis) []board.Move {
	if !inf.robotToMove(g) {
		return nil
	}
	return g.Position().Moves()
}

// applyCommand applies a command that ends the game. A draw that the visitor only offered changes nothing: a log
// without outcomes doesn't say whether the robot accepted it.
func (inf *gameInference) applyCommand(name command.Name) {
	for i, g := range inf.hypotheses {
		switch name {
		case command.Resign:
			inf.hypotheses[i].Game = g.Resign(inf.visitor)
		case command.AcceptDraw:
			inf.hypotheses[i].Game = g.Agree()
		}
	}
}

// explainPress finds the games that explain the settled occupancy of a press, and keeps them in place of the
// hypotheses so far.
func (inf *gameInference) explainPress(bits board.Bits) (verdict sensing.Verdict, move string) {
	if inf.allEnded() {
		return "", "" // what is done to the board after the end is no move
	}
	moved, stood := inf.findExplanations(bits)
	switch {
	case len(moved) == 1 && len(stood) == 0:
		verdict = sensing.MoveMade
	case len(moved) == 0 && len(stood) > 0:
		verdict = sensing.Unchanged
	case len(moved) > 0:
		verdict = sensing.Ambiguous
	default:
		verdict = inf.diagnosePress(bits)
	}
	if next := append(moved, stood...); len(next) > 0 {
		inf.hypotheses = next
	}
	inf.options.Verdict(verdict)
	if len(moved) == 1 && len(stood) == 0 {
		move = inf.knownLastMove()
	}
	return verdict, move
}

// findExplanations returns the games in which the visitor has made a move that leaves the occupancy, and those
// in which they have not moved and the board is so already.
func (inf *gameInference) findExplanations(bits board.Bits) (moved, stood []hypothesis) {
	for _, onlyShown := range [...]bool{true, false} {
		for _, g := range inf.hypotheses {
			for _, base := range inf.visitorStarts(g, onlyShown) {
				if base.Position().Occupied() == bits {
					stood = append(stood, base)
				}
				moved = append(moved, inf.matchingMoves(base, bits)...)
			}
		}
		if len(moved)+len(stood) > 0 {
			return moved, stood
		}
	}
	return nil, nil
}

// robotToMove reports whether the robot's move comes next.
func (inf *gameInference) robotToMove(g hypothesis) bool { return !inf.both && g.Turn() != inf.visitor }

// visitorStarts returns the games as they may stand when the visitor begins a move. Where the robot is to move,
// those are the games after each of its moves; with onlyShown, after each one that a scan has shown complete.
// Without onlyShown, the robot may not have moved yet, too.
func (inf *gameInference) visitorStarts(g hypothesis, onlyShown bool) []hypothesis {
	if !inf.robotToMove(g) {
		return []hypothesis{g}
	}
	var list []hypothesis
	for _, m := range g.Position().Moves() {
		next, err := g.Play(m)
		if err != nil {
			continue
		}
		if !onlyShown || inf.scanned[next.Position().Occupied()] {
			list = append(list, hypothesis{Game: next, prev: g.prev, hasPrev: g.hasPrev})
		}
	}
	if !onlyShown {
		list = append(list, g)
	}
	return list
}

// matchingMoves returns the games after each move of the visitor that leaves the occupancy.
func (inf *gameInference) matchingMoves(g hypothesis, bits board.Bits) []hypothesis {
	var list []hypothesis
	before := g.Position()
	if inf.robotToMove(g) {
		return nil
	}
	for _, m := range before.Moves() {
		if before.Play(m).Occupied() != bits {
			continue
		}
		play := g.Play
		if inf.options.EveryPressIsAPly {
			play = g.Force
		}
		if next, err := play(m); err == nil {
			list = append(list, hypothesis{Game: next, prev: before, hasPrev: true})
		}
	}
	return list
}

// precedence lists the verdicts; where several hypotheses give different ones, the first in the list wins.
var precedence = []sensing.Verdict{
	sensing.Fault, sensing.Ambiguous, sensing.Unchanged, sensing.MoveMade,
	sensing.Incomplete, sensing.Takeback, sensing.Start, sensing.Illegal,
}

// diagnosePress returns the verdict on an occupancy that no move explains. As long as the robot's move isn't
// known, it is the first in precedence over all moves that it may have been. A move that the visitor has taken
// back on the board is taken back in the hypotheses, too.
func (inf *gameInference) diagnosePress(bits board.Bits) sensing.Verdict {
	worst := len(precedence) - 1
	for _, g := range inf.hypotheses {
		bases := inf.visitorStarts(g, true)
		if len(bases) == 0 {
			bases = inf.visitorStarts(g, false)
		}
		for _, base := range bases {
			q := sensing.Query{Position: base.Position(), Bits: bits}
			if base.hasPrev {
				q.Prev = &base.prev
			}
			worst = min(worst, slices.Index(precedence, sensing.Infer(q).Verdict))
		}
	}
	verdict := precedence[max(worst, 0)]
	if verdict == sensing.Takeback {
		inf.takeBackPly(bits)
	}
	return verdict
}

// takeBackPly returns to the position before the last ply that a press showed.
func (inf *gameInference) takeBackPly(bits board.Bits) {
	var list []hypothesis
	for _, g := range inf.hypotheses {
		if !g.hasPrev || g.prev.Occupied() != bits {
			continue
		}
		if back, ok := g.Back(1); ok && back.Position() == g.prev {
			list = append(list, hypothesis{Game: back})
		}
	}
	if len(list) > 0 {
		inf.hypotheses = list
	}
}

// applyEngineMove plays the engine's move in every game in which it is legal, and drops the others.
func (inf *gameInference) applyEngineMove(move string) error {
	var list []hypothesis
	err := errors.New("it is not the robot's turn")
	for _, g := range inf.hypotheses {
		if !inf.robotToMove(g) {
			continue
		}
		var m board.Move
		if m, err = g.Position().ParseMove(move); err != nil {
			continue
		}
		var next board.Game
		if next, err = g.Play(m); err == nil {
			list = append(list, hypothesis{Game: next, prev: g.prev, hasPrev: g.hasPrev})
		}
	}
	if len(list) == 0 {
		return fmt.Errorf("the engine's move %q: %w", move, err)
	}
	inf.hypotheses = list
	return nil
}

// allEnded reports whether the game is over in every hypothesis. A draw doesn't end a recording.
func (inf *gameInference) allEnded() bool {
	for _, g := range inf.hypotheses {
		if !g.Outcome().Over() || (inf.options.EveryPressIsAPly && len(g.Position().Moves()) > 0) {
			return false
		}
	}
	return true
}

// keptPlies is how many plies of a long recording are kept in memory. Of these only the last one can still be taken
// back, and none is so far back that a repetition of its position could count.
const keptPlies = 1 << 12

// tellSettledMoves tells the moves of a long recording that can't change any more, and forgets them.
func (inf *gameInference) tellSettledMoves() {
	g := inf.hypotheses[0]
	if len(inf.hypotheses) > 1 || g.Plies()-inf.told < 2*keptPlies {
		return
	}
	if settled, ok := g.Back(keptPlies); ok {
		inf.tellMoves(settled)
		inf.hypotheses[0].Game = g.Forget(keptPlies)
	}
}

// tellMoves tells the moves that are known of a game and have not been told.
func (inf *gameInference) tellMoves(g board.Game) {
	for _, move := range Notations(g) {
		inf.options.Move(move)
	}
	inf.told = g.Plies()
}

// knownLastMove returns the last move, or "" while several hypotheses are left.
func (inf *gameInference) knownLastMove() string {
	if len(inf.hypotheses) != 1 {
		return ""
	}
	g := inf.hypotheses[0]
	m, _ := g.LastMove()
	if before, ok := g.Back(1); ok {
		return before.Position().Notation(m)
	}
	return ""
}

// finishLastMoves plays the robot's last move in the hypotheses in which a scan has shown it complete, without a press
// after it.
func (inf *gameInference) finishLastMoves() {
	for i, g := range inf.hypotheses {
		if !inf.robotToMove(g) {
			continue
		}
		var fit []hypothesis
		for _, base := range inf.visitorStarts(g, true) {
			if base.Position().Occupied() == inf.lastScan {
				fit = append(fit, base)
			}
		}
		if len(fit) == 1 {
			inf.hypotheses[i] = fit[0]
		}
	}
}

// commonGame returns the game as far as all hypotheses agree.
func (inf *gameInference) commonGame() board.Game {
	first := inf.hypotheses[0].Game
	moves := first.Moves()
	n := len(moves)
	for _, g := range inf.hypotheses[1:] {
		other := g.Moves()
		n = min(n, len(other))
		for i := range n {
			if moves[i] != other[i] {
				n = i
				break
			}
		}
	}
	if n == len(moves) && len(inf.hypotheses) == 1 {
		return first
	}
	cut, _ := first.Back(len(moves) - n)
	return cut
}
