package thinker

import (
	"context"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/analysis"
	"crownhead/engine/search"
	"crownhead/face/say"
	"crownhead/robot/turn"
)

// A remarkFinder finds what is worth saying to the visitor: about their last move, and what is threatened when they ask
// for a hint. A nil one says nothing. Its searches are limited by nodes and so short that they hardly delay the answer.
type remarkFinder struct{ analyst *analysis.Analyst }

// commentLimits are those of each search.
var commentLimits = engine.Limits{Depth: 8, Nodes: 6000}

// What is worth a remark.
const (
	blunder   = 100 // hundredths of a man, where it can be said what is wrong with the move
	weakMove  = 150 // where nothing can be said but that another move was better
	manyTaken = 3   // pieces in one go
)

func newRemarkFinder() *remarkFinder {
	o := search.DefaultOptions()
	o.TableBits = 14 // nothing is remembered from move to move
	return &remarkFinder{analysis.New(o)}
}

// remarkOnLastMove returns a remark on the last move of the game, the visitor's, if one is worth making.
func (c *remarkFinder) remarkOnLastMove(ctx context.Context, g board.Game) turn.Remark {
	before, ok := g.Back(1)
	if c == nil || !ok || before.Outcome().Over() {
		return turn.Remark{}
	}
	moves := g.Moves()
	m, p := moves[len(moves)-1], before.Position()
	if m.Captured.Len() >= manyTaken {
		return turn.Remark{
			Key:     string(say.RemarkCapture),
			Squares: board.SquareNames(p.CaptureOrder(m)),
			Move:    p.Notation(m),
		}
	}
	if len(p.Moves()) == 1 || len(moves) > 1 && moves[len(moves)-2].IsCapture() { // no choice, or amid an exchange
		return turn.Remark{}
	}
	j, err := c.analyst.Assess(ctx, before, m, commentLimits)
	if err != nil || ctx.Err() != nil {
		return turn.Remark{}
	}
	return remarkOnAssessment(p, j)
}

// remarkOnAssessment returns the remark that an assessment is worth.
func remarkOnAssessment(p board.Position, j analysis.Assessment) turn.Remark {
	for _, f := range j.Findings {
		switch f.Key {
		case analysis.MoveCombination:
			return turn.Remark{Key: string(say.RemarkCombination), Squares: []string{}, Move: p.Notation(j.Move)}
		case analysis.MoveAllowsCapture,
			analysis.MoveLosesPieces,
			analysis.MoveLosesGame,
			analysis.MoveLetsKing,
			analysis.MoveGivesUpDraw:
			if j.Loss() >= blunder {
				return nameBetterMove(p, j)
			}
		case analysis.MoveWeaker:
			if j.Loss() >= weakMove {
				return nameBetterMove(p, j)
			}
		}
	}
	return turn.Remark{}
}

// nameBetterMove names the move that was better.
func nameBetterMove(p board.Position, j analysis.Assessment) turn.Remark {
	return turn.Remark{Key: string(say.RemarkBetter), Squares: []string{}, Move: p.Notation(j.Best.Move)}
}

// findThreat returns the greatest threat in the position, if there is one.
func (c *remarkFinder) findThreat(ctx context.Context, p board.Position) turn.Remark {
	if c == nil {
		return turn.Remark{}
	}
	threats, err := c.analyst.Threats(ctx, p)
	if err != nil || len(threats) == 0 || ctx.Err() != nil {
		return turn.Remark{}
	}
	t := threats[0]
	r := turn.Remark{Key: string(t.Key), Squares: board.SquareNames(t.Captured), Move: t.Notation}
	if t.Key == analysis.ThreatKing {
		r.Squares = []string{t.Crowned.String()}
	}
	return r
}
