//go:build !linux

package sim

import "os/exec"

// ContinueOnParentExit does nothing where no child can be told of its parent's end.
func ContinueOnParentExit(*exec.Cmd) {}
