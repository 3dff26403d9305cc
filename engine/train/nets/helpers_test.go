package nets

import (
	"math/rand/v2"
	"slices"

	"crownhead/board"
	"crownhead/engine/net"
)

// lessons are states of random games, in which the first action in the mover's view is the best,
// and the side with more pieces wins.
func lessons(n int, seed uint64) []net.Example {
	rng := rand.New(rand.NewPCG(seed, 7))
	var list []net.Example
	for len(list) < n {
		s := net.NewState(board.NewGame(board.Start(), board.FederationRules))
		for range 80 {
			legal := s.AppendActions(nil)
			if len(legal) == 0 {
				break
			}
			p := s.Position
			best := slices.Min(legal)
			if p.Turn == board.Black {
				best = slices.Max(legal)
			}
			more := p.Pieces(p.Turn).Len() - p.Pieces(p.Turn.Other()).Len()
			list = append(list, net.Example{State: s, Policy: []net.ActionShare{{Action: best, Part: 1}}, Value: float32(min(1, max(-1, more)))})
			s, _, _ = s.Apply(legal[rng.IntN(len(legal))])
		}
	}
	return list[:n]
}

var smallNet = net.CompactShape{Blocks: 1, Filters: 16}
