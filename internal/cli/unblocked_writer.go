package cli

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

const (
	queuedWrites = 1024        // lines that wait for a writer that is slow
	flushLimit   = time.Second // for what is queued at the end, as long as nothing of it is taken
)

// An UnblockedWriter hands what is written on to a writer that may block or fail: a terminal that was stopped with
// Ctrl-S, a pipe that nobody reads, a disk that is full. Write never waits and never fails. What finds the queue full,
// or can't be written, is dropped and counted; where lines are missing, a line says how many, once it can be written.
//
// A goroutine of its own writes. It ends with Close, or, when the writer blocks for ever, with the process.
type UnblockedWriter struct {
	to    io.Writer
	queue chan queuedWrite
	ended chan struct{}

	mu       sync.Mutex
	closed   bool
	unqueued int // writes that found the queue full since the last that did not
	taken    int // writes that were tried
}

// A queuedWrite is one write, and how many before it found the queue full.
type queuedWrite struct {
	text       []byte
	lostBefore int
}

// NewUnblockedWriter begins to write to a writer.
func NewUnblockedWriter(to io.Writer) *UnblockedWriter {
	w := &UnblockedWriter{to: to, queue: make(chan queuedWrite, queuedWrites), ended: make(chan struct{})}
	go w.writeQueued()
	return w
}

// Write implements io.Writer. Each call should be a whole line.
func (w *UnblockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return len(p), nil
	}
	select {
	case w.queue <- queuedWrite{slices.Clone(p), w.unqueued}:
		w.unqueued = 0
	default:
		w.unqueued++
	}
	return len(p), nil
}

func (w *UnblockedWriter) writeQueued() {
	defer close(w.ended)
	lost := 0 // of which nobody has been told
	for q := range w.queue {
		lost = w.reportLost(lost + q.lostBefore)
		if _, err := w.to.Write(q.text); err != nil {
			lost++
		}
		w.mu.Lock()
		w.taken++
		w.mu.Unlock()
	}
	w.reportLost(lost + w.unqueued) // after Close nobody changes it
}

// reportLost says how many lines are missing, and returns of how many nobody has been told.
func (w *UnblockedWriter) reportLost(lost int) int {
	if lost == 0 {
		return 0
	}
	missing := Plural(lost, "line") + " are missing here: nobody took them"
	if lost == 1 {
		missing = "1 line is missing here: nobody took it"
	}
	if _, err := fmt.Fprintf(w.to, "crownhead: %s\n", missing); err != nil {
		return lost
	}
	return 0
}

// Close writes what is queued. It gives up when the writer has taken nothing for a second.
func (w *UnblockedWriter) Close() {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return
	}
	w.closed = true
	close(w.queue)
	w.mu.Unlock()
	for before := -1; ; {
		select {
		case <-w.ended:
			return
		case <-time.After(flushLimit):
		}
		w.mu.Lock()
		now := w.taken
		w.mu.Unlock()
		if now == before {
			return
		}
		before = now
	}
}

// Unblock returns an output for a command that moves an arm: nothing that it prints can hold it up. JSON, which is
// printed when all is done, goes out as before. The returned function is to be called at the end.
func (o *Output) Unblock() (*Output, func()) {
	stderr := NewUnblockedWriter(o.Stderr)
	unblocked := &Output{Stdout: o.Stdout, Stderr: stderr, JSON: o.JSON}
	if o.JSON {
		return unblocked, stderr.Close
	}
	stdout := NewUnblockedWriter(o.Stdout)
	unblocked.Stdout = stdout
	return unblocked, func() {
		stdout.Close()
		stderr.Close()
	}
}
