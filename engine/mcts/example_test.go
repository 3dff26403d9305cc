package mcts_test

import (
	"context"
	"fmt"
	"log"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/mcts"
	"crownhead/engine/net"
)

// With a limit of playouts an engine gives the same answer every time. This one has no network: it
// plays random games instead.
func ExampleEngine_Choose() {
	e, err := mcts.New(mcts.NewRollouts(4, 1), mcts.DefaultOptions())
	if err != nil {
		log.Fatal(err)
	}
	p, err := board.ParseFEN("W:Wc3,e3,g3:Bd4,f8,h8")
	if err != nil {
		log.Fatal(err)
	}
	g := board.NewGame(p, board.FederationRules)
	answer, err := e.Choose(context.Background(), g, engine.Limits{Nodes: 200})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Notation(answer.Move), answer.Win > 0)
	// Output: e3:c5 true
}

// A search ends as soon as the result is proven, here by the tables of endings.
func ExampleEngine_Search() {
	n, err := net.NewCompact(net.CompactShape{Blocks: 1, Filters: 8}, 1)
	if err != nil {
		log.Fatal(err)
	}
	e, err := mcts.New(n.Evaluator(), mcts.DefaultOptions())
	if err != nil {
		log.Fatal(err)
	}
	p, err := board.ParseFEN("W:Wa7,c5:Bh8")
	if err != nil {
		log.Fatal(err)
	}
	r, err := e.Search(context.Background(), mcts.Query{
		Game:   board.NewGame(p, board.FederationRules),
		Limits: engine.Limits{Nodes: 1000},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Proven, r.Value, r.Playouts < 1000)
	for _, a := range r.Actions {
		if a.Policy == 1 {
			fmt.Println(a.Action)
		}
	}
	// Output:
	// true 1 true
	// c5b6
}

// Show writes what the tree knows of the best moves: visits, value, prior and what is expected then.
func ExampleEngine_FormatLines() {
	e, err := mcts.New(mcts.NewRollouts(4, 1), mcts.DefaultOptions())
	if err != nil {
		log.Fatal(err)
	}
	g := board.NewGame(board.Start(), board.FederationRules)
	if _, err := e.Choose(context.Background(), g, engine.Limits{Nodes: 50}); err != nil {
		log.Fatal(err)
	}
	fmt.Print(e.FormatLines(2))
	// Output:
	//        N       Q      P
	//       12  +0.271  0.143  e3-f4 b6-a5 d2-e3 a5-b4
	//       11  +0.227  0.143  a3-b4 b6-c5 b2-a3 c5-d4 c3:e5
}
