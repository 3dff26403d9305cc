package sim

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// answerTimeout is how long the program may take for an answer, on the wall; a slice is usually done in its own time.
const answerTimeout = 30 * time.Second

// A Mega is a running simulation.
type Mega struct {
	elf        string
	cmd        *exec.Cmd
	requests   io.WriteCloser
	answerPipe *os.File // what it answers
	answers    *bufio.Reader
	stderr     strings.Builder // on its standard error
	err        error
	ended      bool
}

// Start powers a board up with a firmware; it is held in reset until the first slice.
func Start(elf string) (*Mega, error) {
	program, err := findProgram(elf)
	if err != nil {
		return nil, err
	}
	b := &Mega{elf: elf, cmd: exec.Command(program, elf)}
	b.cmd.Stderr = &b.stderr
	ContinueOnParentExit(b.cmd)
	if b.requests, err = b.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("sim: starting %s: %w", program, err)
	}
	answers, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("sim: starting %s: %w", program, err)
	}
	b.cmd.Stdout, b.answerPipe, b.answers = w, answers, bufio.NewReader(answers)
	err = b.cmd.Start()
	_ = w.Close() // the process has its own
	if err != nil {
		_ = answers.Close()
		return nil, fmt.Errorf("sim: starting %s: %w", program, err)
	}
	if _, err := b.Slice(0, Inputs{}, nil); err != nil {
		return nil, err
	}
	return b, b.Reset()
}

// Slice lets some time pass, in whole microseconds, with these inputs; bytes go to its line at the line's pace. After an error the
// board is dead and every call returns that error.
func (b *Mega) Slice(d time.Duration, in Inputs, bytes []byte) (Outputs, error) {
	if b.err != nil {
		return Outputs{}, b.err
	}
	if _, err := io.WriteString(b.requests, encodeSlice(d.Microseconds(), in, bytes)); err != nil {
		return Outputs{}, b.closeWithError(err)
	}
	_ = b.answerPipe.SetReadDeadline(time.Now().Add(answerTimeout)) // a pipe that has none waits without
	line, err := b.answers.ReadString('\n')
	if err != nil {
		return Outputs{}, b.closeWithError(err)
	}
	o, err := parseOutputs(line)
	if err != nil {
		return Outputs{}, b.closeWithError(fmt.Errorf("an answer that cannot be read: %w", err))
	}
	return o, nil
}

// Reset resets the processor, as opening its port does.
func (b *Mega) Reset() error {
	if b.err != nil {
		return b.err
	}
	if _, err := io.WriteString(b.requests, "reset\n"); err != nil {
		return b.closeWithError(err)
	}
	return nil
}

// closeWithError ends the program, and finds out what it has said.
func (b *Mega) closeWithError(err error) error {
	_ = b.requests.Close()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		_ = b.cmd.Process.Kill() // it hangs
		err = fmt.Errorf("no answer within %v", answerTimeout)
	}
	if ended := b.waitForExit(); ended != nil && (errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE)) {
		err = fmt.Errorf("the simulation has ended: %w", ended) // by whom, or with what
	}
	if said := strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(b.stderr.String(), "sim: ")), b.elf+": "); said != "" {
		err = errors.New(said)
	}
	b.err = fmt.Errorf("sim: running %s: %w", b.elf, err)
	return b.err
}

// waitForExit waits for the program, once.
func (b *Mega) waitForExit() error {
	if b.ended {
		return nil
	}
	b.ended = true
	err := b.cmd.Wait()
	_ = b.answerPipe.Close()
	return err
}

// Close ends the program and waits for it. It may be called again.
func (b *Mega) Close() error {
	if b.ended {
		return nil
	}
	_ = b.requests.Close()
	kill := time.AfterFunc(answerTimeout, func() { _ = b.cmd.Process.Kill() })
	defer kill.Stop()
	err := b.waitForExit()
	if b.err == nil {
		b.err = fmt.Errorf("sim: running %s: %w", b.elf, os.ErrClosed)
	}
	if err != nil {
		return fmt.Errorf("sim: ending %s: %w", b.elf, err)
	}
	return nil
}
