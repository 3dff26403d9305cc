package analysis

import (
	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

// A finder compares the line after a move with the line after the best one.
type finder struct {
	p      board.Position
	j      Assessment
	best   story
	line   story
	better string // the best move
	reply  string // the answer to the move, "" if there is none
	list   []Finding
}

func (f *finder) add(k Key, other string, squares []board.Square, pieces, plies int) {
	f.list = append(f.list, Finding{Key: k, Other: other, Squares: squares, Pieces: pieces, Plies: plies})
}

// plies is after how many plies a decided game is over, 0 if that isn't known.
func plies(score int) int {
	n, _ := search.DistanceToWin(score)
	return n
}

// praise says what is good about a move that is as good as the best.
func (f *finder) praise() {
	if f.j.Loss() > small {
		return
	}
	if f.j.Score > engine.DecisiveScore {
		f.add(MoveWins, "", []board.Square{}, 0, plies(f.j.Score))
		return
	}
	gain := f.line.end()
	if gain <= 0 {
		return
	}
	i := f.line.above(0)
	switch squares := f.line.captured(i); {
	case f.given() && !f.j.Move.IsCapture():
		f.add(MoveCombination, f.reply, squares, gain, i+1)
	case len(squares) == 0:
		f.add(MoveGetsKing, "", []board.Square{f.line.moves[i].To}, gain, i+1)
	default:
		f.add(MoveWinsPieces, "", squares, gain, i+1)
	}
}

// given tells whether the side is behind for a while before it gains.
func (f *finder) given() bool {
	for _, b := range f.line.balance {
		if b < 0 {
			return true
		}
	}
	return false
}

// result says what the move does to the result of the game.
func (f *finder) result() {
	best, score := f.j.Best.Score, f.j.Score
	loses := score < -engine.DecisiveScore && best >= -engine.DecisiveScore
	switch {
	case best > engine.DecisiveScore && score <= engine.DecisiveScore:
		f.add(MoveMissesWin, f.better, []board.Square{}, 0, plies(f.j.Best.Score))
	case loses && best == 0:
		f.add(MoveGivesUpDraw, f.better, []board.Square{}, 0, plies(f.j.Score))
	case loses:
		f.add(MoveLosesGame, f.reply, []board.Square{}, 0, plies(f.j.Score))
	}
}

// pieces says what the move costs in pieces.
func (f *finder) pieces() {
	cost := f.best.end() - f.line.end()
	if cost <= 0 || f.j.Loss() <= small {
		return
	}
	i := f.line.below(min(0, f.best.end()))
	switch {
	case f.line.end() >= 0: // nothing is lost that was there
		f.missed(f.best.above(f.line.end()), cost)
	case i == 1 && f.line.moves[1].IsCapture():
		f.add(MoveAllowsCapture, f.reply, f.line.captured(1), cost, 2)
	case i > 0 && f.line.moves[i].IsCapture():
		f.add(MoveLosesPieces, f.reply, f.line.captured(i), cost, i+1)
	}
}

// missed says what the best line gains by its move i, and the move doesn't.
func (f *finder) missed(i, cost int) {
	switch squares := f.best.captured(i); {
	case i < 0:
	case len(squares) == 0:
		f.add(MoveMissesKing, f.better, []board.Square{f.best.moves[i].To}, cost, i+1)
	default:
		f.add(MoveMissesCapture, f.better, squares, cost, i+1)
	}
}

// king says that a man of the opponent gets through who wouldn't after the best move.
func (f *finder) king() {
	if at, _ := f.best.crowned(); at != board.NoSquare || f.j.Loss() <= small {
		return
	}
	if at, i := f.line.crowned(); i > 0 {
		f.add(MoveLetsKing, f.reply, []board.Square{at}, 0, i+1)
	}
}

// rest says how good the move is when there is nothing else to say.
func (f *finder) rest() {
	switch {
	case len(f.list) > 0:
	case len(f.p.Moves()) == 1:
		f.add(MoveForced, "", []board.Square{}, 0, 0)
	case f.j.Move == f.j.Best.Move:
		f.add(MoveBest, "", []board.Square{}, 0, 0)
	case f.j.Loss() <= small:
		f.add(MoveGood, "", []board.Square{}, 0, 0)
	default:
		f.add(MoveWeaker, f.better, []board.Square{}, 0, 0)
	}
}
