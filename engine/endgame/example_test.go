package endgame_test

import (
	"fmt"

	"crownhead/board"
	"crownhead/engine/endgame"
)

// Three kings beat one, unless the lone king holds the main road.
func ExampleProbe() {
	for _, fen := range []string{"W:WKc1,Ke1,Kg1:BKb8", "W:WKc1,Ke1,Kg1:BKh8"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			fmt.Println(err)
			return
		}
		result, distance, ok := endgame.Probe(p)
		fmt.Println(result, distance, ok)
	}
	// Output:
	// win 19 true
	// draw 0 true
}

func ExampleSignatures() {
	fmt.Println(endgame.Signatures(2))
	// Output: [K-K K-M M-K M-M]
}
