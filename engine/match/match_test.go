package match

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func side(t *testing.T, text string) Side {
	t.Helper()
	s, err := ParseSide(text, engine.Limits{Nodes: 150})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// recordGames plays a match and keeps its games.
func recordGames(t *testing.T, m Match) (Result, []string) {
	t.Helper()
	var games []string
	m.OnGame = func(g Game) { games = append(games, g.Record.PDN(board.Tags{Round: m.A.Name})) }
	r, err := m.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for n := range r.Usage {
		r.Usage[n].Time, r.Usage[n].Longest = 0, 0
	}
	return r, games
}

// The seed decides the match; how many games are played at once does not. Another seed plays other games.
func TestMatchIsRepeatable(t *testing.T) {
	m := Match{
		A:           side(t, "search:tablebits=8"),
		B:           side(t, "child"),
		Games:       7,
		Openings:    Openings(),
		Seed:        7,
		Concurrency: 1,
	}
	first, games := recordGames(t, m)
	m.Concurrency = 4
	again, same := recordGames(t, m)
	if !reflect.DeepEqual(first, again) || !reflect.DeepEqual(games, same) {
		t.Errorf("%+v\n%+v", first, again)
	}
	if len(games) != 7 || first.Games() != 7 || first.Pairs.Pairs() != 3 {
		t.Errorf("%d games, %+v", len(games), first)
	}
	m.Seed = 8
	if _, others := recordGames(t, m); reflect.DeepEqual(games, others) {
		t.Error("another seed plays the same")
	}
}

// A pair is one opening with the colours reversed, so that a side against itself is even.
func TestPairs(t *testing.T) {
	m := Match{
		A:           side(t, "search:tablebits=8"),
		B:           side(t, "search:tablebits=8"),
		Games:       12,
		Openings:    Openings(),
		Seed:        1,
		Concurrency: 2,
	}
	openings := map[board.Position]int{}
	m.OnGame = func(g Game) {
		openings[g.Record.Start()]++
		if g.AWhite != (g.Number%2 == 0) {
			t.Errorf("game %d: A has White: %v", g.Number, g.AWhite)
		}
	}
	r, err := m.Play(t.Context())
	if err != nil || r.Pairs != (Pentanomial{0, 0, 6, 0, 0}) || r.Wins != r.Losses || len(openings) != 6 {
		t.Errorf("%+v, %d openings, %v", r, len(openings), err)
	}
	if elo, low, high := r.Elo(); elo != 0 || low > -20 || high < 20 {
		t.Errorf("Elo %v [%v, %v]", elo, low, high)
	}
}

// A deeper search wins, seen from either side, and a test stops as soon as that is clear.
func TestSPRTStops(t *testing.T) {
	deep, flat := side(t, "search:nodes=200,tablebits=8"), side(t, "search:nodes=4,tablebits=8")
	m := Match{A: deep, B: flat, Games: 1000, Openings: Openings(), Seed: 1, Concurrency: 2, SPRT: &SPRT{0, 200}}
	r, err := m.Play(t.Context())
	if err != nil || r.Verdict != "H1" || r.Games() > 200 {
		t.Errorf("%+v, %v", r, err)
	}
	m.A, m.B, m.SPRT = flat, deep, &SPRT{-200, 0}
	if r, err := m.Play(t.Context()); err != nil || r.Verdict != "H0" || r.Losses <= r.Wins {
		t.Errorf("%+v, %v", r, err)
	}
}

// A fake plays the first legal move until its function says otherwise.
type fake struct {
	choose func(ctx context.Context, g board.Game) (board.Move, error)
	open   *atomic.Int32
}

func (f fake) NewGame(context.Context, uint64) error { return nil }
func (f fake) Close() error                          { f.open.Add(-1); return nil }
func (f fake) Choose(ctx context.Context, g board.Game, _ engine.Limits) (engine.Answer, error) {
	m, err := f.choose(ctx, g)
	return engine.Answer{Move: m}, err
}

func faking(open *atomic.Int32, choose func(context.Context, board.Game) (board.Move, error)) Side {
	return Side{Name: "fake", Open: func(context.Context) (Player, error) { open.Add(1); return fake{choose, open}, nil }}
}

func first(_ context.Context, g board.Game) (board.Move, error) { return g.Position().Moves()[0], nil }

// A player that plays an illegal move or fails loses the game, and the result says so; the match goes on.
func TestFaults(t *testing.T) {
	var open atomic.Int32
	m := Match{Games: 4, Openings: Openings(), Seed: 1, Concurrency: 1}
	m.A = faking(&open, func(context.Context, board.Game) (board.Move, error) { return board.Move{From: 31, To: 0}, nil })
	m.B = faking(&open, first)
	r, err := m.Play(t.Context())
	if err != nil || r.Losses != 4 || r.Faults["a illegal"] != 4 || len(r.FirstFaults) != 4 ||
		!strings.Contains(r.FirstFaults[0], "not a legal move") {
		t.Errorf("%+v, %v", r, err)
	}
	m.B = faking(&open, func(context.Context, board.Game) (board.Move, error) { return board.Move{}, errors.New("gone") })
	m.A = faking(&open, first)
	r, err = m.Play(t.Context())
	if err != nil || r.Wins != 4 || r.Faults["b crash"] != 4 || open.Load() != 0 {
		t.Errorf("%+v, %v, %d players are open", r, err, open.Load())
	}
}

// A player that cannot be opened ends the match with the games that were finished.
func TestNoPlayer(t *testing.T) {
	m := Match{
		A:           side(t, "search:depth=1"),
		B:           Side{Open: func(context.Context) (Player, error) { return nil, errors.New("not installed") }},
		Games:       100,
		Openings:    Openings(),
		Concurrency: 3,
	}
	if r, err := m.Play(t.Context()); err == nil || r.Games() != 0 || !strings.Contains(err.Error(), "not installed") {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := (&Match{Games: 2}).Play(t.Context()); !errors.Is(err, ErrNoOpenings) {
		t.Errorf("without openings: %v", err)
	}
}

// An interrupted match returns what was played, and counts no unfinished game.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var open atomic.Int32
	games := 0
	m := Match{B: faking(&open, first), Games: 1000, Openings: Openings(), Concurrency: 3}
	m.A = faking(&open, first)
	m.OnGame = func(Game) {
		if games++; games == 9 {
			stop()
		}
	}
	r, err := m.Play(ctx)
	if err != nil || r.Games() < 9 || r.Games() == m.Games || r.Games() != games || open.Load() != 0 {
		t.Errorf("%d games told, %d counted, %v", games, r.Games(), err)
	}
}

// Moves that take too long are counted.
func TestLate(t *testing.T) {
	var open atomic.Int32
	slow := faking(&open, func(_ context.Context, g board.Game) (board.Move, error) {
		time.Sleep(25 * time.Millisecond)
		return g.Position().Moves()[0], nil
	})
	slow.Limits.Time = time.Millisecond
	p, err := board.ParseFEN("W:Wc3:Bb8")
	if err != nil {
		t.Fatal(err)
	}
	r, err := (&Match{A: slow, B: faking(&open, first), Games: 1, Openings: []board.Position{p}}).Play(t.Context())
	if err != nil || r.Usage[0].Late == 0 || r.Usage[0].Late != r.Usage[0].Moves || r.Usage[1].Late != 0 ||
		r.Usage[0].Longest < 25*time.Millisecond {
		t.Errorf("%+v, %v", r, err)
	}
}

// What the tables know is not played out: a draw, and a win that the counts allow.
func TestAdjudicate(t *testing.T) {
	var open atomic.Int32
	for fen, want := range map[string]Result{
		"W:WKa1,Kc1:BKb8":   {Draws: 1},
		"W:WKa1,c3,Kd4:Bh6": {Wins: 1},
		"B:WKa1,c3,Kd4:Bh6": {Wins: 1},
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		m := Match{
			A:            faking(&open, first),
			B:            faking(&open, first),
			Games:        1,
			Openings:     []board.Position{p},
			AdjudicateBy: endgame.Embedded(),
		}
		m.OnGame = func(g Game) {
			if g.Record.Plies() > 1 {
				t.Errorf("%s: %d plies", fen, g.Record.Plies())
			}
		}
		r, err := m.Play(t.Context())
		if err != nil || r.Wins != want.Wins || r.Draws != want.Draws {
			t.Errorf("%s: %+v, %v", fen, r, err)
		}
	}
}
