package turn_test

import (
	"encoding/json"
	"fmt"

	"crownhead/board"
	"crownhead/robot/turn"
)

// A link that comes up lets the arm find its position; once the board has been seen, too, it is the
// visitor's turn.
func ExampleStep() {
	s := turn.NewState(turn.Settings{
		Start: board.Start(), NextStart: board.Start(), Version: turn.Version, KingSlots: 3,
		CaptureSlots: 12,
	})
	for _, e := range []turn.Event{
		{Kind: turn.EventLink, Link: turn.LinkUp},
		{Kind: turn.EventScan, Bits: board.Start().Occupied()},
		{Kind: turn.EventHomed},
	} {
		var result turn.StepResult
		s, result = turn.Step(s, e)
		fmt.Printf("%s → %s %q\n", e.Kind, s.Phase, result.Say)
	}
	// Output:
	// link → boot "getting_ready"
	// scan → boot ""
	// homed → visitor "your_turn_white"
}

// A journal has an event with its outcome in one line.
func ExampleLine() {
	s := turn.NewState(turn.Settings{Start: board.Start()})
	e := turn.Event{Kind: turn.EventPressed}
	_, result := turn.Step(s, e)
	line, err := json.Marshal(turn.Line{Event: e, Then: result})
	fmt.Println(err)
	fmt.Println(string(line))
	// Output:
	// <nil>
	// {"t":0,"event":"press","then":{"position":"82f7cbf6f9005c89","effects":[{"effect":"mood","name":"pressed"}]}}
}
