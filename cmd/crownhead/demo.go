package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/demo"
	"crownhead/internal/twinprocess"
)

func demoCommand(out *cli.Output) *cobra.Command {
	var o demo.Options
	cmd := leafCommand("demo", "[--games N] [--skip N] [--visitor VISITOR] [--level NAME] [--fen FEN] [--plies N] [--config "+
		"F] [--data DIR] [--firmware ELF] "+
		"[--seed S] [--faults SPEC] [--askew N] [--fast] [--json]",
		"plays against the virtual robot with a scripted visitor: random, level:NAME or clumsy[:BASE]; exit 1 "+
			"when a game is not sound",
		0, 0, func([]string) error {
			ctx, stop := interruptibleContext()
			defer stop()
			return demo.Run(ctx, o, out)
		})
	f := cmd.Flags()
	f.IntVar(&o.Games, "games", 1, "how many games; the visitor's colour alternates, White first")
	f.IntVar(&o.Skip, "skip", 0, "games of the seed that are left out: --skip 36 begins with game 37")
	f.StringVar(&o.Visitor, "visitor", "random", "random, level:NAME or clumsy[:BASE]")
	withLevel(cmd, &o.Level, "the robot's level, instead of game.level in the configuration")
	f.StringVar(&o.FEN, "fen", "", "the position to begin with; the start position if empty")
	f.IntVar(&o.Plies, "plies", 0, "end each game after so many plies; 0: play to the end")
	withConfig(cmd, &o.Config, "", "configuration file; the defaults if empty")
	withDir(cmd, &o.Data, "data", "folder in which the games' journals are kept; none if empty")
	f.Uint64Var(&o.Seed, "seed", 1, "of everything that is left to chance")
	f.StringVar(&o.Faults, "faults", "", twinprocess.FaultsHint())
	withFirmware(cmd, &o.Firmware)
	withRobotVariant(cmd, &o.RobotVariant)
	f.BoolVar(&o.Fast, "fast", false, "in one process, in memory and in virtual time: the same seed gives the "+
		"same journals")
	withJSON(cmd, out)
	return cmd
}
