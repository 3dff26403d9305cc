package journal

import (
	"bytes"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"crownhead/robot/turn"
)

// A hangingFile is in memory, and each thing done with it takes as long as its disk hangs.
type hangingFile struct {
	Memory
	hangs chan struct{} // closed when it doesn't any more
	at    string        // open, write or sync: what hangs; the rest is done at once
	fails error         // of the sync, in the end
}

func (h *hangingFile) wait(what string) {
	if what == h.at {
		<-h.hangs
	}
}

func (h *hangingFile) open() (File, error) { h.wait("open"); return h, nil }

func (h *hangingFile) Write(p []byte) (int, error) { h.wait("write"); return h.Memory.Write(p) }

func (h *hangingFile) Sync() error { h.wait("sync"); return h.fails }

// 36: a disk that hangs holds nobody up for long; when it is back everything is written, and nothing twice.
func TestJournalOnHangingDisk(t *testing.T) {
	for _, at := range []string{"open", "write", "sync"} {
		t.Run(at, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := readyToPlay(t)
				header := NewHeader(x.s.Settings, 1)
				sound := &Memory{}
				healthy := New(sound, header)
				file := &hangingFile{at: at, hangs: make(chan struct{})}
				began := time.Now()
				j := New(&hangingDiskFile{open: file.open}, header)
				must := turn.StepResult{Effects: []turn.Effect{{Kind: turn.EffectStart}}}
				for range 5 {
					j.Append(turn.Event{Kind: turn.EventPressed}, must)
					healthy.Append(turn.Event{Kind: turn.EventPressed}, must)
				}
				if took := time.Since(began); took > 150*time.Millisecond || !errors.Is(j.err, ErrDiskHangs) {
					t.Errorf("held up for %v, %v", took, j.err)
				}
				if j.Close() {
					t.Error("ended, though something may be missing")
				}
				close(file.hangs)
				synctest.Wait()
				j.Append(turn.Event{Kind: turn.EventPressed}, must)
				healthy.Append(turn.Event{Kind: turn.EventPressed}, must)
				if j.err != nil || !j.Close() || !bytes.Equal(file.Bytes(), sound.Bytes()) {
					t.Errorf("%v, written\n%s\nwant\n%s", j.err, file.Bytes(), sound.Bytes())
				}
			})
		})
	}
}

// What was not synced in the end may be gone: no more is written behind it.
func TestSyncFailsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := &hangingFile{at: "sync", hangs: make(chan struct{}), fails: errors.New("input/output error")}
		j := New(&hangingDiskFile{open: file.open}, Header{})
		close(file.hangs)
		synctest.Wait()
		must := turn.StepResult{Effects: []turn.Effect{{Kind: turn.EffectStart}}}
		j.Append(turn.Event{Kind: turn.EventPressed}, must)
		if !errors.Is(j.err, file.fails) || !j.broken {
			t.Errorf("%v, lost %v", j.err, j.broken)
		}
	})
}
