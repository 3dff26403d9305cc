package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

func versionCommand() command {
	return command{"version", "[--json]", "prints the version, the commit it was built from, and the system", runVersion}
}

type versionInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"`
	System  string `json:"system"`
}

func runVersion(c *call) error {
	c.withJSON()
	if err := c.parse(0, 0); err != nil {
		return err
	}
	v := buildVersion()
	return c.print(v, func(w io.Writer) {
		fmt.Fprintf(w, "crownhead %s %s %s %s\n", v.Version, v.Commit, v.Go, v.System)
	})
}

// buildVersion reads what the Go toolchain stamped into the binary.
func buildVersion() versionInfo {
	v := versionInfo{Version: "devel", Commit: "unknown", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Commit = s.Value
		}
	}
	return v
}
