package search

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"crownhead/board"
	"crownhead/engine"
)

// game is a game from a position, after some moves.
func game(t *testing.T, fen string, moves ...string) board.Game {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := board.NewGame(p, board.FederationRules)
	for _, s := range moves {
		m, err := g.Position().ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func chooseMove(t *testing.T, g board.Game, lim engine.Limits) engine.Answer {
	t.Helper()
	a, err := New(DefaultOptions()).Choose(context.Background(), g, lim)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// samples are the games of testdata that are not over.
func samples(t *testing.T) []board.Game {
	t.Helper()
	data, err := os.ReadFile("testdata/moves.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct{ Fen string }
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	var games []board.Game
	for _, x := range list {
		if g := game(t, x.Fen); !g.Outcome().Over() {
			games = append(games, g)
		}
	}
	return games
}

// searchOnly are the options of a player that has no tables of endings.
func searchOnly() Options {
	o := DefaultOptions()
	o.Endings = nil
	return o
}

// patience is a context that is cancelled when it has been looked at a number of times.
type patience struct {
	context.Context
	looks int
}

func (p *patience) Err() error {
	if p.looks--; p.looks < 0 {
		return context.Canceled
	}
	return nil
}
