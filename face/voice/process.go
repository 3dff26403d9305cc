package voice

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A ChildProcess plays each sound in a process of its own, which calls Play. A driver that hangs there
// is killed with it.
type ChildProcess struct {
	Command []string // reads the sound from standard input; the volume is added as its last argument
}

var _ Speaker = ChildProcess{}

// Speak implements Speaker.
func (c ChildProcess) Speak(ctx context.Context, sound []byte, volume int) error {
	if !audible {
		return ErrSilent
	}
	args := append(slices.Clone(c.Command[1:]), strconv.Itoa(volume))
	cmd := exec.CommandContext(ctx, c.Command[0], args...)
	var output bytes.Buffer
	cmd.Stdin, cmd.Stdout = bytes.NewReader(sound), &output // on standard error sound libraries report this and that
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case err == nil:
		return nil
	case ctx.Err() == context.DeadlineExceeded:
		return fmt.Errorf("voice: the sound device takes no sound")
	case ctx.Err() != nil:
		return ctx.Err()
	case output.Len() > 0:
		return fmt.Errorf("%s", strings.TrimSpace(output.String()))
	default:
		return fmt.Errorf("voice: %w", err)
	}
}
