package selfplay_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"crownhead/engine/mcts"
	"crownhead/engine/net"
	"crownhead/engine/train/selfplay"
)

// Games of a player without a network, and what a network could learn from them.
func ExampleShardWriter_WriteMissing() {
	dir, err := os.MkdirTemp("", "games-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	plan := selfplay.Defaults()
	plan.Games, plan.GamesPerShard, plan.Visits, plan.FastVisits = 4, 2, 16, 4
	origin := selfplay.Origin{Plan: plan, Player: "rollouts"}
	m := selfplay.ShardWriter{
		Dir: dir, Origin: origin, Workers: 1,
		NewEvaluator: func() (net.Evaluator, error) { return mcts.NewRollouts(1, 1), nil },
		Progress:     func(p selfplay.Progress) { fmt.Println(p.Shards, "files,", p.Totals.Games, "games") },
	}
	if err := m.WriteMissing(context.Background()); err != nil {
		log.Fatal(err)
	}
	shard, err := selfplay.Read(dir, 0, origin)
	if err != nil {
		log.Fatal(err)
	}
	examples, err := shard.Games[0].Examples(0.25)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(examples) > 0)
	// Output:
	// 1 files, 2 games
	// 2 files, 4 games
	// true
}
