package arm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crownhead/board"
	"crownhead/board/inventory"
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

// trayCounts are how many trophies lie in the tray, and how many spare kings: both in the first slots.
type trayCounts struct{ Trophies, Kings int }

func (c trayCounts) inventory(p board.Position) inventory.Inventory {
	inv := inventory.New(board.Start(), p.Turn, 12, 3)
	for slot := c.Kings; slot < 3; slot++ {
		inv = inv.Lose(inventory.InSpares(slot))
	}
	for slot := range c.Trophies {
		inv = inv.Carry(inventory.OnSquare(board.Square(slot)), inventory.InTrophies(slot))
	}
	return inv.Agree(p)
}

func TestPlan(t *testing.T) {
	const promotes = "W:Wg7,a1:Bb8,a5"
	for _, c := range []struct {
		name, fen, move string
		tray, left      trayCounts
		want            string
	}{
		{"move", startFEN, "c3 d4", trayCounts{Trophies: 3, Kings: 2}, trayCounts{Trophies: 3, Kings: 2}, "move c3-d4"},
		{
			"capture in the order of the path", "W:WKa1:Bf2,c3,b6,f6", "a1 a7",
			trayCounts{Trophies: 3, Kings: 3},
			trayCounts{Trophies: 5, Kings: 3},
			"move a1-a7; remove c3-slot 3; remove b6-slot 4",
		},
		{
			"promotion", promotes, "g7 f8",
			trayCounts{Kings: 3},
			trayCounts{Trophies: 1, Kings: 2},
			"crown_off g7-slot 0; crown_on slot 14-f8",
		},
		{
			"the last spare king", promotes, "g7 f8",
			trayCounts{Kings: 1},
			trayCounts{Trophies: 1},
			"crown_off g7-slot 0; crown_on slot 12-f8",
		},
		{"no spare king", promotes, "g7 f8", trayCounts{}, trayCounts{}, "move g7-f8; turn over f8"},
		{
			"no slot for the man", promotes, "g7 f8",
			trayCounts{Trophies: 12, Kings: 3},
			trayCounts{Trophies: 12, Kings: 3},
			"move g7-f8; turn over f8",
		},
		{
			"promotion in a capture", "W:Wd6:Bc7,Kh2", "d6 b8",
			trayCounts{Kings: 3},
			trayCounts{Trophies: 2, Kings: 2},
			"crown_off d6-slot 0; crown_on slot 14-b8; remove c7-slot 1",
		},
		{
			"one slot for the captured checker only", "W:Wd6:Bc7,Kh2", "d6 b8",
			trayCounts{Trophies: 11, Kings: 3},
			trayCounts{Trophies: 12, Kings: 3},
			"move d6-b8; remove c7-slot 11; turn over b8",
		},
		{"tray full", "W:WKa1:Bf2,c3,b6,f6", "a1 a7", trayCounts{Trophies: 11}, trayCounts{Trophies: 11}, "tray full"},
		{
			"round trip", "W:WKe1,e3:BKa1,Kg1,b2,Kf2,h2,b4,f4,Kb6,Kf6,Kh6,Kd8", "e1 e1",
			trayCounts{},
			trayCounts{Trophies: 4},
			"remove f2-slot 0; remove f4-slot 1; remove b6-slot 2; remove b4-slot 3",
		},
		{
			"round trip with promotion", "B:Wg1,Kb2,e3,h4,c5,e5,a7,e7,g7:Bf2,Kh2,a3,g3,b6,f6,h8", "a3 a3 g7",
			trayCounts{Kings: 1},
			trayCounts{Trophies: 6},
			"crown_off a3-slot 0; crown_on slot 12-a3; remove b2-slot 1; remove e3-slot 2; remove g7-slot 3; remove e7-slot 4; remove c5-slot 5",
		},
	} {
		turn := turnOf(t, c.fen, c.move)
		inv := c.tray.inventory(turn.Before)
		program, err := newArm(t).Plan(turn, turn.Before.Turn.Other(), inv)
		left := program.InventoryAfter(inv, 0, len(program.Carries))
		got := trayCounts{left.Trophies(), len(left.SpareKings())}
		if err != nil || sortCarries(formatProgram(program)) != sortCarries(c.want) || got != c.left {
			t.Errorf("%s: %q, %+v, %v", c.name, formatProgram(program), got, err)
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
	inv := inventory.New(turn.Before, board.White, 12, 3)
	if _, err := a.Plan(turn, board.White, inv); err == nil {
		t.Error("the visitor's turn: no error")
	}
	if _, err := a.Plan(turn, board.Black, inventory.New(turn.Before, board.White, 13, 3)); err == nil {
		t.Error("a tray of other slots: no error")
	}
	turn.Move.To = 31
	if _, err := a.Plan(turn, board.Black, inv); err == nil {
		t.Error("an illegal move: no error")
	}
}

// Over whole games: every carry starts where something is and ends where nothing is, no slot is used twice, and the
// last carry leaves the board of the rules.
func TestPlanGames(t *testing.T) {
	a, rng := newArm(t), rand.New(rand.NewPCG(1, 2))
	kinds := map[string]int{}
	for range 300 {
		p, inv, used := board.Start(), inventory.New(board.Start(), board.White, 12, 3), map[int]bool{}
		for range 120 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			program, err := a.Plan(Turn{Before: p, Move: m}, p.Turn.Other(), inv)
			if err != nil {
				t.Fatal(err)
			}
			if program.TrophySlotsFull {
				inv, used = inv.Tidy(), map[int]bool{}
				continue
			}
			checkCarries(t, program, used, kinds)
			inv, p = program.InventoryAfter(inv, 0, len(program.Carries)), p.Play(m)
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
