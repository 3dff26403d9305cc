package robot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"crownhead/board/hall"
)

// A JournalFile is where a journal is written. Sync returns when all that was written will survive a power cut.
type JournalFile interface {
	io.Writer
	Sync() error
	Close() error
}

// A Journal writes one game's events with their outcomes, a line each. After a failed write it writes no more: a journal
// with a hole could not be replayed.
type Journal struct {
	file JournalFile
	err  error
}

// newJournal begins a journal with its header. A nil file gives a journal that keeps nothing.
func newJournal(file JournalFile, h Header) *Journal {
	j := &Journal{file: file}
	j.line(h)
	j.sync()
	return j
}

// line is one event with its outcome, as it is written.
type journalLine struct {
	wireEvent
	Then Then `json:"then"`
}

// append writes an event. Lines that the arm's motion follows, or that end a turn, are on disk when it returns.
func (j *Journal) append(e Event, then Then) {
	j.line(journalLine{wireEvent: e.wire(), Then: then})
	if mustLast(then) {
		j.sync()
	}
}

// mustLast tells whether a line must survive a power cut that comes right after it.
func mustLast(then Then) bool {
	switch hall.Verdict(then.Verdict) {
	case hall.MoveMade, hall.Takeback:
		return true
	}
	return slices.ContainsFunc(then.Effects, func(e Effect) bool {
		switch e.Kind {
		case EffectStart, EffectResume, EffectHome, EffectHandover, EffectArchive:
			return true
		}
		return false
	})
}

func (j *Journal) line(v any) {
	if j.file == nil || j.err != nil {
		return
	}
	var buffer bytes.Buffer
	if err := json.NewEncoder(&buffer).Encode(v); err != nil {
		j.err = fmt.Errorf("robot: writing the journal: %w", err)
		return
	}
	if _, err := j.file.Write(buffer.Bytes()); err != nil {
		j.err = fmt.Errorf("robot: writing the journal: %w", err)
	}
}

func (j *Journal) sync() {
	if j.file == nil || j.err != nil {
		return
	}
	if err := j.file.Sync(); err != nil {
		j.err = fmt.Errorf("robot: writing the journal: %w", err)
	}
}

// close ends the journal.
func (j *Journal) close() {
	if j.file == nil {
		return
	}
	j.sync()
	if err := j.file.Close(); err != nil && j.err == nil {
		j.err = fmt.Errorf("robot: closing the journal: %w", err)
	}
	j.file = nil
}

// Memory is a JournalFile in memory.
type Memory struct{ bytes.Buffer }

// Sync does nothing.
func (*Memory) Sync() error { return nil }

// Close does nothing: the text stays readable.
func (*Memory) Close() error { return nil }

var _ JournalFile = (*Memory)(nil)
