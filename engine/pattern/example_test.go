package pattern_test

import (
	"fmt"

	"crownhead/board"
	"crownhead/engine/pattern"
)

// Without weights a position is worth its material, seen from the side to move.
func ExampleEvaluation_Score() {
	p, err := board.ParseFEN("B:Wc1,Kd2:Bb8,d8")
	if err != nil {
		fmt.Println(err)
		return
	}
	plain := pattern.New(make([]float32, 2*pattern.TermCount))
	fmt.Println(plain.Score(p))
	// Output: -200
}
