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

// answerTimeout is how long the program may take for an answer, by the wall's clock. A slice usually takes no
// longer than it simulates.
const answerTimeout = 30 * time.Second

// A Mega is a simulated Arduino Mega that runs.
type Mega struct {
	elf        string
	cmd        *exec.Cmd
	requests   io.WriteCloser
	answerPipe *os.File
	answers    *bufio.Reader // from the pipe
	stderr     strings.Builder
	err        error // that every call returns from now on
	ended      bool
}

// Start powers a board up with a firmware; it is held in reset until the first slice.
func Start(elf string) (*Mega, error) {
	program, err := findProgram(elf)
	if err != nil {
		return nil, err
	}
	m := &Mega{elf: elf, cmd: exec.Command(program, elf)}
	m.cmd.Stderr = &m.stderr
	ContinueOnParentExit(m.cmd)
	if m.requests, err = m.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("sim: starting %s: %w", program, err)
	}
	answers, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("sim: starting %s: %w", program, err)
	}
	m.cmd.Stdout, m.answerPipe, m.answers = w, answers, bufio.NewReader(answers)
	err = m.cmd.Start()
	_ = w.Close() // the process has its own
	if err != nil {
		_ = answers.Close()
		return nil, fmt.Errorf("sim: starting %s: %w", program, err)
	}
	if _, err := m.Slice(0, Inputs{}, nil); err != nil {
		return nil, err
	}
	return m, m.Reset()
}

// Slice lets some time pass, in whole microseconds, with these inputs; bytes go to its line at the line's pace.
// After an error the board is dead and every call returns that error.
func (m *Mega) Slice(d time.Duration, in Inputs, bytes []byte) (Outputs, error) {
	if m.err != nil {
		return Outputs{}, m.err
	}
	if _, err := io.WriteString(m.requests, encodeSlice(d.Microseconds(), in, bytes)); err != nil {
		return Outputs{}, m.closeWithError(err)
	}
	_ = m.answerPipe.SetReadDeadline(time.Now().Add(answerTimeout)) // a pipe that has none waits without
	line, err := m.answers.ReadString('\n')
	if err != nil {
		return Outputs{}, m.closeWithError(err)
	}
	o, err := parseOutputs(line)
	if err != nil {
		return Outputs{}, m.closeWithError(fmt.Errorf("an answer that cannot be read: %w", err))
	}
	return o, nil
}

// Reset resets the processor, as opening its port does.
func (m *Mega) Reset() error {
	if m.err != nil {
		return m.err
	}
	if _, err := io.WriteString(m.requests, "reset\n"); err != nil {
		return m.closeWithError(err)
	}
	return nil
}

// closeWithError ends the program, and takes the reason from what it said last.
func (m *Mega) closeWithError(err error) error {
	_ = m.requests.Close()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		_ = m.cmd.Process.Kill() // it hangs
		err = fmt.Errorf("no answer within %v", answerTimeout)
	}
	if ended := m.waitForExit(); ended != nil && (errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE)) {
		err = fmt.Errorf("the simulation has ended: %w", ended) // by whom, or with what
	}
	said := strings.TrimSpace(strings.TrimPrefix(m.stderr.String(), "sim: "))
	if said = strings.TrimPrefix(said, m.elf+": "); said != "" {
		err = errors.New(said)
	}
	m.err = fmt.Errorf("sim: running %s: %w", m.elf, err)
	return m.err
}

// waitForExit waits for the program, once.
func (m *Mega) waitForExit() error {
	if m.ended {
		return nil
	}
	m.ended = true
	err := m.cmd.Wait()
	_ = m.answerPipe.Close()
	return err
}

// Close ends the program and waits for it. It may be called again.
func (m *Mega) Close() error {
	if m.ended {
		return nil
	}
	_ = m.requests.Close()
	kill := time.AfterFunc(answerTimeout, func() { _ = m.cmd.Process.Kill() })
	defer kill.Stop()
	err := m.waitForExit()
	if m.err == nil {
		m.err = fmt.Errorf("sim: running %s: %w", m.elf, os.ErrClosed)
	}
	if err != nil {
		return fmt.Errorf("sim: ending %s: %w", m.elf, err)
	}
	return nil
}
