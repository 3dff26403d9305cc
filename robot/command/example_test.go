package command_test

import (
	"fmt"

	"crownhead/robot/command"
)

// What is wrong with a command is said in words for whoever gave it.
func ExampleCheck() {
	limits := command.Limits{Levels: []string{"child", "amateur"}}
	for _, level := range []string{"amateur", "wizard"} {
		fmt.Println(command.Check(command.Command{Name: command.Level, Args: map[string]string{"level": level}}, limits))
	}
	// Output:
	// <nil>
	// robot: command refused: argument level: "wizard" is none of child, amateur
}
