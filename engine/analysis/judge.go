package analysis

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

// A Key names what there is to say, as in face/say.
type Key string

// What there is to say about a position and about a move in it.
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
		ThreatCapture, ThreatKing, MoveForced, MoveBest, MoveGood, MoveWins, MoveWinsPieces, MoveGetsKing, MoveCombination, MoveWeaker, MoveMissesWin,
		MoveMissesCapture, MoveMissesKing, MoveGivesUpDraw, MoveLosesGame, MoveAllowsCapture, MoveLosesPieces, MoveLetsKing,
	}
}

// A Finding is one thing to say about a move.
type Finding struct {
	Key     Key
	Other   string         // the better move, or the answer, that it is about; "" if about none
	Squares []board.Square // of what is taken, or where a king arises; never nil
	Pieces  int            // men that it costs or gains, a king for three
	Plies   int            // after which that has happened; 0 if unknown
}

// A Assessment is what there is to say about a move.
type Assessment struct {
	Move     board.Move
	Best     engine.Answer
	Score    int // of Move; Best.Score is that of the best
	Win      float64
	Line     []board.Move // expected, Move first
	Findings []Finding    // what matters most first; never empty
}

// Loss is how much worse than the best the move is, in hundredths of a man.
func (j Assessment) Loss() int { return max(0, j.Best.Score-j.Score) }

// small is a difference, in hundredths of a man, of which nobody needs to be told.
const small = 30

// Assess compares a legal move with the best one. Each of its two searches may use lim.
func (a *Analyst) Assess(ctx context.Context, g board.Game, m board.Move, lim engine.Limits) (Assessment, error) {
	best, _, err := a.BestLines(ctx, g, lim, 1)
	if err != nil {
		return Assessment{}, err
	}
	j := Assessment{Move: m, Best: best, Score: best.Score, Line: best.Line}
	after, err := g.Play(m)
	if err != nil {
		return j, fmt.Errorf("analysis: %w", err)
	}
	if m != best.Move {
		if err := a.answer(ctx, &j, after, lim); err != nil {
			return j, err
		}
	}
	j.Win = search.WinEstimate(j.Score)
	j.Findings = findings(g.Position(), j)
	return j, nil
}

// answer finds the best reply to the move, and what the move is worth by that.
func (a *Analyst) answer(ctx context.Context, j *Assessment, after board.Game, lim engine.Limits) error {
	j.Line = []board.Move{j.Move}
	if o := after.Outcome(); o.Over() {
		if _, won := o.Winner(); !won { // else the best move can't be better
			j.Score = 0
		}
		return nil
	}
	reply, err := a.sharp.Choose(ctx, after, lim)
	if err != nil {
		return fmt.Errorf("analysis: %w", err)
	}
	j.Score, j.Line = -reply.Score, append(j.Line, reply.Line...)
	if j.Score > j.Best.Score { // the other search has seen less
		j.Best.Score, j.Best.Win = j.Score, search.WinEstimate(j.Score)
	}
	return nil
}

// findings lists what there is to say about a judged move.
func findings(p board.Position, j Assessment) []Finding {
	f := finder{
		p: p, j: j, best: tell(p, j.Best.Line, p.Turn), line: tell(p, j.Line, p.Turn),
		better: p.Notation(j.Best.Move),
	}
	if len(j.Line) > 1 {
		f.reply = p.Play(j.Move).Notation(j.Line[1])
	}
	f.praise()
	if j.Move != j.Best.Move {
		f.result()
		f.pieces()
		f.king()
	}
	f.rest()
	return f.list
}
