package main

import (
	"math"

	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/queries"
	"crownhead/kinematics"
)

func ikCommand(out *cli.Output) *cobra.Command {
	var o queries.IKOptions
	cmd := leafCommand("ik", "--x MM --y MM --z MM [--nozzle MM] [--method jacobian|closed] [--json]",
		"finds the joint angles that bring the arm's tip to a point",
		0, 0, func([]string) error { return queries.IK(o, out) })
	f := cmd.Flags()
	f.Float64Var(&o.Point.X, "x", math.NaN(), "millimetres in front of the base axis")
	f.Float64Var(&o.Point.Y, "y", math.NaN(), "millimetres to the robot's left")
	f.Float64Var(&o.Point.Z, "z", math.NaN(), "millimetres above the table")
	f.Float64Var(&o.Nozzle, "nozzle", kinematics.DefaultGeometry().Nozzle, "length of the nozzle below the "+
		"platform, millimetres")
	f.StringVar(&o.Method, "method", "jacobian", "jacobian or closed")
	withJSON(cmd, out)
	return cmd
}
