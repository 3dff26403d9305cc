// Package version says which crownhead this is.
package version

import (
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// release is the version in development, or of a build without a tag. CHANGELOG.md lists the versions.
const release = "0.2.0"

// Info is the JSON of crownhead version.
type Info struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"`
	System  string `json:"system"`
}

// Read returns the version, and what the Go toolchain has stamped into the binary.
func Read() Info {
	v := Info{Version: release, Commit: "unknown", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if tag, ok := taggedVersion(info.Main.Version); ok {
		v.Version = tag
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Commit = s.Value
		}
	}
	return v
}

// pseudo is how the version of a build between two tags, or from changed files, ends.
var pseudo = regexp.MustCompile(`[.-]\d{14}-[0-9a-f]{12}$|\+`)

// taggedVersion returns the version if it is a tag's, as 0.3.1 for v0.3.1.
func taggedVersion(module string) (tag string, ok bool) {
	tag, ok = strings.CutPrefix(module, "v")
	return tag, ok && !pseudo.MatchString(module)
}
