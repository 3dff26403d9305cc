package analysis

import (
	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

// A Key names a sentence about a position or a move, as in face/say.
type Key string

// The sentences about a position and about a move in it.
const (
	ThreatCapture Key = "threat_capture"
	ThreatKing    Key = "threat_king"

	MoveForced        Key = "move_forced"
	MoveBest          Key = "move_best"
	MoveGood          Key = "move_good"
	MoveWins          Key = "move_wins"
	MoveWinsPieces    Key = "move_wins_pieces"
	MoveGetsKing      Key = "move_gets_king"
	MoveCombination   Key = "move_combination" // a quiet move that gives first and gets more back
	MoveWeaker        Key = "move_weaker"
	MoveMissesWin     Key = "move_misses_win"
	MoveMissesCapture Key = "move_misses_capture"
	MoveMissesKing    Key = "move_misses_king"
	MoveGivesUpDraw   Key = "move_gives_up_draw"
	MoveLosesGame     Key = "move_loses_game"
	MoveAllowsCapture Key = "move_allows_capture"
	MoveLosesPieces   Key = "move_loses_pieces"
	MoveLetsKing      Key = "move_lets_king"
)

// Keys lists all keys.
func Keys() []Key {
	return []Key{
		ThreatCapture, ThreatKing,
		MoveForced, MoveBest, MoveGood, MoveWins, MoveWinsPieces, MoveGetsKing, MoveCombination,
		MoveWeaker, MoveMissesWin, MoveMissesCapture, MoveMissesKing, MoveGivesUpDraw,
		MoveLosesGame, MoveAllowsCapture, MoveLosesPieces, MoveLetsKing,
	}
}

// A Finding is one sentence about a move.
type Finding struct {
	Key     Key
	Other   string         // the better move or the reply that it mentions; "" if none
	Squares []board.Square // of the pieces captured, or where a man promotes; never nil
	Pieces  int            // lost or gained, a king for three
	Plies   int            // until then; 0 if unknown
}

// An Assessment compares a move with the best one and lists what there is to say about it.
type Assessment struct {
	Move     board.Move
	Best     engine.Answer
	Score    int // of Move; Best.Score is that of the best
	Win      float64
	Line     []board.Move // expected, Move first
	Findings []Finding    // the most important first; never empty
}

// Loss is how much worse than the best the move is, in hundredths of a man.
func (j Assessment) Loss() int { return max(0, j.Best.Score-j.Score) }

// negligibleLoss is a difference, in hundredths of a man, that is not worth mentioning.
const negligibleLoss = 30

// listFindings lists what there is to say about a move.
func listFindings(p board.Position, j Assessment) []Finding {
	f := finder{
		position: p, assessed: j, best: playVariation(p, j.Best.Line, p.Turn), line: playVariation(p, j.Line, p.Turn),
		better: p.Notation(j.Best.Move),
	}
	if len(j.Line) > 1 {
		f.reply = p.Play(j.Move).Notation(j.Line[1])
	}
	f.findGain()
	if j.Move != j.Best.Move {
		f.findChangedResult()
		f.findMaterialLoss()
		f.findOpponentKing()
	}
	f.addDefault()
	return f.findings
}

// A finder compares the line after a move with the best line.
type finder struct {
	position board.Position
	assessed Assessment
	best     variation
	line     variation
	better   string // the best move
	reply    string // the answer to the move, "" if there is none
	findings []Finding
}

func (f *finder) addFinding(k Key, other string, squares []board.Square, pieces, plies int) {
	f.findings = append(f.findings, Finding{Key: k, Other: other, Squares: squares, Pieces: pieces, Plies: plies})
}

// pliesToWin is the number of plies until a game is won; 0 if unknown.
func pliesToWin(score int) int {
	n, _ := search.DistanceToEnd(score)
	return n
}

// findGain finds what a move that is as good as the best gains.
func (f *finder) findGain() {
	if f.assessed.Loss() > negligibleLoss {
		return
	}
	if f.assessed.Score > engine.DecisiveScore {
		f.addFinding(MoveWins, "", []board.Square{}, 0, pliesToWin(f.assessed.Score))
		return
	}
	gain := f.line.finalBalance()
	if gain <= 0 {
		return
	}
	i := f.line.firstAbove(0)
	switch squares := f.line.capturedBy(i); {
	case f.isSacrifice() && !f.assessed.Move.IsCapture():
		f.addFinding(MoveCombination, f.reply, squares, gain, i+1)
	case len(squares) == 0:
		f.addFinding(MoveGetsKing, "", []board.Square{f.line.moves[i].To}, gain, i+1)
	default:
		f.addFinding(MoveWinsPieces, "", squares, gain, i+1)
	}
}

// isSacrifice reports whether the line gives material before it gains.
func (f *finder) isSacrifice() bool {
	for _, b := range f.line.balance {
		if b < 0 {
			return true
		}
	}
	return false
}

// findChangedResult finds what the move does to the result of the game.
func (f *finder) findChangedResult() {
	best, score := f.assessed.Best.Score, f.assessed.Score
	loses := score < -engine.DecisiveScore && best >= -engine.DecisiveScore
	switch {
	case best > engine.DecisiveScore && score <= engine.DecisiveScore:
		f.addFinding(MoveMissesWin, f.better, []board.Square{}, 0, pliesToWin(f.assessed.Best.Score))
	case loses && best == 0:
		f.addFinding(MoveGivesUpDraw, f.better, []board.Square{}, 0, pliesToWin(f.assessed.Score))
	case loses:
		f.addFinding(MoveLosesGame, f.reply, []board.Square{}, 0, pliesToWin(f.assessed.Score))
	}
}

// findMaterialLoss finds what the move costs in pieces.
func (f *finder) findMaterialLoss() {
	cost := f.best.finalBalance() - f.line.finalBalance()
	if cost <= 0 || f.assessed.Loss() <= negligibleLoss {
		return
	}
	i := f.line.firstBelow(min(0, f.best.finalBalance()))
	switch {
	case f.line.finalBalance() >= 0: // nothing is lost that was there
		f.addMissedGain(f.best.firstAbove(f.line.finalBalance()), cost)
	case i == 1 && f.line.moves[1].IsCapture():
		f.addFinding(MoveAllowsCapture, f.reply, f.line.capturedBy(1), cost, 2)
	case i > 0 && f.line.moves[i].IsCapture():
		f.addFinding(MoveLosesPieces, f.reply, f.line.capturedBy(i), cost, i+1)
	}
}

// addMissedGain adds what the best line gains by its move i and the move does not.
func (f *finder) addMissedGain(i, cost int) {
	switch squares := f.best.capturedBy(i); {
	case i < 0:
	case len(squares) == 0:
		f.addFinding(MoveMissesKing, f.better, []board.Square{f.best.moves[i].To}, cost, i+1)
	default:
		f.addFinding(MoveMissesCapture, f.better, squares, cost, i+1)
	}
}

// findOpponentKing finds a man of the opponent that promotes and would not after the best move.
func (f *finder) findOpponentKing() {
	if at, _ := f.best.opponentPromotion(); at != board.NoSquare || f.assessed.Loss() <= negligibleLoss {
		return
	}
	if at, i := f.line.opponentPromotion(); i > 0 {
		f.addFinding(MoveLetsKing, f.reply, []board.Square{at}, 0, i+1)
	}
}

// addDefault says how good the move is where nothing else was found.
func (f *finder) addDefault() {
	switch {
	case len(f.findings) > 0:
	case len(f.position.Moves()) == 1:
		f.addFinding(MoveForced, "", []board.Square{}, 0, 0)
	case f.assessed.Move == f.assessed.Best.Move:
		f.addFinding(MoveBest, "", []board.Square{}, 0, 0)
	case f.assessed.Loss() <= negligibleLoss:
		f.addFinding(MoveGood, "", []board.Square{}, 0, 0)
	default:
		f.addFinding(MoveWeaker, f.better, []board.Square{}, 0, 0)
	}
}
