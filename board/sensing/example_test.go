package sensing_test

import (
	"fmt"

	"crownhead/board"
	"crownhead/board/sensing"
)

// The visitor has moved c3-d4: one legal move explains the occupancy.
func ExampleInfer() {
	start := board.Start()
	move, _ := start.ParseMove("c3-d4")
	r := sensing.Infer(sensing.Query{Position: start, Bits: start.Play(move).Occupied()})
	fmt.Println(r.Verdict, start.Notation(r.Move))
	// Output: move c3-d4
}

// The visitor has moved a man backwards: the result names the rule and both squares.
func ExampleInfer_illegal() {
	p, _ := board.ParseFEN("W:Wc3,d4:Bh8")
	seen, _ := board.ParseFEN("W:Wc3,e3:Bh8")
	r := sensing.Infer(sensing.Query{Position: p, Bits: seen.Occupied()})
	fmt.Println(r.Verdict, r.Say.Key, r.Say.Squares)
	// Output: illegal men_go_forward [d4 e3]
}
