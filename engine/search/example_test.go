package search_test

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/search"
)

// White takes two men at once and wins by force within five plies.
func Example() {
	p, err := board.ParseFEN("W:WKa1:Bb2,d6,f6")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := search.New(search.DefaultOptions())
	answer, err := e.Choose(context.Background(), board.NewGame(p, board.FederationRules), engine.Limits{Depth: 11})
	if err != nil {
		fmt.Println(err)
		return
	}
	plies, proven := search.DistanceToEnd(answer.Score)
	fmt.Println(p.Notation(answer.Move), plies, proven)
	// Output: a1:c3:g7 5 true
}

func ExampleWinEstimate() {
	for _, score := range []int{0, engine.ManValue, -engine.ManValue, engine.KingValue} {
		fmt.Printf("%+.2f\n", search.WinEstimate(score))
	}
	// Output:
	// +0.00
	// +0.39
	// -0.39
	// +0.85
}
