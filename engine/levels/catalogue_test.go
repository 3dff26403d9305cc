package levels

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/generations"
	"crownhead/engine/generations/generationstest"
	"crownhead/engine/net"
)

func catalogue(t *testing.T, count int) *Catalogue {
	t.Helper()
	c, err := Open(Sources{Generations: generationstest.Folder(t, count)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Generations are levels with their Elo and the digest of their weights, and the last one ponders.
func TestGenerationsAreLevels(t *testing.T) {
	c := catalogue(t, 3)
	ladder := c.Ladder(Generations)
	if len(ladder) != 3 || len(c.Ladder(Searches)) != len(searchLevels) {
		t.Fatalf("%+v", ladder)
	}
	for i, l := range ladder {
		found, err := c.Lookup(l.Name)
		if err != nil || found != l || l.Elo != 100*float64(i+1) || len(l.Weights) != 16 || l.Ponders != (i == 2) {
			t.Errorf("%+v, %+v, %v", l, found, err)
		}
		if l.Fast.Nodes != generations.Playouts || l.Limits.Nodes != generations.Playouts || l.Fast.Time != 0 ||
			l.Limits.Time <= 0 ||
			l.Limits.Time > 3*time.Second ||
			l.Limits.Depth != 0 ||
			l.Fast.Depth != 0 {
			t.Errorf("limits %+v, %+v", l.Limits, l.Fast)
		}
	}
	for name, hint := range map[string]string{
		"generation-4": "generation-3", "grandmaster": "master, generation-1, generation-2, generation-3",
	} {
		if _, err := c.Lookup(name); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", name, err, hint)
		}
		if _, _, err := c.New(name, 1); err == nil {
			t.Errorf("%s plays", name)
		}
	}
}

// A level of the search means the generation that stands as far up.
func TestFindOnLadder(t *testing.T) {
	for _, c := range []struct {
		count      int
		name, want string
	}{
		{9, "child", "generation-1"},
		{9, "master", "generation-9"},
		{9, "amateur", "generation-4"},
		{8, "beginner", "generation-2"},
		{8, "candidate", "generation-7"},
		{1, "master", "generation-1"},
		{2, "generation-2", "generation-2"},
	} {
		if l, err := catalogue(t, c.count).FindOnLadder(Generations, c.name); err != nil || l.Name != c.want {
			t.Errorf("%s among %d: %s, %v, want %s", c.name, c.count, l.Name, err, c.want)
		}
	}
	three := catalogue(t, 3)
	if l, err := three.FindOnLadder(Searches, "strong"); err != nil || l.Name != "strong" {
		t.Errorf("%s, %v", l.Name, err)
	}
	if _, err := three.FindOnLadder(Generations, "grandmaster"); err == nil {
		t.Error("a level that nobody knows has a place")
	}
}

func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	if _, err := Open(Sources{Generations: folder}); !errors.Is(err, generations.ErrNone) ||
		!strings.Contains(err.Error(), folder) {
		t.Errorf("an empty folder: %v", err)
	}
}

// The same seed plays the same game again, another one another, and a generation answers within its limits.
func TestNetworkPlayerSeeds(t *testing.T) {
	c := catalogue(t, 1)
	learned := func(seed uint64) chooser {
		p, l, err := c.New("generation-1", seed)
		if err != nil {
			t.Fatal(err)
		}
		if _, ponders := p.(engine.Ponderer); !ponders {
			t.Error("no ponderer")
		}
		lim := l.Fast
		lim.Nodes = 30
		return chosenBy(t, p, lim)
	}
	first := playGame(t, learned(1), random(7)).PDN(board.Tags{})
	if again := playGame(t, learned(1), random(7)).PDN(board.Tags{}); again != first {
		t.Error("the same seed plays differently")
	}
	if playGame(t, learned(2), random(7)).PDN(board.Tags{}) == first &&
		playGame(t, learned(3), random(7)).PDN(board.Tags{}) == first {
		t.Error("all seeds play the same")
	}
	p, l, err := c.New("generation-1", 1)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Choose(context.Background(), board.NewGame(board.Start(), board.FederationRules), l.Fast)
	if err != nil || a.Nodes != l.Fast.Nodes || a.Win < -1 || a.Win > 1 {
		t.Errorf("%+v, %v", a, err)
	}
	if want := int(math.Round(engine.WinSlope * math.Log((1+a.Win)/(1-a.Win)))); a.Score != want {
		t.Errorf("a win estimate of %g is the score %d, by the curve of the search %d", a.Win, a.Score, want)
	}
}

// A generation draws its moves in the first ten plies only, and asks the tables that it is given.
func TestNetworkPlayerOptions(t *testing.T) {
	set, err := generations.Read(os.DirFS(generationstest.Folder(t, 1)))
	if err != nil {
		t.Fatal(err)
	}
	answer := func(g board.Game, tables *endgame.Tables, seed uint64) engine.Answer {
		p, err := newNetworkPlayer(set[0], tables, seed)
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.Choose(t.Context(), g, engine.Limits{Nodes: 40})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	drawn := func(g board.Game) int {
		moves := map[board.Move]bool{}
		for seed := range uint64(8) {
			moves[answer(g, nil, seed).Move] = true
		}
		return len(moves)
	}
	g := board.NewGame(board.Start(), board.FederationRules)
	if n := drawn(g); n < 2 {
		t.Errorf("at the start all seeds play the same")
	}
	for _, text := range strings.Fields("g3-h4 b6-a5 f2-g3 c7-b6 g1-f2 f6-g5 h4:f6 e7:g5 a3-b4 g7-f6") {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			g, err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := drawn(g); n != 1 || len(g.Position().Moves()) < 2 {
		t.Errorf("after ten plies %d moves of %d are drawn", n, len(g.Position().Moves()))
	}
	p, err := board.ParseFEN("W:WKa1,Kc1,Kb2:BKf8")
	if err != nil {
		t.Fatal(err)
	}
	for tables, want := range map[*endgame.Tables]bool{endgame.Embedded(): true, {}: false} {
		if a := answer(board.NewGame(p, board.FederationRules), tables, 1); (a.Win > 0.9) != want {
			t.Errorf("tables of up to %d pieces: %+v", tables.Pieces(), a)
		}
	}
}

// BenchmarkGeneration measures an answer of a net of the size that the robot plays with, all its playouts.
func BenchmarkGeneration(b *testing.B) {
	n, err := net.NewCompact(net.DefaultCompact, 1)
	if err != nil {
		b.Fatal(err)
	}
	g := board.NewGame(board.Start(), board.FederationRules)
	for b.Loop() {
		p, err := newNetworkPlayer(generations.Generation{Net: n}, endgame.Embedded(), 1)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Choose(context.Background(), g, engine.Limits{Nodes: generations.Playouts}); err != nil {
			b.Fatal(err)
		}
	}
}

// The tables of endings that a level is given are those that it asks; what is no folder of tables is no catalogue.
func TestEndings(t *testing.T) {
	p, err := board.ParseFEN("W:WKa1,Kc1,Kb2:BKf8")
	if err != nil {
		t.Fatal(err)
	}
	g := board.NewGame(p, board.FederationRules)
	for tables, want := range map[*endgame.Tables]bool{endgame.Embedded(): true, {}: false} {
		l := engine.Level{Endings: true}
		a, err := newSearchPlayer(l, tables, 1).Choose(t.Context(), g, engine.Limits{Depth: 1})
		if err != nil || (a.Score > engine.DecisiveScore) != want {
			t.Errorf("tables of up to %d pieces: score %d, %v", tables.Pieces(), a.Score, err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Sources{{Endings: "none"}, {Generations: "none"}} {
		if _, err := Open(s); err == nil || !strings.Contains(err.Error(), filepath.Join(here, "none")+": ") {
			t.Errorf("a folder that isn't where it is looked for: %v", err)
		}
	}
	if _, err := Open(Sources{Endings: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "levels: folder ") {
		t.Errorf("an empty folder: %v", err)
	}
}
