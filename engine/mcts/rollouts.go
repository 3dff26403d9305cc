package mcts

import (
	"math/bits"
	"math/rand/v2"

	"crownhead/board"
	"crownhead/engine/net"
)

// rollouts evaluate a state by random games from it.
type rollouts struct {
	games int
	seed  uint64
	rng   *rand.PCG
	moves []board.Move
}

// NewRollouts returns an evaluator without a network: every action has the same prior, and a
// state's value is the mean result of that number of games of random moves, draws by the counters
// included. One state gets one value, by the seed.
func NewRollouts(games int, seed uint64) net.Evaluator {
	return &rollouts{games: max(games, 1), seed: seed, rng: rand.NewPCG(0, 0), moves: make([]board.Move, 0, maxActions)}
}

// Evaluate implements [net.Evaluator].
func (r *rollouts) Evaluate(s *net.State, logits *[net.Actions]float32) float32 {
	clear(logits[:])
	capture := s.PartialCapture
	r.rng.Seed(r.seed, s.Position.Hash()^uint64(capture.Captured)<<8^uint64(capture.At)^s.Counters.Key()<<16)
	sum := 0.0
	for range r.games {
		sum += r.playRandomGame(s)
	}
	return float32(sum * signFor(s.Position.Turn) / float64(r.games))
}

// playRandomGame plays a random game and returns White's result.
func (r *rollouts) playRandomGame(s *net.State) float64 {
	p, counters := s.Position, s.Counters
	if s.Capturing() {
		m := r.finishCapture(s)
		before := p
		p = p.Play(m)
		counters = counters.Next(before, m, p)
	}
	for {
		r.moves = p.AppendMoves(r.moves[:0])
		switch {
		case len(r.moves) == 0:
			return -signFor(p.Turn)
		case counters.Due(s.Rules) != "":
			return 0
		}
		m, before := r.moves[r.randomBelow(len(r.moves))], p
		p = p.Play(m)
		counters = counters.Next(before, m, p)
	}
}

// finishCapture ends a capture under way by random jumps.
func (r *rollouts) finishCapture(s *net.State) board.Move {
	capture := s.PartialCapture
	for lands := s.Position.NextLandings(capture); lands != 0; lands = s.Position.NextLandings(capture) {
		for range r.randomBelow(lands.Len()) {
			lands &= lands - 1
		}
		to := board.Square(bits.TrailingZeros32(uint32(lands)))
		capture.Captured |= board.Between(capture.At, to) & s.Position.Pieces(s.Position.Turn.Other())
		capture.At = to
	}
	return board.Move{From: capture.From, To: capture.At, Captured: capture.Captured}
}

// randomBelow is a random number from 0 to n−1.
func (r *rollouts) randomBelow(n int) int {
	high, _ := bits.Mul64(r.rng.Uint64(), uint64(n))
	return int(high)
}
