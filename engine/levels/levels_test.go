package levels

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

func TestNames(t *testing.T) {
	want := []string{"child", "beginner", "learner", "amateur", "club", "strong", "candidate", "master"}
	if !slices.Equal(Names(), want) {
		t.Errorf("%v", Names())
	}
	for _, name := range Names() {
		p, l, err := New(name, 1)
		if err != nil || p == nil || l.Name != name || l.Limits.Time <= 0 || l.Limits.Depth <= 0 || l.Fast.Nodes <= 0 ||
			l.Fast.Time != 0 {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
	}
	for _, name := range []string{"", "grandmaster", "Child"} {
		if _, _, err := New(name, 1); err == nil ||
			!strings.Contains(err.Error(), "child, beginner, learner, amateur, club, strong, candidate, master") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A chooser is one side of a match.
type chooser func(g board.Game) board.Move

func level(t *testing.T, name string, seed uint64) chooser {
	t.Helper()
	p, l, err := New(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	return chosenBy(t, p, l.Fast)
}

// hasty plays at a level with fewer nodes than it has.
func hasty(t *testing.T, name string, seed uint64) chooser {
	t.Helper()
	p, _, err := New(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	return chosenBy(t, p, engine.Limits{Nodes: 2000})
}

func chosenBy(t *testing.T, p engine.Player, lim engine.Limits) chooser {
	return func(g board.Game) board.Move {
		a, err := p.Choose(context.Background(), g, lim)
		if err != nil {
			t.Fatal(err)
		}
		return a.Move
	}
}

func random(seed uint64) chooser {
	rng := rand.New(rand.NewPCG(seed, 1))
	return func(g board.Game) board.Move {
		moves := g.Position().Moves()
		return moves[rng.IntN(len(moves))]
	}
}

// careful loses no piece in two plies where that can be helped, and knows nothing else.
func careful(t *testing.T) func(seed uint64) chooser {
	o := search.DefaultOptions()
	o.Evaluation, o.Endings, o.TableBits = search.Material{}, nil, 0
	return func(seed uint64) chooser {
		e, rng := search.New(o), rand.New(rand.NewPCG(seed, 2))
		return func(g board.Game) board.Move {
			_, moves, err := e.Candidates(context.Background(), g, engine.Limits{Depth: 2}, 1)
			if err != nil {
				t.Fatal(err)
			}
			near := search.WithinMargin(moves, 1)
			return near[rng.IntN(len(near))].Move
		}
	}
}

// playGame plays one game; white begins.
func playGame(t *testing.T, white, black chooser) board.Game {
	t.Helper()
	g := board.NewGame(board.Start(), board.FederationRules)
	for !g.Outcome().Over() {
		side := white
		if g.Turn() == board.Black {
			side = black
		}
		next, err := g.Play(side(g))
		if err != nil {
			t.Fatal(err)
		}
		g = next
	}
	return g
}

// match counts a's points in a number of games, colours alternating: 2 for a win, 1 for a draw.
func match(t *testing.T, games int, a, b func(seed uint64) chooser) (points int) {
	t.Helper()
	for i := range games {
		seed := uint64(i)
		white, black := a(seed), b(seed)
		if i%2 == 1 {
			white, black = black, white
		}
		switch winner, won := playGame(t, white, black).Outcome().Winner(); {
		case !won:
			points++
		case (winner == board.White) == (i%2 == 0):
			points += 2
		}
	}
	return points
}

// The ladder goes up: a child beats random moves but not a player that sees two plies ahead, a beginner beats a
// child, and so on. Where more games are needed to show it, crownhead match plays them.
func TestLadder(t *testing.T) {
	at := func(name string) func(uint64) chooser {
		return func(seed uint64) chooser { return level(t, name, seed) }
	}
	if p := match(t, 6, at("child"), random); p < 11 {
		t.Errorf("child against chance: %d of 12", p)
	}
	if p := match(t, 40, at("child"), careful(t)); p > 36 {
		t.Errorf("child against who only sees to it that no piece is lost in two plies: %d of 80", p)
	}
	if p := match(t, 6, at("beginner"), at("child")); p < 9 {
		t.Errorf("beginner against child: %d of 12", p)
	}
	if p := match(t, 8, at("amateur"), at("beginner")); p < 10 {
		t.Errorf("amateur against beginner: %d of 16", p)
	}
}

// Nobody waits long for any of them, and each may look further than the one below.
func TestLimits(t *testing.T) {
	for i, l := range searchLevels {
		if l.Limits.Time > 3*time.Second {
			t.Errorf("%s thinks for %v", l.Name, l.Limits.Time)
		}
		if i == 0 {
			continue
		}
		below := searchLevels[i-1]
		if l.Limits.Time < below.Limits.Time || l.Limits.Depth <= below.Limits.Depth || l.Fast.Nodes <= below.Fast.Nodes ||
			l.Slip > below.Slip || l.MaxLoss > below.MaxLoss || l.Opening > below.Opening || l.Margin > below.Margin {
			t.Errorf("%+v is no step up from %+v", l, below)
		}
	}
}

// The same seed plays the same game again, other seeds play others.
func TestSeeds(t *testing.T) {
	for _, name := range Names() {
		games := map[string]bool{}
		for seed := uint64(1); seed <= 3 || len(games) < 2 && seed <= 12; seed++ {
			first := playGame(t, hasty(t, name, seed), random(7)).PDN(board.Tags{})
			if again := playGame(t, hasty(t, name, seed), random(7)).PDN(board.Tags{}); again != first {
				t.Errorf("%s with seed %d plays differently", name, seed)
			}
			games[first] = true
		}
		if len(games) < 2 {
			t.Errorf("%s: all seeds play the same", name)
		}
	}
}

// scoreMoves scores every move by a search.
func scoreMoves(t *testing.T, g board.Game, depth int) map[board.Move]int {
	t.Helper()
	o := search.DefaultOptions()
	o.Endings = nil // like the child, which is compared with it
	_, moves, err := search.New(o).Candidates(context.Background(), g, engine.Limits{Depth: depth}, 30000)
	if err != nil {
		t.Fatal(err)
	}
	scores := map[board.Move]int{}
	for _, c := range moves {
		scores[c.Move] = c.Score
	}
	return scores
}

// A child slips sometimes, but makes no senseless gifts: at its own depth no move costs more than a slip may, and the
// estimate is that of the best line.
func TestSlips(t *testing.T) {
	p, l, err := New("child", 4)
	if err != nil {
		t.Fatal(err)
	}
	slips, moves := 0, 0
	for seed := range uint64(12) {
		g, other := board.NewGame(board.Start(), board.FederationRules), random(seed)
		for !g.Outcome().Over() {
			m := other(g)
			if int(g.Turn()) == int(seed%2) {
				a, err := p.Choose(context.Background(), g, l.Limits)
				if err != nil {
					t.Fatal(err)
				}
				m = a.Move
				scores := scoreMoves(t, g, l.Limits.Depth)
				best := -1 << 20
				for _, s := range scores {
					best = max(best, s)
				}
				moves++
				if len(scores) > 1 && best < engine.DecisiveScore && best > -engine.DecisiveScore {
					lost := best - scores[m]
					if lost > l.Margin+20 { // the child's table remembers more than a new engine sees
						slips++
					}
					if lost > l.MaxLoss+60 {
						t.Errorf("%s: %s costs %d", g.Position().FEN(), g.Position().Notation(m), lost)
					}
				}
				if len(a.Line) == 0 || a.Line[0] != m {
					t.Errorf("the line %v does not begin with %v", a.Line, m)
				}
			}
			g, _ = g.Play(m)
		}
	}
	if slips == 0 || slips*5 > moves {
		t.Errorf("%d slips in %d moves", slips, moves)
	}
}

// The level's depth holds when the caller limits nodes only, and a smaller one of the caller's holds too.
func TestDepthIsTheLevels(t *testing.T) {
	p, l, err := New("amateur", 1)
	if err != nil {
		t.Fatal(err)
	}
	g := board.NewGame(board.Start(), board.FederationRules)
	for lim, want := range map[engine.Limits]int{
		{Nodes: 1 << 40}: l.Limits.Depth, {Depth: 2}: 2, {Depth: 50}: l.Limits.Depth,
	} {
		if a, err := p.Choose(context.Background(), g, lim); err != nil || a.Depth != want {
			t.Errorf("%+v: depth %d, want %d, %v", lim, a.Depth, want, err)
		}
	}
}

func TestChoosingFromNothing(t *testing.T) {
	p, _, err := New("child", 1)
	if err != nil {
		t.Fatal(err)
	}
	over := board.NewGame(board.Start(), board.FederationRules).Resign(board.White)
	if _, err := p.Choose(context.Background(), over, engine.Limits{Depth: 1}); err == nil {
		t.Error("chooses in a game that is over")
	}
}

// Who asks for a move where a rule has called a draw gets a legal one, of every level: others play by other rules.
func TestChoosingAfterADraw(t *testing.T) {
	p, err := board.ParseFEN("W:WKa1,Kc1,Ka3:BKb8,Kh2,Kh8,c7")
	if err != nil {
		t.Fatal(err)
	}
	drawn := board.NewGame(p, board.FederationRules).Agree()
	all, err := Open(Sources{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all.Names() {
		player, _, err := all.New(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		a, err := player.Choose(context.Background(), drawn, engine.Limits{Nodes: 50})
		if err != nil || !p.Legal(a.Move) {
			t.Errorf("%s: %v, %v", name, a.Move, err)
		}
	}
}

// The random numbers are fair enough and follow from seed, position and ply.
func TestDecisionRand(t *testing.T) {
	g := board.NewGame(board.Start(), board.FederationRules)
	next, _ := g.Play(g.Position().Moves()[0])
	first, again := newDecisionRand(1, g).Uint64(), newDecisionRand(1, g).Uint64()
	if first != again || first == newDecisionRand(2, g).Uint64() || first == newDecisionRand(1, next).Uint64() {
		t.Error("the random numbers do not follow from seed and position")
	}
	hits, sum := 0, 0
	for seed := range uint64(4000) {
		r := newDecisionRand(seed, g)
		if happens(r, 0.3) {
			hits++
		}
		sum += r.IntN(5)
	}
	if hits < 1100 || hits > 1300 || sum < 7700 || sum > 8300 {
		t.Errorf("0.3 came %d times in 4000, the mean of 0…4 is %v", hits, float64(sum)/4000)
	}
	if r := newDecisionRand(1, g); happens(r, 0) || !happens(r, 1) {
		t.Error("impossible and certain things")
	}
}

// BenchmarkFast measures an answer under the limits of virtual time.
func BenchmarkFast(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			g := board.NewGame(board.Start(), board.FederationRules)
			for b.Loop() {
				p, l, err := New(name, 1)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := p.Choose(context.Background(), g, l.Fast); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
