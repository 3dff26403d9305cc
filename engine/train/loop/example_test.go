package loop_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"crownhead/engine/train/loop"
)

// A record of a generation that has only a number.
type generation struct {
	Number int `json:"number"`
}

// A training that is run again goes on where it ended.
func ExampleTraining() {
	dir, err := os.MkdirTemp("", "training-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	training := loop.Training[generation]{
		Folders: loop.Folders[generation]{Dir: dir, Digits: 2, Check: func(*generation, int) error { return nil }},
		Next: func(finished []generation) (generation, any, error) {
			return generation{Number: len(finished) + 1}, map[string]int{"games": 100}, nil
		},
		Make: func(_ context.Context, g *generation, _ []generation) error {
			fmt.Println("making generation", g.Number)
			return nil
		},
		Report: func(finished []generation) error {
			fmt.Println("finished:", len(finished))
			return nil
		},
	}
	for _, training.Generations = range []int{1, 3} {
		if _, err := training.Run(context.Background()); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// making generation 1
	// finished: 1
	// making generation 2
	// finished: 2
	// making generation 3
	// finished: 3
}
