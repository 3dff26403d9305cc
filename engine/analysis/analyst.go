package analysis

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

// An Analyst answers questions about positions.
type Analyst struct {
	sharp          *search.Engine
	materialEngine *search.Engine // for threats: material only
}

// New makes an analyst that searches with these options.
func New(o search.Options) *Analyst {
	plain := o
	plain.Evaluation, plain.Threads = search.Material{}, 0
	return &Analyst{sharp: search.New(o), materialEngine: search.New(plain)}
}

// BestLines returns the answer of a search with the n best moves and what is expected after each.
func (a *Analyst) BestLines(
	ctx context.Context, g board.Game, lim engine.Limits, n int,
) (engine.Answer, []search.Candidate, error) {
	answer, list, err := a.sharp.BestLines(ctx, g, lim, max(1, n))
	if err != nil {
		return answer, nil, fmt.Errorf("analysis: %w", err)
	}
	return answer, list, nil
}

// Assess compares a legal move with the best one. Each of its two searches has the limits lim.
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
		if err := a.searchReply(ctx, &j, after, lim); err != nil {
			return j, err
		}
	}
	j.Win = search.WinEstimate(j.Score)
	j.Findings = listFindings(g.Position(), j)
	return j, nil
}

// searchReply finds the best reply to the move, and by it the score of the move.
func (a *Analyst) searchReply(ctx context.Context, j *Assessment, after board.Game, lim engine.Limits) error {
	j.Line = []board.Move{j.Move}
	if o := after.Outcome(); o.Over() {
		if _, won := o.Winner(); !won { // a won game stays as good as the best
			j.Score = 0
		}
		return nil
	}
	reply, err := a.sharp.Choose(ctx, after, lim)
	if err != nil {
		return fmt.Errorf("analysis: %w", err)
	}
	j.Score, j.Line = -reply.Score, append(j.Line, reply.Line...)
	if j.Score > j.Best.Score { // the search for the best move saw less
		j.Best.Score, j.Best.Win = j.Score, search.WinEstimate(j.Score)
	}
	return nil
}
