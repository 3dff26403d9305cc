package queries

import (
	"fmt"
	"os"

	"crownhead/internal/cli"
)

func ExampleMoves() {
	if err := Moves("W:Wc3:Bd4,f6", &cli.Output{Stdout: os.Stdout}); err != nil {
		fmt.Println(err)
	}
	// Output: c3:e5:g7     B:Wg7:B
}

func ExampleInfer() {
	o := InferOptions{FEN: "W:Wc3:Bf6", Bits: "00402000", Lang: "en"}
	if err := Infer(o, &cli.Output{Stdout: os.Stdout}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// move c3-d4
	// B:Wd4:Bf6
}
