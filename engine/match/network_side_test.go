package match

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/generations"
	"crownhead/engine/generations/generationstest"
	"crownhead/engine/mcts"
)

// netFile is a file of weights that have learnt nothing.
func netFile(t *testing.T) string {
	t.Helper()
	return filepath.Join(generationstest.Folder(t, 1), "generation-01.safetensors")
}

func TestParseNetSide(t *testing.T) {
	file := netFile(t)
	common := engine.Limits{Nodes: 1000}
	for text, want := range map[string]engine.Limits{
		"net:" + file:                          common,
		"net:" + file + ",playouts=20":         {Nodes: 20},
		"net:" + file + ",time=0.5,playouts=7": {Nodes: 7, Time: 500 * time.Millisecond},
	} {
		if s, err := ParseSide(text, common); err != nil || s.Limits != want || s.Name != text {
			t.Errorf("%s: %+v, %v", text, s, err)
		}
	}
	torn := filepath.Join(t.TempDir(), "torn")
	if err := os.WriteFile(torn, []byte("weights"), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, hint := range map[string]string{
		"net:":                        "want net: and a file",
		"net:" + file:                 "the search has no limit: give playouts=N",
		"net:" + file + ",playouts=0": "want a positive number",
		"net:" + file + ",playouts":   "want key=value",
		"net:" + file + ",depth=3":    `no key "depth"`,
		"net:" + file + ".no,time=1":  "no such file",
		"net:" + torn + ",time=1":     "net: reading weights",
		"gen:":                        "want gen: and the number",
		"gen:+09999":                  `no "generation-9999"`,
		"gen:three":                   "want gen: and the number",
		"gen:0,playouts=9":            "want gen: and the number",
		"gen:9999":                    `no "generation-9999"`,
	} {
		if _, err := ParseSide(text, engine.Limits{}); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: %v, want %q", text, err, hint)
		}
	}
	if _, err := ParseSide("net:"+file, engine.Limits{Depth: 4}); !errors.Is(err, mcts.ErrDepth) {
		t.Errorf("a limit of depth: %v", err)
	}
}

// A player with a network that has played a game answers as a new one: the tree of the last game is forgotten.
func TestNetForgets(t *testing.T) {
	s, err := ParseSide("net:"+netFile(t)+",playouts=60", engine.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	g := board.NewGame(board.Start(), board.FederationRules)
	for range 2 {
		if err := p.NewGame(context.Background(), 3); err != nil {
			t.Fatal(err)
		}
		if a, err := p.Choose(context.Background(), g, s.Limits); err != nil || a.Nodes != s.Limits.Nodes {
			t.Errorf("%d playouts, %v: part of the tree was there already", a.Nodes, err)
		}
	}
}

// A generation has its usual playouts unless something else is said.
func TestGenerationSide(t *testing.T) {
	set, err := generations.Read(os.DirFS(generationstest.Folder(t, 2)))
	if err != nil {
		t.Fatal(err)
	}
	for rest, want := range map[string]engine.Limits{
		"":            {Nodes: generations.Playouts},
		"playouts=30": {Nodes: 30},
		"time=1":      {Nodes: generations.Playouts, Time: time.Second},
	} {
		if s, err := generationSideFrom(set, "generation-2", rest, engine.Limits{}); err != nil || s.Limits != want {
			t.Errorf("%s: %+v, %v", rest, s.Limits, err)
		}
	}
	if s, err := generationSideFrom(set, "generation-1", "", engine.Limits{Time: time.Second}); err != nil ||
		s.Limits != (engine.Limits{Time: time.Second}) {
		t.Errorf("with the match's limits: %+v, %v", s.Limits, err)
	}
}

// A match of a net repeats, however many games are played at once.
func TestNetRepeats(t *testing.T) {
	m := Match{
		A:           side(t, "net:"+netFile(t)+",playouts=12"),
		B:           side(t, "child"),
		Games:       4,
		Openings:    Openings(),
		Seed:        5,
		Concurrency: 1,
	}
	first, games := recordGames(t, m)
	m.Concurrency = 2
	again, same := recordGames(t, m)
	if len(games) != 4 || !reflect.DeepEqual(first, again) || !slices.Equal(games, same) {
		t.Errorf("%+v\n%+v", first, again)
	}
}
