package journal_test

import (
	"fmt"
	"strings"

	"crownhead/board"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// A sensor log has what the sensors showed at each press, and the engine's moves. The visitor's moves are inferred.
func ExampleReplay_sensorLog() {
	log := `{"log":"crownhead/1","fen":"W:Wc3,g1:Ba7,h8,d8","visitor":"white","variant":"russian"}
{"t":1,"event":"button","bits":"a1002008"}
{"t":2,"event":"engine","move":"a7-b6"}
`
	report, err := journal.Replay(strings.NewReader(log), journal.Options{})
	fmt.Println(report.Verdicts, report.Moves, err)
	// Output: [move] [c3-d4 a7-b6] <nil>
}

// A journal holds the outcome of every event. Where turn.Step gives another one than when the journal was
// written, the replay names the line. Here an effect is missing from the journal.
func ExampleReplay_journal() {
	settings := turn.Settings{Start: board.Start(), NextStart: board.Start(), VisitorColor: board.White, Version: turn.Version}
	var file journal.Memory
	j := journal.New(&file, journal.NewHeader(settings, 1))
	state := turn.NewState(settings)
	for _, e := range []turn.Event{
		{Kind: turn.EventLink, Link: turn.LinkUp, BootID: 1, Virtual: true},
		{Kind: turn.EventScan, Bits: board.Start().Occupied()},
		{Kind: turn.EventHomed},
	} {
		var result turn.StepResult
		state, result = turn.Step(state, e)
		j.Append(e, result)
	}
	j.Close()

	report, err := journal.Replay(strings.NewReader(file.String()), journal.Options{})
	fmt.Println(report.Diverged, err)

	changed := strings.Replace(file.String(), `{"effect":"home"},`, "", 1)
	report, _ = journal.Replay(strings.NewReader(changed), journal.Options{})
	fmt.Printf("line %d: the log has %s, now it is %s\n", report.Diverged.Line, report.Diverged.Want, report.Diverged.Got)
	// Output:
	// <nil> <nil>
	// line 2: the log has {"effect":"deadline","name":"home","n":60000}, now it is {"effect":"home"}
}
