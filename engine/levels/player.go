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

// longBits is the size of the table where all processors search for seconds, as a power of two.
const longBits = 20

// A player plays at a level: a sharp engine finds the moves, a short-sighted one the slips.
type player struct {
	level engine.Level
	seed  uint64
	sharp *search.Engine
	blind *search.Engine // nil when the level never slips
}

func newPlayer(l engine.Level, endings *endgame.Tables, seed uint64) *player {
	o := search.DefaultOptions()
	o.Endings = nil
	if l.Endings {
		o.Endings = endings
	}
	if l.Parallel {
		o.Threads, o.TableBits = runtime.NumCPU()-1, longBits
	}
	p := &player{level: l, seed: seed, sharp: search.New(o)}
	if l.Slip > 0 {
		o.TableBits, o.Overlook = 0, l.Overlook
		p.blind = search.New(o)
	}
	return p
}

var _ engine.Ponderer = (*player)(nil)

// Ponder thinks in the opponent's time.
func (p *player) Ponder(ctx context.Context, g board.Game) { p.sharp.Ponder(ctx, g) }

// Choose keeps the given limits, and the level's depth with them.
func (p *player) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	if d := p.level.Limits.Depth; d > 0 && (lim.Depth <= 0 || lim.Depth > d) {
		lim.Depth = d
	}
	r := dice(p.seed, g)
	slips := p.blind != nil && chance(r, p.level.Slip)
	margin := p.margin(g)
	if slips {
		margin = max(margin, p.level.MaxLoss)
	}
	a, moves, err := p.sharp.Candidates(ctx, g, lim, margin)
	if err != nil || len(moves) == 1 || a.Score > engine.DecisiveScore || a.Score < -engine.DecisiveScore {
		return a, err
	}
	if slips {
		if c, ok := p.slip(ctx, g, a, moves); ok {
			return replace(a, c), nil
		}
	}
	near := search.WithinMargin(moves, p.margin(g))
	return replace(a, near[r.IntN(len(near))]), nil
}

// dice are those of one decision: they follow from the seed, the position and the ply.
func dice(seed uint64, g board.Game) *rand.Rand {
	return rand.New(rand.NewPCG(seed, g.Position().Hash()^uint64(g.Plies())))
}

// chance is true with probability p.
func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// margin is how much worse than the best a move may be played in this position.
func (p *player) margin(g board.Game) int {
	if g.Plies() < p.level.Opening {
		return p.level.Margin
	}
	return 0
}

// slip finds the move that looks best at a glance, unless it gives away more than the level allows. The glance is so
// short that it needs no limit of time.
func (p *player) slip(ctx context.Context, g board.Game, a engine.Answer, moves []search.Candidate) (search.Candidate, bool) {
	seen, err := p.blind.Choose(ctx, g, engine.Limits{Depth: p.level.Glance})
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

// replace plays another move; the estimate stays that of the best line.
func replace(a engine.Answer, c search.Candidate) engine.Answer {
	a.Move, a.Line = c.Move, c.Line
	return a
}
