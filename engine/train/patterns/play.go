package patterns

import (
	"context"
	"fmt"
	"math/rand/v2"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/search"
	"crownhead/engine/train/store"
)

// Self-play: how games are made that are even at first, unlike each other, and over soon.
const (
	minRandom, maxRandom = 2, 12 // random plies at the beginning
	evenScore            = 150   // a beginning worth more than this is given up
	explorePlies         = 30    // up to this ply a move is now and then not the best
	exploreChance        = 0.08
	exploreMargin        = 25  // how much worse it may be
	resignScore          = 700 // a game is given up once it has been as bad as this
	resignPlies          = 6   // plies in a row
	drawPlies            = 200 // a game that lasts as long is a draw
	wonScore             = 15000
	tableBits            = 15 // a table that is quick to make and stays in the processor's cache
)

// A selfPlayer makes games with one engine for both sides.
type selfPlayer struct {
	engine *search.Engine
	limits engine.Limits
	rng    *rand.Rand
}

func newSelfPlayer(e search.Evaluator, nodes int64, seed, shard uint64) *selfPlayer {
	o := search.DefaultOptions()
	o.TableBits, o.Evaluation = tableBits, e
	return &selfPlayer{
		engine: search.New(o), limits: engine.Limits{Nodes: nodes},
		rng: rand.New(rand.NewPCG(seed, shard)),
	}
}

// makeGame plays a game and returns its quiet positions, without those of the random beginning.
func (p *selfPlayer) makeGame(ctx context.Context) (finishedGame, error) {
	for {
		g := p.randomOpening()
		a, err := p.engine.Choose(ctx, g, p.limits)
		if err != nil {
			return finishedGame{}, fmt.Errorf("patterns: playing from %s: %w", g.Position().FEN(), err)
		}
		if ctx.Err() != nil {
			return finishedGame{}, ctx.Err()
		}
		if a.Score <= evenScore && a.Score >= -evenScore {
			return p.playToEnd(ctx, g)
		}
	}
}

// randomOpening is a game that has begun with random moves and is not over.
func (p *selfPlayer) randomOpening() board.Game {
	for {
		g := board.NewGame(board.Start(), board.FederationRules)
		for range minRandom + p.rng.IntN(maxRandom-minRandom+1) {
			if moves := g.Position().Moves(); !g.Outcome().Over() {
				g, _ = g.Play(moves[p.rng.IntN(len(moves))])
			}
		}
		if !g.Outcome().Over() {
			return g
		}
	}
}

// playToEnd goes on to the game's end, or until its end is known.
func (p *selfPlayer) playToEnd(ctx context.Context, g board.Game) (finishedGame, error) {
	var made []Sample
	lost := 0 // plies in a row that were lost for the same side, negative for White
	for {
		if white, known := adjudicate(g); known {
			return finishGame(made, white), nil
		}
		a, m, err := p.chooseMove(ctx, g)
		if err != nil {
			return finishedGame{}, fmt.Errorf("patterns: playing from %s: %w", g.Position().FEN(), err)
		}
		if ctx.Err() != nil {
			return finishedGame{}, ctx.Err()
		}
		score := a.Score
		if g.Turn() == board.Black {
			score = -score
		}
		switch {
		case score >= resignScore:
			lost = max(lost, 0) + 1
		case score <= -resignScore:
			lost = min(lost, 0) - 1
		default:
			lost = 0
		}
		if lost >= resignPlies || score >= wonScore {
			return finishGame(made, Won), nil
		}
		if lost <= -resignPlies || score <= -wonScore {
			return finishGame(made, Lost), nil
		}
		if isQuiet(g.Position()) {
			made = append(made, newSample(g, a.Score))
		}
		if g, err = g.Play(m); err != nil {
			return finishedGame{}, fmt.Errorf("patterns: %w", err)
		}
	}
}

// chooseMove is the best move, or now and then another that is nearly as good.
func (p *selfPlayer) chooseMove(ctx context.Context, g board.Game) (engine.Answer, board.Move, error) {
	margin := 0
	if g.Plies() < explorePlies && p.rng.Float64() < exploreChance {
		margin = exploreMargin
	}
	a, moves, err := p.engine.Candidates(ctx, g, p.limits, margin)
	if err != nil {
		return a, a.Move, err
	}
	near := search.WithinMargin(moves, margin)
	return a, near[p.rng.IntN(len(near))].Move, nil
}

// adjudicate returns how a game ended or is known to end, for White.
func adjudicate(g board.Game) (white Result, known bool) {
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
	if g.Plies() >= drawPlies {
		return Drawn, true
	}
	r, distance, ok := endgame.Probe(p)
	if !ok || p.CanCapture() || distance > g.Counters().MinPliesToDraw(g.Rules()) {
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

// isQuiet reports whether neither side has anything to capture.
func isQuiet(p board.Position) bool {
	other := p
	other.Turn = p.Turn.Other()
	return !p.CanCapture() && !other.CanCapture()
}

// newSample is the current position of a game. Its result is not known yet; until then it holds
// whose move it is.
func newSample(g board.Game, score int) Sample {
	p := turnToWhite(g.Position())
	return Sample{
		Own: p.White, Foe: p.Black, Kings: p.Kings, Score: int16(score), Result: Result(g.Turn()),
		Ply: uint8(min(g.Plies(), 255)),
	}
}

// A finishedGame is its samples and White's result.
type finishedGame struct {
	samples []Sample
	white   Result
}

// finishGame gives the samples their result, each from its mover's side.
func finishGame(made []Sample, white Result) finishedGame {
	for i := range made {
		if board.Color(made[i].Result) == board.White {
			made[i].Result = white
		} else {
			made[i].Result = Won - white
		}
	}
	return finishedGame{made, white}
}

// A gamesMaker fills a folder with games.
type gamesMaker struct {
	dir      string
	origin   Origin
	shards   int
	workers  int
	player   search.Evaluator
	progress func(note string) // called after each shard
}

// makeMissing makes the shards that are not there yet.
func (m *gamesMaker) makeMissing(ctx context.Context) error {
	return store.Shards[*shard]{
		Dir: m.dir, Count: m.shards, Workers: m.workers,
		Read:   func(n int) (*shard, error) { return readShard(m.dir, n, m.origin) },
		Create: m.createShard,
		Done:   func(_ *shard, _ bool, note string) { m.progress(note) },
	}.Complete(ctx)
}

// createShard plays the games of a shard and writes its file.
func (m *gamesMaker) createShard(ctx context.Context, n int) (*shard, error) {
	s := &shard{header: shardHeader{Origin: m.origin, Shard: n, Games: m.origin.Games}}
	p := newSelfPlayer(m.player, m.origin.Nodes, m.origin.Seed, uint64(n))
	for range m.origin.Games {
		made, err := p.makeGame(ctx)
		if err != nil {
			return nil, err
		}
		s.samples = append(s.samples, made.samples...)
		s.header.Results[made.white]++
	}
	return s, s.writeTo(m.dir)
}
