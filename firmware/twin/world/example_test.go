package world_test

import (
	"fmt"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/world"
)

// The visitor's hand moves a checker; the sensors see it, and the witness, too.
func ExampleWorld_Move() {
	w := world.New(world.NewGroundTruth(1), 1)
	w.Setup(board.Start(), board.White, 3)
	fmt.Printf("%032b\n", w.Sensors())

	from, _ := board.ParseSquare("c3")
	to, _ := board.ParseSquare("d4")
	fmt.Println(w.Move(from, to))
	fmt.Printf("%032b\n", w.Sensors())

	w.Handover(board.Start(), time.Second) // as if the robot had not seen the move
	for _, difference := range w.Counts().Mismatch {
		fmt.Println(difference)
	}
	// Output:
	// 11111111111100000000111111111111
	// <nil>
	// 11111111111100000010110111111111
	// 1.000 s: c3: empty, the game has a white man
	// 1.000 s: d4: a white man, the game has nothing
}

// A robot that was put up by eye stands a little aside of where the drawing has it.
func ExampleNewMisalignedTruth() {
	drawn, built := world.NominalTruth().Board, world.NewMisalignedTruth(3).Board
	fmt.Printf("x %+.1f mm, y %+.1f mm, turned by %+.1f°\n", built.X-drawn.X, built.Y-drawn.Y, built.Yaw)
	// Output: x -2.6 mm, y -3.9 mm, turned by -1.0°
}
