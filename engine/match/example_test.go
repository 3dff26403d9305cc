package match_test

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/match"
)

// Of 100 pairs A won both games of 20 and lost both games of 10; all other games were drawn.
func ExampleResult_Elo() {
	r := match.Result{Wins: 40, Draws: 140, Losses: 20, Pairs: match.Pentanomial{10, 0, 70, 0, 20}}
	elo, low, high := r.Elo()
	fmt.Printf("%+.0f (%+.0f to %+.0f)\n", elo, low, high)
	// Output: +35 (-3 to +72)
}

// The sequential test stops a match as soon as the pairs say enough.
func ExampleSPRT() {
	test, err := match.ParseSPRT("0,20")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", test.Verdict(match.Pentanomial{1, 2, 10, 3, 1}))
	fmt.Printf("%q\n", test.Verdict(match.Pentanomial{10, 30, 400, 90, 30}))
	// Output:
	// ""
	// "H1"
}

// The deeper search wins. The same seed always plays the same games.
func ExampleMatch_Play() {
	a, err := match.ParseSide("search:depth=4,eval=material", engine.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := match.ParseSide("search:depth=1,eval=material", engine.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := match.Match{
		A:           a,
		B:           b,
		Games:       4,
		Openings:    match.Openings(),
		Seed:        1,
		Rules:       board.FederationRules,
		Concurrency: 2,
	}
	result, err := m.Play(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Games(), result.Wins > result.Losses)
	// Output: 4 true
}
