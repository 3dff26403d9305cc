package hub

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// A process is an engine that runs as a child process. A goroutine that ends with it reads its lines.
type process struct {
	cmd       *exec.Cmd
	in        io.WriteCloser
	out       io.ReadCloser
	lines     chan line // closed at the end of the output
	abandoned chan struct{}
	exited    chan struct{} // closed when the child has been waited for
	stdout    *tailBuffer   // the end of its output
	stderr    *tailBuffer   // the end of its standard error
}

// lineBuffer is how many lines are kept that nobody has received yet.
const lineBuffer = 64

// quitTimeout is how long a child may take to exit after quit.
const quitTimeout = 2 * time.Second

// splitCommand splits a command into words; blanks inside quotation marks do not separate.
func splitCommand(s string) ([]string, error) {
	var words []string
	var b strings.Builder
	quotes, word := false, false
	for _, c := range s {
		switch {
		case c == '"':
			quotes, word = !quotes, true
		case isSpace(c) && !quotes:
			if word {
				words = append(words, b.String())
			}
			b.Reset()
			word = false
		default:
			b.WriteRune(c)
			word = true
		}
	}
	if word {
		words = append(words, b.String())
	}
	if quotes {
		return nil, fmt.Errorf("hub: command %.200q: %w", s, errQuote)
	}
	if len(words) == 0 {
		return nil, errors.New("hub: the command of the engine is empty")
	}
	return words, nil
}

func startProcess(command string) (*process, error) {
	words, err := splitCommand(command)
	if err != nil {
		return nil, err
	}
	p := &process{
		cmd: exec.Command(words[0], words[1:]...), lines: make(chan line, lineBuffer),
		abandoned: make(chan struct{}), exited: make(chan struct{}),
		stdout: &tailBuffer{}, stderr: &tailBuffer{},
	}
	p.cmd.Stderr = p.stderr
	setOwnGroup(p.cmd)
	p.cmd.WaitDelay = quitTimeout
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("hub: %s: %w", command, err)
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("hub: %s: %w", command, err)
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("hub: starting an engine: %w", err)
	}
	go p.readLines()
	return p, nil
}

// readLines passes the lines of the child on until its output ends or the process is abandoned, and waits for the
// child.
func (p *process) readLines() {
	lines := bufio.NewScanner(io.TeeReader(p.out, p.stdout))
	lines.Buffer(nil, maxLineLength)
	lines.Split(splitWholeLines)
	for listened := true; listened && lines.Scan(); {
		l, err := parseLine(lines.Text())
		if err != nil {
			continue // such lines are ignored, like unknown commands
		}
		select {
		case p.lines <- l:
		case <-p.abandoned:
			listened = false
		}
	}
	close(p.lines)
	p.cmd.Wait()
	close(p.exited)
}

// splitWholeLines drops what follows the last line break: a child that dies in the middle of a move has not made it.
func splitWholeLines(data []byte, atEnd bool) (advance int, line []byte, err error) {
	if atEnd && bytes.IndexByte(data, '\n') < 0 {
		return len(data), nil, nil
	}
	return bufio.ScanLines(data, atEnd)
}

// sendLine writes a line. It fails when the child has exited, or does not read for a while.
func (p *process) sendLine(l line) error {
	failed := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, l.String()+"\n")
		failed <- err
	}()
	timeout := time.NewTimer(quitTimeout)
	defer timeout.Stop()
	select {
	case err := <-failed:
		return err
	case <-timeout.C:
		p.kill() // this ends the writing, too
		<-failed
		return errors.New("it does not read its standard input")
	}
}

func (p *process) kill() { killGroup(p.cmd) }

// quit asks the child to exit, kills it if it does not, and waits for it.
func (p *process) quit() {
	p.sendLine(newLine("quit"))
	p.in.Close()
	close(p.abandoned)
	timer := time.AfterFunc(quitTimeout, func() {
		p.kill()
		p.out.Close() // a grandchild may keep the pipe open
	})
	defer timer.Stop()
	<-p.exited
}

// A tailBuffer keeps the end of what is written to it.
type tailBuffer struct {
	mu   sync.Mutex
	text []byte
}

const tailLength = 400

func (t *tailBuffer) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-tailLength):]
	return len(b), nil
}

func (t *tailBuffer) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}

// lastLines returns the last few lines, on one.
func (t *tailBuffer) lastLines() string {
	lines := strings.FieldsFunc(t.String(), func(c rune) bool { return c == '\n' || c == '\r' })
	return strings.Join(lines[max(0, len(lines)-lastLineCount):], " / ")
}

const lastLineCount = 3
