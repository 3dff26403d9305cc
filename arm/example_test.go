package arm_test

import (
	"errors"
	"fmt"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/board/inventory"
)

// The robot captures and promotes: a spare king takes the place of its man, and the captured checker goes to the tray.
func ExamplePlan() {
	before, _ := board.ParseFEN("B:Wd2,h2:Bc3,a5")
	move, _ := before.ParseMove("c3:e1")
	bodies := inventory.New(before, board.Black, 18, 3)
	program, _ := arm.Plan(arm.Turn{Before: before, Move: move}, bodies)
	for _, c := range program.Carries {
		fmt.Printf("%-9s from %v to %v\n", c.Kind, c.From, c.To)
	}
	after := program.InventoryAfter(bodies, 0, len(program.Carries))
	fmt.Println("trophies:", after.Trophies(), "spare kings:", len(after.SpareKings()))
	// Output:
	// crown_off from c3 to slot 0
	// crown_on  from slot 20 to e1
	// remove    from d2 to slot 1
	// trophies: 2 spare kings: 2
}

// A board that stands too far away is refused; the error knows by how much.
func ExampleNew() {
	cfg := arm.DefaultConfig()
	cfg.Board.CentreX += 60
	_, err := arm.New(cfg)
	var places arm.UnreachablePlaces
	if errors.As(err, &places) {
		fmt.Println(len(places), "places are out of reach;", places[0], "by", places[0].Excess, "mm")
	}
	// Output: 8 places are out of reach; a1 when the visitor plays white by 14 mm
}
