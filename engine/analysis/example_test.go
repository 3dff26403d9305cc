package analysis_test

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/analysis"
	"crownhead/engine/search"
)

// Black moves a man to where it is captured, together with another one.
func ExampleAnalyst_Assess() {
	p, err := board.ParseFEN("B:Wa1,e1,b2,d2,h2,a3,c3,e3,b4:Bc5,e5,d6,a7,c7,b8,d8,f8,h8")
	if err != nil {
		fmt.Println(err)
		return
	}
	move, err := p.ParseMove("c5-d4")
	if err != nil {
		fmt.Println(err)
		return
	}
	options := search.DefaultOptions()
	options.Evaluation = search.Material{}
	game := board.NewGame(p, board.FederationRules)
	assessment, err := analysis.New(options).Assess(context.Background(), game, move, engine.Limits{Depth: 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := assessment.Findings[0]
	fmt.Println(f.Key, f.Other, f.Squares)
	// Output: move_allows_capture e3:c5:e7 [d4 d6]
}
