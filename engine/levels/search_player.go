package levels

import (
	"context"
	"math/rand/v2"
	"runtime"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/search"
)

// parallelTableBits is log2 of the entries of the transposition table where all processors search for seconds.
const parallelTableBits = 20

// A searchPlayer plays at a level: a full engine finds the moves, a short-sighted one the slips.
type searchPlayer struct {
	level        engine.Level
	seed         uint64
	sharp        *search.Engine
	shortSighted *search.Engine // nil when the level never slips
}

func newSearchPlayer(l engine.Level, endings *endgame.Tables, seed uint64) *searchPlayer {
	o := search.DefaultOptions()
	o.Endings = nil
	if l.Endings {
		o.Endings = endings
	}
	if l.Parallel {
		o.Threads, o.TableBits = runtime.NumCPU()-1, parallelTableBits
	}
	p := &searchPlayer{level: l, seed: seed, sharp: search.New(o)}
	if l.Slip > 0 {
		o.TableBits, o.Overlook = 0, l.Overlook
		p.shortSighted = search.New(o)
	}
	return p
}

var _ engine.Ponderer = (*searchPlayer)(nil)

// Ponder searches in the opponent's time.
func (p *searchPlayer) Ponder(ctx context.Context, g board.Game) { p.sharp.Ponder(ctx, g) }

// Choose keeps within the given limits and the level's depth.
func (p *searchPlayer) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	if d := p.level.Limits.Depth; d > 0 && (lim.Depth <= 0 || lim.Depth > d) {
		lim.Depth = d
	}
	r := newDecisionRand(p.seed, g)
	slips := p.shortSighted != nil && happens(r, p.level.Slip)
	margin := p.allowedMargin(g)
	if slips {
		margin = max(margin, p.level.MaxLoss)
	}
	a, moves, err := p.sharp.Candidates(ctx, g, lim, margin)
	if err != nil || len(moves) == 1 || a.Score > engine.DecisiveScore || a.Score < -engine.DecisiveScore {
		return a, err
	}
	if slips {
		if c, ok := p.chooseSlip(ctx, g, a, moves); ok {
			return withMove(a, c), nil
		}
	}
	near := search.WithinMargin(moves, p.allowedMargin(g))
	return withMove(a, near[r.IntN(len(near))]), nil
}

// newDecisionRand makes the random numbers of one decision: they follow from the seed, the position and the ply.
func newDecisionRand(seed uint64, g board.Game) *rand.Rand {
	return rand.New(rand.NewPCG(seed, g.Position().Hash()^uint64(g.Plies())))
}

// happens is true with the given probability.
func happens(r *rand.Rand, probability float64) bool { return r.Float64() < probability }

// allowedMargin is how much worse than the best a move may be in this position.
func (p *searchPlayer) allowedMargin(g board.Game) int {
	if g.Plies() < p.level.Opening {
		return p.level.Margin
	}
	return 0
}

// chooseSlip finds the move that looks best to the short-sighted engine, unless it gives away more than the level
// allows. That search is so short that it needs no limit of time.
func (p *searchPlayer) chooseSlip(
	ctx context.Context, g board.Game, a engine.Answer, moves []search.Candidate,
) (search.Candidate, bool) {
	seen, err := p.shortSighted.Choose(ctx, g, engine.Limits{Depth: p.level.Glance})
	if err != nil {
		return search.Candidate{}, false
	}
	for _, c := range search.WithinMargin(moves, p.level.MaxLoss) {
		if c.Move == seen.Move {
			return c, true
		}
	}
	return search.Candidate{}, false
}

// withMove is the answer with another move; the estimate stays that of the best line.
func withMove(a engine.Answer, c search.Candidate) engine.Answer {
	a.Move, a.Line = c.Move, c.Line
	return a
}
