//go:build !linux

package sim

import "os/exec"

// Wake does nothing where no child can be told of its parent's end.
func Wake(*exec.Cmd) {}
