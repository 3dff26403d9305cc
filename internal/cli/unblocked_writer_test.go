package cli

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A gate is a writer that blocks while it is shut, and fails while it is broken.
type gate struct {
	mu     sync.Mutex
	shut   chan struct{} // nil: open
	broken bool
	got    strings.Builder
}

func (g *gate) Write(p []byte) (int, error) {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut != nil {
		<-shut
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.broken {
		return 0, errors.New("broken pipe")
	}
	return g.got.Write(p)
}

func (g *gate) text() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.got.String()
}

// A writer that blocks holds nobody up; when it takes lines again, it is told how many are missing.
func TestBlockedWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{shut: make(chan struct{})}
		w := NewUnblockedWriter(g)
		began := time.Now()
		const lines = queuedWrites + 500
		for i := range lines {
			if n, err := fmt.Fprintf(w, "line %d\n", i); err != nil || n == 0 {
				t.Fatalf("line %d: %d, %v", i, n, err)
			}
			if i == 0 {
				synctest.Wait() // the first one is on its way
			}
		}
		if waited := time.Since(began); waited > 0 {
			t.Errorf("it waited for %v", waited)
		}
		g.mu.Lock()
		close(g.shut)
		g.shut = nil
		g.mu.Unlock()
		synctest.Wait()
		fmt.Fprintln(w, "and on")
		w.Close()
		got := g.text()
		want := fmt.Sprintf("\nline %d\ncrownhead: 499 lines are missing here: nobody took them\nand on\n", queuedWrites)
		if !strings.HasSuffix(got, want) { // where they are missing, not before older lines
			t.Errorf("no %q in …%q", want, got[max(0, len(got)-200):])
		}
		if n := strings.Count(got, "line "); n != queuedWrites+1 {
			t.Errorf("%d lines", n)
		}
	})
}

// The end waits for a slow writer, and not for one that is stuck.
func TestCloseIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{shut: make(chan struct{})}
		w := NewUnblockedWriter(g)
		fmt.Fprintln(w, "never read")
		began := time.Now()
		w.Close()
		w.Close()
		fmt.Fprintln(w, "after the end")
		if waited := time.Since(began); waited > 3*flushLimit {
			t.Errorf("the end waited for %v", waited)
		}
		close(g.shut)
		synctest.Wait()
		if got := g.text(); got != "never read\n" {
			t.Errorf("%q", got)
		}
	})
}

// Of a writer that fails, the same is told when it works again.
func TestBrokenWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{broken: true}
		w := NewUnblockedWriter(g)
		fmt.Fprintln(w, "lost")
		synctest.Wait()
		g.mu.Lock()
		g.broken = false
		g.mu.Unlock()
		fmt.Fprintln(w, "found")
		w.Close()
		if want := "crownhead: 1 line is missing here: nobody took it\nfound\n"; g.text() != want {
			t.Errorf("got %q, want %q", g.text(), want)
		}
	})
}
