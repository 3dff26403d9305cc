package world_test

import (
	"fmt"
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/world"
)

// The visitor's hand moves a checker; the sensors see it, and the witness, too.
func ExampleWorld_MoveSquare() {
	w := world.New(groundtruth.New(1), 1)
	w.PlacePosition(board.Start(), board.White, 3)
	fmt.Printf("%032b\n", w.Sensors())

	from, _ := board.ParseSquare("c3")
	to, _ := board.ParseSquare("d4")
	fmt.Println(w.MoveSquare(from, to))
	fmt.Printf("%032b\n", w.Sensors())

	w.VerifyPosition(board.Start(), time.Second) // as if the robot had not seen the move
	for _, difference := range w.Counts().MismatchDetails {
		fmt.Println(difference)
	}
	// Output:
	// 11111111111100000000111111111111
	// <nil>
	// 11111111111100000010110111111111
	// 1.000 s: c3: empty, the game has a white man
	// 1.000 s: d4: a white man, the game has nothing
}
