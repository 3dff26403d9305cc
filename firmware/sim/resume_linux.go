package sim

import (
	"os/exec"
	"syscall"
)

// ContinueOnParentExit lets a child that is held (SIGSTOP) go on when this process ends, in whatever way: it
// then reads the end of its standard input, and ends, too. For a child that runs it changes nothing.
func ContinueOnParentExit(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGCONT
}
