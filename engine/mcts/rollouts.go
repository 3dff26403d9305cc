package mcts

import (
	"math/bits"
	"math/rand/v2"

	"crownhead/board"
	"crownhead/engine/net"
)

// rollouts judge a state by games of chance from it.
type rollouts struct {
	games int
	seed  uint64
	dice  *rand.PCG
	moves []board.Move
}

// NewRollouts is a search's judge without a network: every action is as likely as any other, and a state is worth what so
// many games of random moves from it come to, draws by the counts included. One state gets one answer, by the seed.
func NewRollouts(games int, seed uint64) net.Evaluator {
	return &rollouts{games: max(games, 1), seed: seed, dice: rand.NewPCG(0, 0), moves: make([]board.Move, 0, maxActions)}
}

// Evaluate implements [net.Evaluator].
func (r *rollouts) Evaluate(s *net.State, logits *[net.Actions]float32) float32 {
	clear(logits[:])
	r.dice.Seed(r.seed, s.Position.Hash()^uint64(s.Way.Captured)<<8^uint64(s.Way.At)^s.Counters.Key()<<16)
	sum := 0.0
	for range r.games {
		sum += r.game(s)
	}
	return float32(sum * sign(s.Position.Turn) / float64(r.games))
}

// game is White's result of a random game.
func (r *rollouts) game(s *net.State) float64 {
	p, counters := s.Position, s.Counters
	if s.Capturing() {
		m := r.onward(s)
		before := p
		p = p.Play(m)
		counters = counters.Next(before, m, p)
	}
	for {
		r.moves = p.AppendMoves(r.moves[:0])
		switch {
		case len(r.moves) == 0:
			return -sign(p.Turn)
		case counters.Due(s.Rules) != "":
			return 0
		}
		m, before := r.moves[r.below(len(r.moves))], p
		p = p.Play(m)
		counters = counters.Next(before, m, p)
	}
}

// onward ends a capture under way by chance.
func (r *rollouts) onward(s *net.State) board.Move {
	way := s.Way
	for lands := s.Position.Onward(way); lands != 0; lands = s.Position.Onward(way) {
		for range r.below(lands.Len()) {
			lands &= lands - 1
		}
		to := board.Square(bits.TrailingZeros32(uint32(lands)))
		way.Captured |= board.Between(way.At, to) & s.Position.Pieces(s.Position.Turn.Other())
		way.At = to
	}
	return board.Move{From: way.From, To: way.At, Captured: way.Captured}
}

// below is a random number from 0 to n−1.
func (r *rollouts) below(n int) int {
	high, _ := bits.Mul64(r.dice.Uint64(), uint64(n))
	return int(high)
}
