//go:build !linux

package sim

import "os/exec"

// ContinueOnParentExit does nothing where a child can't be told that its parent has ended.
func ContinueOnParentExit(*exec.Cmd) {}
