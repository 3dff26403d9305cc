package arm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crownhead/board"
)

func newArm(t *testing.T) *Arm {
	t.Helper()
	a, err := New(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// formatProgram writes a program as text: the kind and both ends of each carry, and where a checker must be turned over.
func formatProgram(p Program) string {
	var words []string
	for _, c := range p.Carries {
		words = append(words, fmt.Sprintf("%s %v-%v", c.Kind, c.From, c.To))
	}
	if p.TurnOver != board.NoSquare {
		words = append(words, "turn over "+p.TurnOver.String())
	}
	if p.TrophySlotsFull {
		words = append(words, "tray full")
	}
	return strings.Join(words, "; ")
}

func TestPlan(t *testing.T) {
	const promotes = "W:Wg7,a1:Bb8,a5"
	for _, c := range []struct {
		name, fen, move string
		tray, left      Tray
		want            string
	}{
		{"move", startFEN, "c3 d4", Tray{Trophies: 3, Kings: 2}, Tray{Trophies: 3, Kings: 2}, "move c3-d4"},
		{
			"capture in the order of the path", "W:WKa1:Bf2,c3,b6,f6", "a1 a7",
			Tray{Trophies: 3, Kings: 3},
			Tray{Trophies: 5, Kings: 3},
			"move a1-a7; remove c3-slot 3; remove b6-slot 4",
		},
		{
			"promotion", promotes, "g7 f8",
			Tray{Kings: 3},
			Tray{Trophies: 1, Kings: 2},
			"crown_off g7-slot 0; crown_on slot 14-f8",
		},
		{
			"the last spare king", promotes, "g7 f8",
			Tray{Kings: 1},
			Tray{Trophies: 1},
			"crown_off g7-slot 0; crown_on slot 12-f8",
		},
		{"no spare king", promotes, "g7 f8", Tray{}, Tray{}, "move g7-f8; turn over f8"},
		{
			"no slot for the man", promotes, "g7 f8",
			Tray{Trophies: 12, Kings: 3},
			Tray{Trophies: 12, Kings: 3},
			"move g7-f8; turn over f8",
		},
		{
			"promotion in a capture", "W:Wd6:Bc7,Kh2", "d6 b8",
			Tray{Kings: 3},
			Tray{Trophies: 2, Kings: 2},
			"crown_off d6-slot 0; crown_on slot 14-b8; remove c7-slot 1",
		},
		{
			"one slot for the captured checker only", "W:Wd6:Bc7,Kh2", "d6 b8",
			Tray{Trophies: 11, Kings: 3},
			Tray{Trophies: 12, Kings: 3},
			"move d6-b8; remove c7-slot 11; turn over b8",
		},
		{"tray full", "W:WKa1:Bf2,c3,b6,f6", "a1 a7", Tray{Trophies: 11}, Tray{Trophies: 11}, "tray full"},
		{
			"round trip", "W:WKe1,e3:BKa1,Kg1,b2,Kf2,h2,b4,f4,Kb6,Kf6,Kh6,Kd8", "e1 e1",
			Tray{},
			Tray{Trophies: 4},
			"remove f2-slot 0; remove f4-slot 1; remove b6-slot 2; remove b4-slot 3",
		},
		{
			"round trip with promotion", "B:Wg1,Kb2,e3,h4,c5,e5,a7,e7,g7:Bf2,Kh2,a3,g3,b6,f6,h8", "a3 a3 g7",
			Tray{Kings: 1},
			Tray{Trophies: 6},
			"crown_off a3-slot 0; crown_on slot 12-a3; remove b2-slot 1; remove e3-slot 2; remove g7-slot 3; remove e7-slot 4; remove c5-slot 5",
		},
	} {
		turn := turnOf(t, c.fen, c.move)
		program, left, err := newArm(t).Plan(turn, turn.Before.Turn.Other(), c.tray)
		c.left.Slots = 12
		if c.want == "tray full" {
			left.Slots = 12
		}
		if err != nil || sortCarries(formatProgram(program)) != sortCarries(c.want) || left != c.left {
			t.Errorf("%s: %q, %+v, %v", c.name, formatProgram(program), left, err)
		}
	}
}

// sortCarries drops the order in which checkers are removed and their slots: a circular capture can go either way
// round.
func sortCarries(program string) string {
	var rest []string
	var removed []string
	for word := range strings.SplitSeq(program, "; ") {
		if from, _, ok := strings.Cut(word, "-"); ok && strings.HasPrefix(word, KindRemove) {
			removed = append(removed, from)
		} else {
			rest = append(rest, word)
		}
	}
	if len(removed) > 2 {
		slices.Sort(removed)
		return strings.Join(append(rest, removed...), "; ")
	}
	return program
}

func TestPlanRefusals(t *testing.T) {
	a, turn := newArm(t), turnOf(t, startFEN, "c3 d4")
	if _, _, err := a.Plan(turn, board.White, a.InitialTray()); err == nil {
		t.Error("the visitor's turn: no error")
	}
	if _, _, err := a.Plan(turn, board.Black, Tray{Trophies: 13}); err == nil {
		t.Error("more trophies than slots: no error")
	}
	turn.Move.To = 31
	if _, _, err := a.Plan(turn, board.Black, a.InitialTray()); err == nil {
		t.Error("an illegal move: no error")
	}
}

// Over whole games: every carry starts where something is and ends where nothing is, no slot is used twice, and the
// last carry leaves the board of the rules.
func TestPlanGames(t *testing.T) {
	a, rng := newArm(t), rand.New(rand.NewPCG(1, 2))
	kinds := map[string]int{}
	for range 300 {
		p, tray, used := board.Start(), a.InitialTray(), map[int]bool{}
		for range 120 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			program, left, err := a.Plan(Turn{p, m}, p.Turn.Other(), tray)
			if err != nil {
				t.Fatal(err)
			}
			if program.TrophySlotsFull {
				tray, used = a.InitialTray(), map[int]bool{}
				continue
			}
			checkCarries(t, program, used, kinds)
			tray, p = left, p.Play(m)
			if n := len(program.Carries); program.occupiedBefore(n) != p.Occupied() {
				t.Fatalf("%s leaves %v, the rules %v", formatProgram(program), program.occupiedBefore(n), p.Occupied())
			}
		}
	}
	if kinds[KindCrownOn] < 50 || kinds[KindRemove] < 1000 {
		t.Errorf("too few of some kind: %v", kinds)
	}
}

func checkCarries(t *testing.T, p Program, used map[int]bool, kinds map[string]int) {
	t.Helper()
	for i, c := range p.Carries {
		kinds[c.Kind]++
		before := p.occupiedBefore(i)
		if c.From.HasSensor() && !before.Has(c.From.Square) || c.To.HasSensor() && before.Has(c.To.Square) {
			t.Fatalf("carry %d of %s: occupied before: %v", i, formatProgram(p), before.Squares())
		}
		if before&^c.From.squareBit()|c.To.squareBit() != c.Expect {
			t.Fatalf("carry %d of %s: expects %v after %v", i, formatProgram(p), c.Expect, before)
		}
		for _, place := range []Place{c.From, c.To} {
			if !place.HasSensor() {
				if used[place.Slot] {
					t.Fatalf("carry %d of %s: slot %d twice", i, formatProgram(p), place.Slot)
				}
				used[place.Slot] = true
			}
		}
	}
}
