package config_test

import (
	"errors"
	"fmt"

	"crownhead/config"
)

// All faults of a file are reported at once, each with its place and a hint.
func ExampleParse() {
	_, err := config.Parse([]byte("calibrated: true\narm:\n  board:\n    pich: 18.75\n    centre_x: 22\ngame:\n  levl: club\n"))
	var faults config.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			fmt.Printf("%d:%d %s: %s (%s)\n", f.Line, f.Column, f.Path, f.Problem, f.Hint)
		}
	}
	// Output:
	// 4:5 arm.board.pich: no such option (did you mean pitch?)
	// 5:15 arm.board.centre_x: 22 is outside 100 … 400 mm (the unit is mm: 22 cm are 220)
	// 7:3 game.levl: no such option (did you mean level?)
}

// A file holds only what differs from the defaults.
func ExampleParse_defaults() {
	c, err := config.Parse([]byte("game:\n  level: club\n"))
	fmt.Println(c.Game.Level, c.Game.Draws, c.Arm.Board.Pitch, err)
	// Output: club federation 18.75 <nil>
}
