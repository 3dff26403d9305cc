//go:build unix

package hub

import (
	"os/exec"
	"syscall"
)

// setOwnGroup puts the child into a group of its own: Ctrl-C at the terminal is for the match, which ends its engines
// itself.
func setOwnGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the child with what it has started.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
