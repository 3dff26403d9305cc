package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"crownhead/board/sensing"
	"crownhead/face/say"
	"crownhead/robot/turn"
)

// A File is where a journal is written. Sync returns when everything written so far will survive a power cut.
type File interface {
	io.Writer
	Sync() error
	Close() error
}

// A Journal is the append-only log of one game: a header, then a record for every event with its outcome, a line
// each. Lines that can't be written, because the disk is full or read-only, are kept in memory and tried again: a
// journal with a gap could not be replayed.
type Journal struct {
	open    func() (File, error) // opens the file; nil once it is open, or when nothing is to be kept
	file    File
	pending []byte // lines, or the rest of one, that are not in the file yet
	err     error  // why not; nil when nothing is missing
	broken  bool   // too many lines are pending, or written ones may be lost: nothing more is written
}

// maxPending bounds the lines that are kept in memory, in bytes: a hundred games.
const maxPending = 16 << 20

// New begins a journal with its header. A nil file gives a journal that keeps nothing.
func New(file File, h Header) *Journal {
	j := &Journal{file: file}
	j.appendLine(h)
	j.syncFile()
	return j
}

// Open begins a journal whose file is opened when the first line is written.
func Open(open func() (File, error), h Header) *Journal {
	j := &Journal{open: open}
	j.appendLine(h)
	j.syncFile()
	return j
}

// Continue appends to a journal whose file is positioned at its end.
func Continue(file File) *Journal { return &Journal{file: file} }

// Err returns why lines are missing from the file; nil when none is.
func (j *Journal) Err() error { return j.err }

// Append writes an event with its outcome. A line that the arm's motion follows, or that ends a turn, is on disk
// when Append returns, if the disk allows it; with such a line, pending ones are tried again.
func (j *Journal) Append(e turn.Event, then turn.StepResult) {
	j.appendLine(turn.Line{Event: e, Then: then})
	if needsSync(then) {
		j.flushPending()
		j.syncFile()
	}
}

// needsSync reports whether a line must survive a power cut that comes right after it.
func needsSync(then turn.StepResult) bool {
	switch then.Verdict {
	case sensing.MoveMade, sensing.Takeback:
		return true
	}
	if then.Say == string(say.TakebackDone) { // by a page's wish
		return true
	}
	return slices.ContainsFunc(then.Effects, func(e turn.Effect) bool {
		switch e.Kind {
		case turn.EffectStart, turn.EffectContinueProgram, turn.EffectHome, turn.EffectHandover, turn.EffectArchive:
			return true
		}
		return false
	})
}

// appendLine encodes a line and writes it, unless an earlier one could not be written.
func (j *Journal) appendLine(v any) {
	if j.file == nil && j.open == nil || j.broken {
		return
	}
	var buffer bytes.Buffer
	if err := json.NewEncoder(&buffer).Encode(v); err != nil {
		j.giveUp(err)
		return
	}
	if len(j.pending)+buffer.Len() > maxPending {
		j.giveUp(fmt.Errorf("%d bytes are missing: %w", len(j.pending), j.err))
		return
	}
	j.pending = append(j.pending, buffer.Bytes()...)
	if j.err == nil || errors.Is(j.err, ErrDiskHangs) { // asking a hanging disk again costs no time
		j.flushPending()
	}
}

// flushPending writes as many of the pending lines as the file takes.
func (j *Journal) flushPending() {
	if len(j.pending) == 0 && errors.Is(j.err, ErrDiskHangs) {
		j.err = nil // only the sync has not returned in time
	}
	if j.broken || len(j.pending) == 0 {
		return
	}
	if j.open != nil {
		if j.file, j.err = j.open(); j.err != nil {
			j.file, j.err = nil, fmt.Errorf("journal: opening the journal: %w", j.err)
			return
		}
		j.open = nil
	}
	n, err := j.file.Write(j.pending)
	j.pending, j.err = j.pending[n:], nil
	if err != nil {
		j.err = fmt.Errorf("journal: writing the journal: %w", err)
	}
}

// giveUp stops writing for good.
func (j *Journal) giveUp(err error) {
	j.broken, j.pending, j.err = true, nil, fmt.Errorf("journal: writing the journal: %w", err)
}

// syncFile makes what was written survive a power cut.
func (j *Journal) syncFile() {
	if j.file == nil || j.err != nil {
		return
	}
	switch err := j.file.Sync(); {
	case errors.Is(err, ErrDiskHangs):
		j.err = fmt.Errorf("journal: writing the journal: %w", err)
	case err != nil:
		j.giveUp(err)
	}
}

// Close closes the journal, if nothing is missing from it, and reports whether it is whole.
func (j *Journal) Close() (whole bool) {
	j.flushPending()
	j.syncFile()
	if len(j.pending) > 0 || errors.Is(j.err, ErrDiskHangs) {
		return false
	}
	if j.file != nil {
		if err := j.file.Close(); err != nil && j.err == nil {
			j.err = fmt.Errorf("journal: closing the journal: %w", err)
		}
	}
	j.file, j.open = nil, nil
	return true
}

// Memory is a File in memory.
type Memory struct{ bytes.Buffer }

// Sync does nothing.
func (*Memory) Sync() error { return nil }

// Close does nothing: the text can still be read.
func (*Memory) Close() error { return nil }

var _ File = (*Memory)(nil)
