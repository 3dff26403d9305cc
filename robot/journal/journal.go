package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"crownhead/board/sensing"
	"crownhead/robot/turn"
)

// A File is where a journal is written. Sync returns when all that was written will survive a power cut.
type File interface {
	io.Writer
	Sync() error
	Close() error
}

// A Journal writes one game's events with their outcomes, a line each. What can't be written, because the disk is full or
// can't be written at all, is kept in mind and tried again: a journal with a hole could not be replayed.
type Journal struct {
	open    func() (File, error) // opens the file; nil once it is open, or when nothing is to be kept
	file    File
	pending []byte // lines, or the rest of one, that are not in the file yet
	err     error  // why not; nil when nothing is missing
	lost    bool   // more than can be kept in mind is missing, or what was written may be gone: no more is written
}

// mostPending bounds what is kept in mind, in bytes: a hundred games.
const mostPending = 16 << 20

// New begins a journal with its header. A nil file gives a journal that keeps nothing.
func New(file File, h Header) *Journal {
	j := &Journal{file: file}
	j.line(h)
	j.sync()
	return j
}

// Open begins a journal whose file is yet to be opened.
func Open(open func() (File, error), h Header) *Journal {
	j := &Journal{open: open}
	j.line(h)
	j.sync()
	return j
}

// Continue goes on with a journal whose file stands at its end.
func Continue(file File) *Journal { return &Journal{file: file} }

// Err returns why lines are missing from the file; nil when none is.
func (j *Journal) Err() error { return j.err }

// Append writes an event. Lines that the arm's motion follows, or that end a turn, are on disk when it returns, if they can
// be; then what is missing is tried again.
func (j *Journal) Append(e turn.Event, then turn.StepResult) {
	j.line(turn.Line{Event: e, Then: then})
	if mustLast(then) {
		j.write()
		j.sync()
	}
}

// mustLast tells whether a line must survive a power cut that comes right after it.
func mustLast(then turn.StepResult) bool {
	switch then.Verdict {
	case sensing.MoveMade, sensing.Takeback:
		return true
	}
	return slices.ContainsFunc(then.Effects, func(e turn.Effect) bool {
		switch e.Kind {
		case turn.EffectStart, turn.EffectResume, turn.EffectHome, turn.EffectHandover, turn.EffectArchive:
			return true
		}
		return false
	})
}

func (j *Journal) line(v any) {
	if j.file == nil && j.open == nil || j.lost {
		return
	}
	var buffer bytes.Buffer
	if err := json.NewEncoder(&buffer).Encode(v); err != nil {
		j.giveUp(err)
		return
	}
	if len(j.pending)+buffer.Len() > mostPending {
		j.giveUp(fmt.Errorf("%d bytes are missing: %w", len(j.pending), j.err))
		return
	}
	j.pending = append(j.pending, buffer.Bytes()...)
	if j.err == nil || errors.Is(j.err, ErrHangs) { // who hangs costs no time, and may be back
		j.write()
	}
}

// write writes what is missing, as far as it goes.
func (j *Journal) write() {
	if len(j.pending) == 0 && errors.Is(j.err, ErrHangs) {
		j.err = nil // only the sync was waited for in vain
	}
	if j.lost || len(j.pending) == 0 {
		return
	}
	if j.open != nil {
		if j.file, j.err = j.open(); j.err != nil {
			j.file, j.err = nil, fmt.Errorf("robot: opening the journal: %w", j.err)
			return
		}
		j.open = nil
	}
	n, err := j.file.Write(j.pending)
	j.pending, j.err = j.pending[n:], nil
	if err != nil {
		j.err = fmt.Errorf("robot: writing the journal: %w", err)
	}
}

// giveUp ends the writing for good.
func (j *Journal) giveUp(err error) {
	j.lost, j.pending, j.err = true, nil, fmt.Errorf("robot: writing the journal: %w", err)
}

func (j *Journal) sync() {
	if j.file == nil || j.err != nil {
		return
	}
	switch err := j.file.Sync(); {
	case errors.Is(err, ErrHangs):
		j.err = fmt.Errorf("robot: writing the journal: %w", err)
	case err != nil:
		j.giveUp(err)
	}
}

// Close ends the journal, if nothing is missing from it.
func (j *Journal) Close() (whole bool) {
	j.write()
	j.sync()
	if len(j.pending) > 0 || errors.Is(j.err, ErrHangs) {
		return false
	}
	if j.file != nil {
		if err := j.file.Close(); err != nil && j.err == nil {
			j.err = fmt.Errorf("robot: closing the journal: %w", err)
		}
	}
	j.file, j.open = nil, nil
	return true
}

// Memory is a File in memory.
type Memory struct{ bytes.Buffer }

// Sync does nothing.
func (*Memory) Sync() error { return nil }

// Close does nothing: the text stays readable.
func (*Memory) Close() error { return nil }

var _ File = (*Memory)(nil)
