package main

import (
	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/twinprocess"
)

func twinCommand(out *cli.Output) *cobra.Command {
	var o twinprocess.Options
	cmd := leafCommand("twin", "--pty PATH [--faults SPEC] [--visitor VISITOR] [--config F] [--firmware ELF] "+
		"[--seed S] [--askew N] [--pace K]",
		"the virtual robot alone, as a serial device in a process of its own",
		0, 0, func([]string) error {
			ctx, stop := interruptibleContext()
			defer stop()
			outliveReaders()
			return runUnblocked(out, func(out *cli.Output) error { return twinprocess.Serve(ctx, o, out) })
		})
	f := cmd.Flags()
	f.StringVar(&o.Pty, "pty", "",
		"where the serial device is to appear; its world's socket stands beside it as PATH.world")
	f.StringVar(&o.Faults, "faults", "", twinprocess.FaultsHint())
	f.StringVar(&o.Visitor, "visitor", "", twinprocess.VisitorHint+"; if empty, people drag checkers on the page")
	withConfig(cmd, &o.Config, "", "configuration file, whose generations and tables of endings the visitor knows")
	withFirmware(cmd, &o.Firmware)
	f.Uint64Var(&o.Seed, "seed", 1, "of the robot's small deviations, the visitor's hand and the faults")
	withRobotVariant(cmd, &o.RobotVariant)
	withPace(cmd, &o.Clock)
	return cmd
}
