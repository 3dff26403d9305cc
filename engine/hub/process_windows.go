package hub

import (
	"os/exec"
	"syscall"
)

// setOwnGroup puts the child into a group of its own: Ctrl-C at the terminal is for the match, which ends its engines
// itself.
func setOwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
