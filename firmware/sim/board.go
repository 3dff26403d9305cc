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

// patience is how long the program may take for an answer, on the wall; a slice is usually done in its own time.
const patience = 30 * time.Second

// A Board is a running simulation.
type Board struct {
	elf    string
	cmd    *exec.Cmd
	in     io.WriteCloser
	pipe   *os.File // what it answers
	out    *bufio.Reader
	words  strings.Builder // on its standard error
	failed error
	ended  bool
}

// Start powers a board up with a firmware; it is held in reset until the first slice.
func Start(elf string) (*Board, error) {
	program, err := Find(elf)
	if err != nil {
		return nil, err
	}
	b := &Board{elf: elf, cmd: exec.Command(program, elf)}
	b.cmd.Stderr = &b.words
	Wake(b.cmd)
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("sim: starting %s: %w", program, err)
	}
	answers, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("sim: starting %s: %w", program, err)
	}
	b.cmd.Stdout, b.pipe, b.out = w, answers, bufio.NewReader(answers)
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
func (b *Board) Slice(d time.Duration, in Inputs, bytes []byte) (Outputs, error) {
	if b.failed != nil {
		return Outputs{}, b.failed
	}
	if _, err := io.WriteString(b.in, spelled(d.Microseconds(), in, bytes)); err != nil {
		return Outputs{}, b.fail(err)
	}
	_ = b.pipe.SetReadDeadline(time.Now().Add(patience)) // a pipe that has none waits without
	line, err := b.out.ReadString('\n')
	if err != nil {
		return Outputs{}, b.fail(err)
	}
	o, err := understood(line)
	if err != nil {
		return Outputs{}, b.fail(fmt.Errorf("an answer that cannot be read: %w", err))
	}
	return o, nil
}

// Reset resets the processor, as opening its port does.
func (b *Board) Reset() error {
	if b.failed != nil {
		return b.failed
	}
	if _, err := io.WriteString(b.in, "reset\n"); err != nil {
		return b.fail(err)
	}
	return nil
}

// fail ends the program, and finds out what it has said.
func (b *Board) fail(err error) error {
	_ = b.in.Close()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		_ = b.cmd.Process.Kill() // it hangs
		err = fmt.Errorf("no answer within %v", patience)
	}
	if ended := b.wait(); ended != nil && (errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE)) {
		err = fmt.Errorf("the simulation has ended: %w", ended) // by whom, or with what
	}
	if said := strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(b.words.String(), "sim: ")), b.elf+": "); said != "" {
		err = errors.New(said)
	}
	b.failed = fmt.Errorf("sim: running %s: %w", b.elf, err)
	return b.failed
}

// wait waits for the program, once.
func (b *Board) wait() error {
	if b.ended {
		return nil
	}
	b.ended = true
	err := b.cmd.Wait()
	_ = b.pipe.Close()
	return err
}

// Close ends the program and waits for it. It may be called again.
func (b *Board) Close() error {
	if b.ended {
		return nil
	}
	_ = b.in.Close()
	kill := time.AfterFunc(patience, func() { _ = b.cmd.Process.Kill() })
	defer kill.Stop()
	err := b.wait()
	if b.failed == nil {
		b.failed = fmt.Errorf("sim: running %s: %w", b.elf, os.ErrClosed)
	}
	if err != nil {
		return fmt.Errorf("sim: ending %s: %w", b.elf, err)
	}
	return nil
}
