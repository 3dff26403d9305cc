package match

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"

	"golang.org/x/sync/errgroup"

	"crownhead/board"
	"crownhead/engine/endgame"
)

// A Match is what is to be played. Play may be called once at a time.
type Match struct {
	A, B  Side
	Games int // if odd, the last pair has one game

	// Openings are played in an order that follows from the seed, and from the first again when they are used up.
	// The game is not over in any of them.
	Openings     []board.Position
	Seed         uint64
	Rules        board.DrawRules
	Concurrency  int             // games at once, at least 1
	AdjudicateBy *endgame.Tables // ends games that these tables know; nil: every game is played to its end
	SPRT         *SPRT           // nil: all games are played

	OnGame func(Game)   // called for every game in the order of their numbers; may be nil
	OnPair func(Result) // called after every pair; may be nil
}

// ErrNoOpenings is returned for a match without openings.
var ErrNoOpenings = errors.New("match: there are no openings")

// A playedPair has the games of a pair. Where a player failed or the match was interrupted, some of them are missing.
type playedPair struct {
	number   int
	games    []Game
	complete bool
}

// Play plays the match. When ctx ends, or a player cannot be opened, the result is that of the games that were
// finished.
func (m *Match) Play(ctx context.Context) (Result, error) {
	if len(m.Openings) == 0 {
		return Result{}, ErrNoOpenings
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	workers, ctx := errgroup.WithContext(ctx)
	numbers, pairs := make(chan int), make(chan playedPair)
	workers.Go(func() error {
		defer close(numbers)
		for n := range m.pairCount() {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return nil
			}
		}
		return nil
	})
	openings := m.shuffledOpenings()
	for range max(1, min(m.Concurrency, m.pairCount())) {
		workers.Go(func() error { return m.playPairs(ctx, numbers, openings, pairs) })
	}
	var err error
	go func() {
		err = workers.Wait()
		close(pairs)
	}()
	result := m.collectPairs(stop, pairs)
	return result, err
}

func (m *Match) pairCount() int { return (m.Games + 1) / 2 }

// shuffledOpenings are the openings in the order in which they are played.
func (m *Match) shuffledOpenings() []board.Position {
	openings := slices.Clone(m.Openings)
	r := rand.New(rand.NewPCG(m.Seed, 1))
	r.Shuffle(len(openings), func(i, j int) { openings[i], openings[j] = openings[j], openings[i] })
	return openings
}

// playPairs plays pairs until there are no more or one fails. The end of ctx is not an error.
func (m *Match) playPairs(
	ctx context.Context, numbers <-chan int, openings []board.Position, pairs chan<- playedPair,
) error {
	var players [2]Player
	defer func() {
		for _, p := range players {
			if p != nil {
				p.Close()
			}
		}
	}()
	for n := range numbers {
		var err error
		for i, open := range []func(context.Context) (Player, error){m.A.Open, m.B.Open} {
			if players[i] == nil && err == nil {
				players[i], err = open(ctx)
			}
		}
		pair := playedPair{number: n}
		if err == nil {
			pair.games, err = m.playPair(ctx, n, players, openings[n%len(openings)])
		}
		pair.complete = err == nil
		pairs <- pair
		switch {
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// playPair plays an opening with either colour.
func (m *Match) playPair(ctx context.Context, n int, players [2]Player, opening board.Position) ([]Game, error) {
	var games []Game
	for number := 2 * n; number < min(2*n+2, m.Games); number++ {
		g := gameRun{
			sides: [2]Side{m.A, m.B}, players: players, adjudicateBy: m.AdjudicateBy,
			game: Game{Number: number, AWhite: number%2 == 0, Record: board.NewGame(opening, m.Rules)},
		}
		if err := g.playGame(ctx, m.Seed); err != nil {
			return games, err
		}
		games = append(games, g.game)
	}
	return games, nil
}

// collectPairs counts the pairs in the order of their numbers, and stops the match when the test has decided or a pair
// is incomplete.
func (m *Match) collectPairs(stop func(), pairs <-chan playedPair) Result {
	var r Result
	waiting := map[int]playedPair{}
	next := 0
	for pair := range pairs {
		if !pair.complete {
			stop()
		}
		waiting[pair.number] = pair
		for ; r.Verdict == "" && waiting[next].complete; next++ {
			m.countPair(&r, waiting[next].games)
			delete(waiting, next)
		}
		if r.Verdict != "" {
			stop()
		}
	}
	if r.Verdict == "" { // what an interruption has left
		for _, n := range slices.Sorted(maps.Keys(waiting)) {
			m.countPair(&r, waiting[n].games)
		}
	}
	return r
}

// countPair adds a pair to the result and reports it.
func (m *Match) countPair(r *Result, games []Game) {
	r.addPair(games)
	if m.SPRT != nil {
		r.Verdict = m.SPRT.Verdict(r.Pairs)
	}
	for _, g := range games {
		if m.OnGame != nil {
			m.OnGame(g)
		}
	}
	if m.OnPair != nil {
		m.OnPair(*r)
	}
}
