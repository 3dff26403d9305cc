package levels_test

import (
	"context"
	"fmt"

	"crownhead/board"
	"crownhead/engine/levels"
)

// A child plays its first move. The same seed always chooses the same one.
func ExampleNew() {
	player, level, err := levels.New("child", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	game := board.NewGame(board.Start(), board.FederationRules)
	first, err := player.Choose(context.Background(), game, level.Fast)
	if err != nil {
		fmt.Println(err)
		return
	}
	player, _, _ = levels.New("child", 1)
	again, _ := player.Choose(context.Background(), game, level.Fast)
	fmt.Println(game.Position().Legal(first.Move), first.Move == again.Move)
	// Output: true true
}

func ExampleNames() {
	fmt.Println(levels.Names())
	// Output: [child beginner learner amateur club strong candidate master]
}
