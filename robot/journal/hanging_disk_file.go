package journal

import (
	"bytes"
	"errors"

	"crownhead/internal/timedcall"
)

// ErrDiskHangs means that a disk has not finished an operation in time.
var ErrDiskHangs = errors.New("the disk doesn't answer")

// A hangingDiskFile is a journal's file on a disk that may hang. It is opened with the first write, and no method
// waits longer than the robot's loop can afford. The result of an operation that was not done in time is collected
// by the next call, so that no byte is written twice.
type hangingDiskFile struct {
	calls   timedcall.Caller
	open    func() (File, error)
	file    File      // nil until it is open
	unread  *fileTask // the last operation, as long as its result has not been collected
	syncErr error     // of a Sync that was not done in time
}

// NewHangingDiskFile returns a journal's file that is opened with the first write, and that survives a hanging disk.
func NewHangingDiskFile(open func() (File, error)) File { return &hangingDiskFile{open: open} }

// A fileTask is one operation on the file, with its result.
type fileTask struct {
	sync bool
	file File
	n    int
	err  error
}

var _ File = (*hangingDiskFile)(nil)

// Write implements File. After ErrDiskHangs the caller passes the same bytes again, perhaps with more behind them.
func (f *hangingDiskFile) Write(p []byte) (int, error) {
	n, err := f.collectResult()
	if err != nil || n == len(p) {
		return n, err
	}
	rest := bytes.Clone(p[n:])
	more, err := f.runTask(&fileTask{}, func(w *fileTask) {
		if w.file == nil {
			if w.file, w.err = f.open(); w.err != nil {
				w.file = nil
				return
			}
		}
		w.n, w.err = w.file.Write(rest)
	})
	return n + more, err
}

// Sync implements File.
func (f *hangingDiskFile) Sync() error {
	if f.unread != nil && !f.unread.sync {
		return ErrDiskHangs // the next Write collects its result
	}
	_, err := f.collectResult()
	if err == nil && f.syncErr == nil && f.file != nil {
		_, err = f.runTask(&fileTask{sync: true}, func(w *fileTask) { w.err = w.file.Sync() })
	}
	if err == nil {
		err = f.syncErr
	}
	return err
}

// Close implements File. A file whose disk hangs stays open.
func (f *hangingDiskFile) Close() error {
	if _, err := f.collectResult(); err != nil || f.file == nil {
		return err
	}
	_, err := f.runTask(&fileTask{}, func(w *fileTask) { w.err = w.file.Close() })
	return err
}

// runTask runs one operation on the file and returns its result, or ErrDiskHangs when it is not done in time.
func (f *hangingDiskFile) runTask(w *fileTask, work func(*fileTask)) (int, error) {
	w.file, f.unread = f.file, w
	if !f.calls.CallInTime(func() { work(w) }) {
		return 0, ErrDiskHangs
	}
	return f.collectResult()
}

// collectResult returns the result of the last operation, if it has not been collected yet.
func (f *hangingDiskFile) collectResult() (int, error) {
	w := f.unread
	switch {
	case f.calls.Pending():
		return 0, ErrDiskHangs
	case w == nil:
		return 0, nil
	}
	f.unread, f.file = nil, w.file
	if w.sync {
		f.syncErr = w.err
		return 0, nil
	}
	return w.n, w.err
}
