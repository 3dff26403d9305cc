package match

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"crownhead/board"
	"crownhead/engine/endgame"
)

// A Match is what is to be played. Play may be called once at a time.
type Match struct {
	A, B        Side
	Games       int              // if odd, the last has no partner
	Openings    []board.Position // nobody's game is over in them; in the order of the seed, from the first again when they are used up
	Seed        uint64
	Rules       board.DrawRules
	Concurrency int             // games at once, at least 1
	Adjudicate  *endgame.Tables // nil: every game is played to its end
	SPRT        *SPRT           // nil: all games are played

	OnGame func(Game)   // called for every game in the order of their numbers; nil: nobody listens
	OnPair func(Result) // called after every pair; nil: nobody listens
}

// ErrNoOpenings is returned for a match without any.
var ErrNoOpenings = errors.New("match: there are no openings")

// A bout is a pair that has been played, or as much of it as was.
type bout struct {
	number int
	games  []Game
	err    error
}

// Play plays the match. When ctx ends, or a player can't be had, the result is that of the games that were ended.
func (m *Match) Play(ctx context.Context) (Result, error) {
	if len(m.Openings) == 0 {
		return Result{}, ErrNoOpenings
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	bouts := make(chan bout)
	var workers sync.WaitGroup
	numbers := m.numbers(ctx, &workers)
	order := m.order()
	for range max(1, min(m.Concurrency, m.pairs())) {
		workers.Go(func() { m.work(ctx, numbers, order, bouts) })
	}
	go func() { workers.Wait(); close(bouts) }()
	return m.collect(stop, bouts)
}

func (m *Match) pairs() int { return (m.Games + 1) / 2 }

// numbers hands out the numbers of the pairs.
func (m *Match) numbers(ctx context.Context, workers *sync.WaitGroup) <-chan int {
	numbers := make(chan int)
	workers.Go(func() {
		defer close(numbers)
		for n := range m.pairs() {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	})
	return numbers
}

// order is the openings in the order in which they are played.
func (m *Match) order() []board.Position {
	order := slices.Clone(m.Openings)
	r := rand.New(rand.NewPCG(m.Seed, 1))
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// work plays pairs until there are no more.
func (m *Match) work(ctx context.Context, numbers <-chan int, order []board.Position, bouts chan<- bout) {
	var players [2]Player
	defer func() {
		for _, p := range players {
			if p != nil {
				p.Close()
			}
		}
	}()
	for n := range numbers {
		b := bout{number: n}
		for i, open := range []func(context.Context) (Player, error){m.A.Open, m.B.Open} {
			if players[i] == nil && b.err == nil {
				players[i], b.err = open(ctx)
			}
		}
		if b.err == nil {
			b.games, b.err = m.pair(ctx, n, players, order[n%len(order)])
		}
		bouts <- b
	}
}

// pair plays an opening with either colour.
func (m *Match) pair(ctx context.Context, n int, players [2]Player, opening board.Position) ([]Game, error) {
	var games []Game
	for number := 2 * n; number < min(2*n+2, m.Games); number++ {
		t := table{match: m, players: players, game: Game{Number: number, AWhite: number%2 == 0}}
		if err := t.play(ctx, opening); err != nil {
			return games, err
		}
		games = append(games, t.game)
	}
	return games, nil
}

// collect counts the pairs in their order, and ends the match when the test has decided or a player can't be had.
func (m *Match) collect(stop func(), bouts <-chan bout) (Result, error) {
	var r Result
	var failed error
	waiting := map[int]bout{}
	next := 0
	for b := range bouts {
		if b.err != nil {
			stop()
			if failed == nil && !errors.Is(b.err, context.Canceled) && !errors.Is(b.err, context.DeadlineExceeded) {
				failed = b.err
			}
		}
		waiting[b.number] = b
		for ; r.Verdict == ""; next++ {
			b, there := waiting[next]
			if !there || b.err != nil {
				break
			}
			delete(waiting, next)
			m.count(&r, b.games)
		}
		if r.Verdict != "" {
			stop()
		}
	}
	if r.Verdict == "" { // what an interruption has left
		for _, n := range slices.Sorted(maps.Keys(waiting)) {
			m.count(&r, waiting[n].games)
		}
	}
	return r, failed
}

// count adds a pair to the result and tells of it.
func (m *Match) count(r *Result, games []Game) {
	r.add(games)
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
