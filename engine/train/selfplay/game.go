package selfplay

import (
	"errors"
	"fmt"
	"slices"

	"crownhead/board"
	"crownhead/engine/net"
)

// A Game is a whole game, as its decisions.
type Game struct {
	Start     board.Position
	Decisions []Decision
	White     int // 1 when White won, 0 a draw, −1 when Black won
}

// A Decision is an action that was chosen, and what the search found.
type Decision struct {
	Action   net.Action
	Searched bool
	Value    float32           // of the search, for the side to move
	Policy   []net.ActionShare // what is to be learnt, if anything; the shares add up to 1
}

// Reasons to refuse a game.
var (
	errIllegal = errors.New("an action that is not legal")
	errResult  = errors.New("another result than the game's")
)

// Replay calls a function with each decision and the state in which it was taken. It returns the game.
func (g *Game) Replay(see func(s net.State, d *Decision)) (board.Game, error) {
	game := board.NewGame(g.Start, board.FederationRules)
	s := net.NewState(game)
	var legal []net.Action
	for i := range g.Decisions {
		d := &g.Decisions[i]
		legal = s.AppendActions(legal[:0])
		if !slices.Contains(legal, d.Action) {
			return game, fmt.Errorf("selfplay: decision %d, %v: %w", i+1, d.Action, errIllegal)
		}
		for _, share := range d.Policy {
			if !slices.Contains(legal, share.Action) {
				return game, fmt.Errorf("selfplay: a share of decision %d, %v: %w", i+1, share.Action, errIllegal)
			}
		}
		see(s, d)
		next, m, whole := s.Apply(d.Action)
		if s = next; !whole {
			continue
		}
		var err error
		if game, err = game.Play(m); err != nil {
			return game, fmt.Errorf("selfplay: decision %d: %w", i+1, err)
		}
		s = net.NewState(game)
	}
	return game, nil
}

// checkReplay replays the decisions, and compares the result. The result of a game that is not over by
// the rules was proven; such a game may end amid a capture.
func (g *Game) checkReplay() error {
	game, err := g.Replay(func(net.State, *Decision) {})
	if err != nil {
		return err
	}
	if o := game.Outcome(); o.Over() && whiteResult(o) != g.White {
		return fmt.Errorf("selfplay: %s: %w", o.Result, errResult)
	}
	return nil
}

// whiteResult is the result of a game that is over.
func whiteResult(o board.Outcome) int {
	switch w, won := o.Winner(); {
	case !won:
		return 0
	case w == board.White:
		return 1
	}
	return -1
}

// Examples are what is to be learnt from a game. The value of each is the game's result, blended
// with the search's value: 0 takes the result alone, 1 the search alone.
func (g *Game) Examples(blend float64) ([]net.Example, error) {
	var list []net.Example
	_, err := g.Replay(func(s net.State, d *Decision) {
		if len(d.Policy) == 0 {
			return
		}
		z := float64(g.White)
		if s.Position.Turn == board.Black {
			z = -z
		}
		if d.Searched {
			z = (1-blend)*z + blend*float64(d.Value)
		}
		list = append(list, net.Example{State: s, Policy: d.Policy, Value: float32(z)})
	})
	return list, err
}
