package search_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/endgame"
	"crownhead/engine/search"
)

// With a time for each, the published problems are solved in it, and a table for the docs is printed:
//
//	go test ./engine/search -run '^TestProblems$' -v -problemtime 2s
var problemTime = flag.Duration("problemtime", 0, "solve the problems in this time each, and print a table")

// problemNodes is the limit without a time.
const problemNodes = 150_000

// A problem is a published position with what is to be reached, the moves that do it where they were published, and the
// published line.
type problem struct {
	Name, Source, FEN, Goal string
	Moves, Line             []string

	start board.Position
}

func TestProblems(t *testing.T) {
	list := problems(t)
	if len(list) < 20 {
		t.Errorf("%d problems", len(list))
	}
	if *problemTime > 0 {
		t.Log("\n| problem | position | goal | move | seconds | score | depth |\n|---|---|---|---|---|---|---|")
	}
	for _, p := range list {
		t.Run(p.Name, func(t *testing.T) {
			p.playLine(t)
			p.solve(t)
		})
	}
}

// problems reads the collection, each with its position.
func problems(t *testing.T) []problem {
	t.Helper()
	data, err := os.ReadFile("testdata/problems.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []problem
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	for i, p := range list {
		if list[i].start, err = board.ParseFEN(p.FEN); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// playLine believes the publication only where the rules and the tables agree: each move is legal, and where few pieces
// are left exactly the given moves reach the goal.
func (p problem) playLine(t *testing.T) {
	now := p.start
	for _, text := range p.Line {
		m, err := now.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		now = now.Play(m)
	}
	if p.start.Occupied().Len() > 4 {
		return
	}
	for _, m := range p.start.Moves() {
		if good := p.reaches(m); len(p.Moves) > 0 && good != slices.Contains(p.Moves, p.start.Notation(m)) {
			t.Errorf("%s: by the tables %s is good: %v", p.FEN, p.start.Notation(m), good)
		}
	}
}

// reaches reports, by the tables, whether a move reaches the goal.
func (p problem) reaches(m board.Move) bool {
	result, _, _ := endgame.Probe(p.start.Play(m))
	return result == map[string]endgame.Result{"win": endgame.Loss, "draw": endgame.Draw}[p.Goal]
}

func (p problem) solve(t *testing.T) {
	limits := engine.Limits{Nodes: problemNodes}
	if *problemTime > 0 {
		limits = engine.Limits{Time: *problemTime}
	}
	e := search.New(search.DefaultOptions())
	begun, found := time.Now(), time.Duration(-1) // since when the answer has been right
	e.Report(func(a engine.Answer) {
		switch right := p.solvedBy(a); {
		case !right:
			found = -1
		case found < 0:
			found = time.Since(begun)
		}
	})
	a, err := e.Choose(context.Background(), board.NewGame(p.start, board.FederationRules), limits)
	if err != nil {
		t.Fatal(err)
	}
	if !p.solvedBy(a) {
		t.Errorf("%s: %s, score %d at depth %d after %d nodes; want a %s by %v",
			p.FEN, p.start.Notation(a.Move), a.Score, a.Depth, a.Nodes, p.Goal, p.Moves)
	}
	if *problemTime > 0 {
		t.Logf(
			"| %s | `%s` | %s | %s | %.3f | %d | %d |", p.Name, p.FEN, p.Goal, strings.Join(p.Moves, ", "), found.Seconds(),
			a.Score, a.Depth,
		)
	}
}

// solvedBy reports whether an answer is one of the published moves, if there are any, and has a score that fits the
// goal: more than a man for a win, less than a fifth of a man for either side for a draw.
func (p problem) solvedBy(a engine.Answer) bool {
	good := p.Moves == nil || slices.Contains(p.Moves, p.start.Notation(a.Move))
	if p.Goal == "win" {
		return good && a.Score > engine.ManValue
	}
	return good && a.Score > -20 && a.Score < 20
}
