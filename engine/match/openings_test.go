package match

import (
	"context"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

var update = flag.Bool("update", false, "find the openings anew")

const (
	openingsWanted = 3000 // at least
	even           = 30   // hundredths of a man
	judgedTo       = 9    // plies
)

// The openings are legal, all different, quiet, and as many as a long match wants.
func TestOpenings(t *testing.T) {
	if *update {
		found := findOpenings(t)
		if err := os.WriteFile("openings.txt", []byte(strings.Join(found, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		embeddedOpenings = strings.Join(found, "\n")
	}
	ps, err := parseOpenings("openings.txt", embeddedOpenings)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[board.Position]bool{}
	for _, p := range ps {
		if seen[p] || p.CanCapture() || p.Turn != board.White || p.White.Len() != p.Black.Len() {
			t.Errorf("%s: met before %v, to capture %v", p.FEN(), seen[p], p.CanCapture())
		}
		seen[p] = true
	}
	if len(ps) < openingsWanted || len(Openings()) != len(ps) {
		t.Errorf("%d openings", len(ps))
	}
}

// findOpenings takes what is even after four plies and after six.
func findOpenings(t *testing.T) []string {
	e := search.New(search.DefaultOptions())
	seen := map[board.Position]bool{}
	var found []string
	for _, plies := range []int{4, 6} {
		for _, line := range linesOf(plies) {
			if p := after(t, line); !seen[p] && isEven(t, e, p) {
				found = append(found, line)
			}
			seen[after(t, line)] = true
		}
	}
	slices.Sort(found)
	return found
}

func isEven(t *testing.T, e *search.Engine, p board.Position) bool {
	if p.CanCapture() || p.White.Len() != p.Black.Len() {
		return false
	}
	a, err := e.Choose(context.Background(), board.NewGame(p, board.FederationRules), engine.Limits{Depth: judgedTo})
	if err != nil {
		t.Fatal(err)
	}
	return max(a.Score, -a.Score) <= even
}

// linesOf lists the games of a number of plies, one for each position.
func linesOf(plies int) []string {
	type node struct {
		p    board.Position
		line string
	}
	level := []node{{p: board.Start()}}
	for range plies {
		seen := map[board.Position]bool{}
		var next []node
		for _, n := range level {
			for _, m := range n.p.Moves() {
				if q := n.p.Play(m); !seen[q] {
					seen[q] = true
					next = append(next, node{q, strings.TrimSpace(n.line + " " + n.p.Notation(m))})
				}
			}
		}
		level = next
	}
	lines := make([]string, len(level))
	for i, n := range level {
		lines[i] = n.line
	}
	return lines
}

func after(t *testing.T, line string) board.Position {
	ps, err := parseOpenings("a line", line)
	if err != nil {
		t.Fatal(err)
	}
	return ps[0]
}
