package main

import (
	"context"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/analysis"
	"crownhead/engine/search"
	"crownhead/face/say"
	"crownhead/robot/turn"
)

// A commentator finds what is worth saying to the visitor: about his last move, and what is threatened when he asks for a
// hint. A nil one says nothing. He is bounded by nodes, and so quick that the robot's answer is hardly later for it.
type commentator struct{ analyst *analysis.Analyst }

// commentLimits are those of each of his searches.
var commentLimits = engine.Limits{Depth: 8, Nodes: 6000}

// What is worth a remark.
const (
	blunder   = 100 // hundredths of a man, where it can be said what is wrong with the move
	plunge    = 150 // where nothing can be said but that another move was better
	manyTaken = 3   // pieces in one go
)

func newCommentator() *commentator {
	o := search.DefaultOptions()
	o.TableBits = 14 // he forgets from move to move
	return &commentator{analysis.New(o)}
}

// afterMove is a remark on the visitor's move, which a game ends with, if one is worth making.
func (c *commentator) afterMove(ctx context.Context, g board.Game) turn.Remark {
	before, ok := g.Back(1)
	if c == nil || !ok || before.Outcome().Over() {
		return turn.Remark{}
	}
	moves := g.Moves()
	m, p := moves[len(moves)-1], before.Position()
	if m.Captured.Len() >= manyTaken {
		return turn.Remark{Key: string(say.RemarkCapture), Squares: squareNames(p.CaptureOrder(m)), Move: p.Notation(m)}
	}
	if len(p.Moves()) == 1 || len(moves) > 1 && moves[len(moves)-2].IsCapture() { // no choice, or amid an exchange
		return turn.Remark{}
	}
	j, err := c.analyst.Assess(ctx, before, m, commentLimits)
	if err != nil || ctx.Err() != nil {
		return turn.Remark{}
	}
	return remarkOn(p, j)
}

// remarkOn is the remark that a judgement is worth.
func remarkOn(p board.Position, j analysis.Assessment) turn.Remark {
	for _, f := range j.Findings {
		switch f.Key {
		case analysis.MoveCombination:
			return turn.Remark{Key: string(say.RemarkCombination), Squares: []string{}, Move: p.Notation(j.Move)}
		case analysis.MoveAllowsCapture, analysis.MoveLosesPieces, analysis.MoveLosesGame, analysis.MoveLetsKing, analysis.MoveGivesUpDraw:
			if j.Loss() >= blunder {
				return better(p, j)
			}
		case analysis.MoveWeaker:
			if j.Loss() >= plunge {
				return better(p, j)
			}
		}
	}
	return turn.Remark{}
}

// better names the move that was better.
func better(p board.Position, j analysis.Assessment) turn.Remark {
	return turn.Remark{Key: string(say.RemarkBetter), Squares: []string{}, Move: p.Notation(j.Best.Move)}
}

// threat is the greatest threat in the position, if there is one.
func (c *commentator) threat(ctx context.Context, p board.Position) turn.Remark {
	if c == nil {
		return turn.Remark{}
	}
	threats, err := c.analyst.Threats(ctx, p)
	if err != nil || len(threats) == 0 || ctx.Err() != nil {
		return turn.Remark{}
	}
	t := threats[0]
	r := turn.Remark{Key: string(t.Key), Squares: squareNames(t.Captured), Move: t.Notation}
	if t.Key == analysis.ThreatKing {
		r.Squares = []string{t.Crowned.String()}
	}
	return r
}
