package inventory_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"crownhead/board"
	"crownhead/board/inventory"
)

// A promotion by a spare king, taken back: two bodies change places.
func ExampleInventory_StepsTo() {
	p, _ := board.ParseFEN("B:Wg1,h2:Bb2,h8")
	before := inventory.New(p, board.Black, 12, 3)
	b2, _ := board.ParseSquare("b2")
	c1, _ := board.ParseSquare("c1")
	after := before.Carry(inventory.OnSquare(b2), inventory.InTrophies(0)).
		Carry(inventory.InSpares(2), inventory.OnSquare(c1))
	for _, step := range after.StepsTo(before) {
		fmt.Printf("%v from %v to %v\n", step.Piece(), step.From, step.To)
	}
	// Output:
	// black king from c1 to king3
	// black man from tray1 to b2
}

// playRandomly plays plies from a position, those of the robot with the arm's hands as Plan has them: captured ones to
// the slots in their order, and a king for a man that is crowned.
func playRandomly(
	t *rapid.T, inv inventory.Inventory, p board.Position, robot board.Color, plies int,
) (inventory.Inventory, board.Position) {
	for range plies {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		if p.Turn != robot {
			inv = inv.PlayByHand(p, m)
			p = p.Play(m)
			continue
		}
		free, kings := inv.FreeTrophySlots(), inv.SpareKings()
		if len(free) < m.Captured.Len() {
			inv = inv.EmptyTrophies()
			free = inv.FreeTrophySlots()
		}
		to := inventory.OnSquare(m.To)
		if p.Promotes(m) && len(kings) > 0 && len(free) > m.Captured.Len() {
			inv = inv.Carry(inventory.OnSquare(m.From), inventory.InTrophies(free[0]))
			inv = inv.Carry(inventory.InSpares(kings[len(kings)-1]), to)
			free = free[1:]
		} else {
			inv = inv.Carry(inventory.OnSquare(m.From), to)
		}
		for i, sq := range p.CaptureOrder(m) {
			inv = inv.Carry(inventory.OnSquare(sq), inventory.InTrophies(free[i]))
		}
		p = p.Play(m)
		inv = inv.TurnOver(to, p.Kings.Has(m.To))
	}
	return inv, p
}

// Over random games the board is the game's, no place holds two, no body is lost or comes into being; and whatever was
// played, the steps back lead to every body's place and side before, each onto a place that is free, whatever a hand
// does in between.
func TestStepsLeadBack(t *testing.T) {
	fens := []string{
		board.Start().FEN(), "B:Wg1,h2:Bb2,h8", "W:Wc7,a1,e3:Bh8,a7,d4", "B:Wd2,f2,h2,Ka1:Bc3,a5,g3,Kh8",
		"W:Wb6,d6,f6:Bc3,e3,g3",
	}
	rapid.Check(t, func(t *rapid.T) {
		p, err := board.ParseFEN(rapid.SampledFrom(fens).Draw(t, "fen"))
		if err != nil {
			t.Fatal(err)
		}
		robot := rapid.SampledFrom([]board.Color{board.White, board.Black}).Draw(t, "robot")
		trophies, kings := rapid.IntRange(12, 15).Draw(t, "trophies"), rapid.IntRange(0, 3).Draw(t, "kings")
		start := inventory.New(p, robot, trophies, kings)
		before, at := playRandomly(t, start, p, robot, rapid.IntRange(0, 30).Draw(t, "plies"))
		check(t, before, at, len(start.Bodies()))
		now, then := playRandomly(t, before, at, robot, rapid.IntRange(0, 4).Draw(t, "taken back"))
		check(t, now, then, len(start.Bodies()))
		for _, step := range now.StepsTo(before) {
			_, taken := now.At(step.To)
			if taken && !step.Turns() && step.To.Room != inventory.Hand && step.To.Room != inventory.Elsewhere {
				t.Fatalf("%+v: the place is taken", step)
			}
			now = now.Apply(step)
		}
		for n, b := range now.Bodies() {
			if was := before.Bodies()[n]; b != was && was.Place.Room != inventory.Hand {
				t.Fatalf("body %d is %+v, was %+v", n, b, was)
			}
		}
		check(t, now, at, len(start.Bodies()))
		if again := before.Agree(at); len(again.StepsTo(before)) != 0 {
			t.Fatalf("the board agrees, and yet something is to be done: %+v", again.StepsTo(before))
		}
	})
}

// check holds an inventory against the game.
func check(t *rapid.T, inv inventory.Inventory, p board.Position, bodies int) {
	places := map[inventory.Place]bool{}
	for _, b := range inv.Bodies() {
		if b.Place.Room == inventory.Hand || b.Place.Room == inventory.Elsewhere {
			continue
		}
		if places[b.Place] {
			t.Fatalf("two bodies at %+v", b.Place)
		}
		places[b.Place] = true
	}
	for sq := range board.NoSquare {
		if got := inv.PieceAt(sq); got != p.PieceAt(sq) {
			t.Fatalf("%v on %v in %s", got, sq, p.FEN())
		}
	}
	if inv.Occupied() != p.Occupied() || len(inv.Bodies()) != bodies {
		t.Fatalf("%v, %d bodies", inv.Occupied(), len(inv.Bodies()))
	}
}

// Where the program has lost count the game decides, with bodies that lie about before new ones; and a tidy tray has all
// its kings.
func TestAgreeAndTidy(t *testing.T) {
	p, err := board.ParseFEN("W:Wa1:Bh8,f8")
	if err != nil {
		t.Fatal(err)
	}
	inv := inventory.New(p, board.Black, 2, 2)
	c3, h8 := board.Square(9).Bit(), board.Square(31).Bit()
	moved := board.Position{White: p.White, Black: p.Black&^h8 | c3, Kings: c3}
	got := inv.Agree(moved)
	if got.PieceAt(9) != board.BlackKing || len(got.Bodies()) != len(inv.Bodies()) {
		t.Errorf("%+v", got.Bodies())
	}
	got = got.Carry(inventory.InSpares(1), inventory.InTrophies(0)).Lose(inventory.InSpares(0))
	if got.IsTidy() || got.Trophies() != 1 || len(got.SpareKings()) != 0 {
		t.Errorf("%+v", got.Bodies())
	}
	if got = got.Tidy(); !got.IsTidy() || len(got.SpareKings()) != 2 || len(got.Bodies()) != len(inv.Bodies()) {
		t.Errorf("%+v", got.Bodies())
	}
}

// After a game without a promotion the board needs every checker that is not a spare king; after one with a promotion a
// man may have been left in the tray.
func TestLeavesTrayTidy(t *testing.T) {
	inv := inventory.New(board.Start(), board.Black, 12, 3)
	captured := inv.Carry(inventory.OnSquare(0), inventory.InTrophies(0))
	crowned := inv.Carry(inventory.OnSquare(31), inventory.InTrophies(0))
	crowned = crowned.Carry(inventory.InSpares(2), inventory.OnSquare(31))
	few := board.Position{White: 1, Black: board.Square(31).Bit()}
	for name, c := range map[string]struct {
		inv  inventory.Inventory
		next board.Position
		want bool
	}{
		"nothing happened":             {inv, few, true},
		"one captured":                 {captured, board.Start(), true},
		"one captured, a study":        {captured, few, false},
		"one crowned":                  {crowned, board.Start(), false},
		"one crowned, and tidied":      {crowned.Tidy(), board.Start(), true},
		"one captured, tray was empty": {captured.EmptyTrophies(), few, true},
	} {
		if got := c.inv.LeavesTrayTidy(c.next); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
