package patterns

import (
	"context"
	"fmt"
	"math/rand/v2"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/search"
)

// Self-play: how games are made that are even at first, unlike each other, and over soon.
const (
	leastRandom, mostRandom = 2, 12 // random plies at the beginning
	even                    = 150   // a beginning worth more than this is given up
	waverPlies              = 30    // up to this ply a move is now and then not the best
	waverChance             = 0.08
	waverMargin             = 25 // by how much
	hopeless                = 700
	hopelessPlies           = 6   // so many plies in a row a game was hopeless that is given up
	mostPlies               = 200 // then it is a draw
	decided                 = 15000
	tableBits               = 15 // a table that is quick to make and stays in the processor's cache
)

// A player makes games with one engine for both sides.
type player struct {
	engine *search.Engine
	limits engine.Limits
	rng    *rand.Rand
}

func newPlayer(e search.Evaluator, nodes int64, seed, shard uint64) *player {
	o := search.DefaultOptions()
	o.TableBits, o.Evaluation = tableBits, e
	return &player{engine: search.New(o), limits: engine.Limits{Nodes: nodes}, rng: rand.New(rand.NewPCG(seed, shard))}
}

// game plays a game and returns its quiet positions, those of the random beginning left out.
func (p *player) game(ctx context.Context) (finished, error) {
	for {
		g := p.opening()
		a, err := p.engine.Choose(ctx, g, p.limits)
		if err != nil {
			return finished{}, fmt.Errorf("patterns: playing from %s: %w", g.Position().FEN(), err)
		}
		if ctx.Err() != nil {
			return finished{}, ctx.Err()
		}
		if a.Score <= even && a.Score >= -even {
			return p.play(ctx, g)
		}
	}
}

// opening is a game that has begun with random moves and is not over.
func (p *player) opening() board.Game {
	for {
		g := board.NewGame(board.Start(), board.FederationRules)
		for range leastRandom + p.rng.IntN(mostRandom-leastRandom+1) {
			if moves := g.Position().Moves(); !g.Outcome().Over() {
				g, _ = g.Play(moves[p.rng.IntN(len(moves))])
			}
		}
		if !g.Outcome().Over() {
			return g
		}
	}
}

// play goes on to the game's end, or until its end is known.
func (p *player) play(ctx context.Context, g board.Game) (finished, error) {
	var made []Sample
	bad := 0 // plies in a row that were hopeless for the same side
	for {
		if white, known := judge(g); known {
			return settle(made, white), nil
		}
		a, m, err := p.move(ctx, g)
		if err != nil {
			return finished{}, fmt.Errorf("patterns: playing from %s: %w", g.Position().FEN(), err)
		}
		if ctx.Err() != nil {
			return finished{}, ctx.Err()
		}
		score := a.Score
		if g.Turn() == board.Black {
			score = -score
		}
		switch {
		case score >= hopeless:
			bad = max(bad, 0) + 1
		case score <= -hopeless:
			bad = min(bad, 0) - 1
		default:
			bad = 0
		}
		if bad >= hopelessPlies || score >= decided {
			return settle(made, Won), nil
		}
		if bad <= -hopelessPlies || score <= -decided {
			return settle(made, Lost), nil
		}
		if quiet(g.Position()) {
			made = append(made, sampleOf(g, a.Score))
		}
		if g, err = g.Play(m); err != nil {
			return finished{}, fmt.Errorf("patterns: %w", err)
		}
	}
}

// move is the best move, or now and then another that is nearly as good.
func (p *player) move(ctx context.Context, g board.Game) (engine.Answer, board.Move, error) {
	margin := 0
	if g.Plies() < waverPlies && p.rng.Float64() < waverChance {
		margin = waverMargin
	}
	a, moves, err := p.engine.Candidates(ctx, g, p.limits, margin)
	if err != nil {
		return a, a.Move, err
	}
	near := search.Within(moves, margin)
	return a, near[p.rng.IntN(len(near))].Move, nil
}

// judge tells how a game ended or is known to end, for White.
func judge(g board.Game) (white Result, known bool) {
	p := g.Position()
	if g.Outcome().Over() {
		switch w, won := g.Outcome().Winner(); {
		case !won:
			return Drawn, true
		case w == board.White:
			return Won, true
		}
		return Lost, true
	}
	if g.Plies() >= mostPlies {
		return Drawn, true
	}
	r, distance, ok := endgame.Probe(p)
	if !ok || p.CanCapture() || distance > g.Counters().Free(g.Rules()) {
		return Drawn, false
	}
	switch {
	case r == endgame.Draw:
		return Drawn, true
	case (r == endgame.Win) == (p.Turn == board.White):
		return Won, true
	}
	return Lost, true
}

// quiet tells whether neither side has anything to capture.
func quiet(p board.Position) bool {
	other := p
	other.Turn = p.Turn.Other()
	return !p.CanCapture() && !other.CanCapture()
}

// sampleOf is the present position of a game. Its result is not known yet; until then it holds whose move it is.
func sampleOf(g board.Game, score int) Sample {
	p := turned(g.Position())
	return Sample{Own: p.White, Foe: p.Black, Kings: p.Kings, Score: int16(score), Result: Result(g.Turn()), Ply: uint8(min(g.Plies(), 255))}
}

// A finished game is its samples and White's result.
type finished struct {
	samples []Sample
	white   Result
}

// settle gives the samples their result, each from its mover's side.
func settle(made []Sample, white Result) finished {
	for i := range made {
		if board.Color(made[i].Result) == board.White {
			made[i].Result = white
		} else {
			made[i].Result = Won - white
		}
	}
	return finished{made, white}
}
