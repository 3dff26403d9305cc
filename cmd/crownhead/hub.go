package main

import (
	"os"

	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/matchplay"
)

func hubCommand(out *cli.Output) *cobra.Command {
	return leafCommand("hub", "", "the engine on standard input and output, by the Hub protocol, version 2; "+
		"variant russian",
		0, 0, func([]string) error { return matchplay.ServeHub(os.Stdin, out.Stdout) })
}
