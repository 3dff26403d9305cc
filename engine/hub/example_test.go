package hub_test

import (
	"fmt"
	"os"
	"strings"

	"crownhead/engine"
	"crownhead/engine/hub"
	"crownhead/engine/search"
)

// A program with a board asks an engine for its name and parameters, and makes it ready.
func ExampleServe() {
	e := hub.Engine{
		Name: "example", Version: "1", Author: "somebody", Country: "ua",
		New: func(map[string]string) (engine.Player, error) {
			return search.New(search.Options{Evaluation: search.Material{}}), nil
		},
	}
	conversation := strings.NewReader("hub\ninit\nping\nquit\n")
	if err := hub.Serve(e, conversation, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// id name=example version=1 author=somebody country=ua
	// param name=variant value=russian type=enum values=russian
	// param name=draws value=federation type=enum values="federation article"
	// wait
	// ready
	// pong
}
