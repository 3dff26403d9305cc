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

// A process is an engine that runs as a child. Its lines are read by a goroutine that ends with it.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   io.ReadCloser
	lines chan line // closed when nothing more comes
	left  chan struct{}
	ended chan struct{} // the child is waited for
	said  *tail         // the last of its standard error
}

// waitingLines is how many lines a child may say before anybody listens.
const waitingLines = 64

// leaveTime is how long a child may take to go after quit.
const leaveTime = 2 * time.Second

// splitCommand cuts a command into words; quotation marks keep blanks together.
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
		return nil, errors.New("hub: no command for an engine")
	}
	return words, nil
}

func startProcess(command string) (*process, error) {
	words, err := splitCommand(command)
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(words[0], words[1:]...), lines: make(chan line, waitingLines), left: make(chan struct{}), ended: make(chan struct{}), said: &tail{}}
	p.cmd.Stderr = p.said
	ownGroup(p.cmd)
	p.cmd.WaitDelay = leaveTime
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("hub: %s: %w", command, err)
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("hub: %s: %w", command, err)
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("hub: starting an engine: %w", err)
	}
	go p.read()
	return p, nil
}

// read hands on what the child says, until it says no more or nobody listens; then it waits for the child.
func (p *process) read() {
	lines := bufio.NewScanner(p.out)
	lines.Buffer(nil, lineMost)
	lines.Split(wholeLines)
	for listened := true; listened && lines.Scan(); {
		l, err := parseLine(lines.Text())
		if err != nil {
			continue // like other lines that nobody understands
		}
		select {
		case p.lines <- l:
		case <-p.left:
			listened = false
		}
	}
	close(p.lines)
	p.cmd.Wait()
	close(p.ended)
}

// wholeLines passes over what stands behind the last line break: a child that dies in the middle of a move has not made it.
func wholeLines(data []byte, atEnd bool) (advance int, line []byte, err error) {
	if atEnd && bytes.IndexByte(data, '\n') < 0 {
		return len(data), nil, nil
	}
	return bufio.ScanLines(data, atEnd)
}

// send writes a line. It fails when the child is gone, or does not read for a while.
func (p *process) send(l line) error {
	failed := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, l.String()+"\n")
		failed <- err
	}()
	timeout := time.NewTimer(leaveTime)
	defer timeout.Stop()
	select {
	case err := <-failed:
		return err
	case <-timeout.C:
		p.kill() // which ends the writing, too
		<-failed
		return errors.New("it doesn't read what it is told")
	}
}

func (p *process) kill() { killGroup(p.cmd) }

// leave asks the child to go, kills it if it doesn't, and waits for it.
func (p *process) leave() {
	p.send(newLine("quit"))
	p.in.Close()
	close(p.left)
	timer := time.AfterFunc(leaveTime, func() {
		p.kill()
		p.out.Close() // which somebody whom the child has started may keep open
	})
	defer timer.Stop()
	<-p.ended
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 400

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-tailSize):]
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
