package journal

import (
	"errors"
	"fmt"
	"slices"

	"crownhead/board"
	"crownhead/board/sensing"
)

// precedence is the order in which verdicts win over each other.
var precedence = []sensing.Verdict{
	sensing.Fault, sensing.Ambiguous, sensing.Unchanged, sensing.MoveMade, sensing.Incomplete, sensing.Takeback, sensing.Start, sensing.Illegal,
}

// diagnose names what is wrong with an occupancy that no move explains. As long as the robot's move isn't known, the
// verdict is the first in precedence over all that it may have been. A move that was taken back is taken back here, too.
func (f *follower) diagnose(bits board.Bits) sensing.Verdict {
	worst := len(precedence) - 1
	for _, g := range f.games {
		bases := f.bases(g, true)
		if len(bases) == 0 {
			bases = f.bases(g, false)
		}
		for _, base := range bases {
			q := sensing.Query{Position: base.Position(), Bits: bits}
			if base.hasPrev {
				q.Prev = &base.prev
			}
			worst = min(worst, slices.Index(precedence, sensing.Infer(q).Verdict))
		}
	}
	verdict := precedence[max(worst, 0)]
	if verdict == sensing.Takeback {
		f.takeBack(bits)
	}
	return verdict
}

// takeBack goes back to before the last ply that a press showed.
func (f *follower) takeBack(bits board.Bits) {
	var list []followed
	for _, g := range f.games {
		if !g.hasPrev || g.prev.Occupied() != bits {
			continue
		}
		if back, ok := g.Back(1); ok && back.Position() == g.prev {
			list = append(list, followed{Game: back})
		}
	}
	if len(list) > 0 {
		f.games = list
	}
}

// answer plays the engine's move in every game in which it can be played; the others were not what happened.
func (f *follower) answer(move string) error {
	var list []followed
	err := errors.New("it is not the robot's turn")
	for _, g := range f.games {
		if !f.pending(g) {
			continue
		}
		var m board.Move
		if m, err = g.Position().ParseMove(move); err != nil {
			continue
		}
		var next board.Game
		if next, err = g.Play(m); err == nil {
			list = append(list, followed{Game: next, prev: g.prev, hasPrev: g.hasPrev})
		}
	}
	if len(list) == 0 {
		return fmt.Errorf("the engine's move %q: %w", move, err)
	}
	f.games = list
	return nil
}

// ended tells whether the game is over in every explanation; a draw doesn't end a recording.
func (f *follower) ended() bool {
	for _, g := range f.games {
		if !g.Outcome().Over() || (f.opt.Record && len(g.Position().Moves()) > 0) {
			return false
		}
	}
	return true
}

// lastMove is the last move, when it is known.
func (f *follower) lastMove() string {
	if len(f.games) != 1 {
		return ""
	}
	g := f.games[0]
	positions, moves := g.Positions(), g.Moves()
	if len(moves) == 0 {
		return ""
	}
	return positions[len(moves)-1].Notation(moves[len(moves)-1])
}

// finish reports the moves that all explanations have in common. The robot's last move may have been seen complete
// without a press after it.
func (f *follower) finish(visitor string) {
	for i, g := range f.games {
		if !f.pending(g) {
			continue
		}
		var fit []followed
		for _, base := range f.bases(g, true) {
			if base.Position().Occupied() == f.last {
				fit = append(fit, base)
			}
		}
		if len(fit) == 1 {
			f.games[i] = fit[0]
		}
	}
	f.report.game(f.common(), visitor)
}

// common is the game as far as all explanations agree.
func (f *follower) common() board.Game {
	first := f.games[0].Game
	moves := first.Moves()
	n := len(moves)
	for _, g := range f.games[1:] {
		other := g.Moves()
		n = min(n, len(other))
		for i := range n {
			if moves[i] != other[i] {
				n = i
				break
			}
		}
	}
	if n == len(moves) && len(f.games) == 1 {
		return first
	}
	cut, _ := first.Back(len(moves) - n)
	return cut
}
