package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"crownhead/internal/cli"
	"crownhead/internal/version"
)

func versionCommand(out *cli.Output) *cobra.Command {
	cmd := leafCommand("version", "[--json]", "prints the version, the commit it was built from, and the system",
		0, 0, func([]string) error {
			v := version.Read()
			return out.Print(v, func(w io.Writer) {
				fmt.Fprintf(w, "crownhead %s %s %s %s\n", v.Version, v.Commit, v.Go, v.System)
			})
		})
	withJSON(cmd, out)
	return cmd
}
