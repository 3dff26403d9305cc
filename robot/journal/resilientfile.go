package journal

import "bytes"

// A resilientFile is a journal's file on a disk that may hang: it is opened when there is something to write, and nobody waits
// for it longer than the robot's loop can afford. What was begun and not done in time is looked at the next time: no byte is
// written twice.
type resilientFile struct {
	TimedCaller
	open func() (File, error)
	file File      // nil until it is open
	last *fileWork // whose outcome nobody has looked at yet
	lost error     // of a Sync for which nobody waited any more
}

// NewResilientFile returns a journal's file that is opened when there is something to write.
func NewResilientFile(open func() (File, error)) File { return &resilientFile{open: open} }

// A fileWork is one thing done with the file, and what became of it.
type fileWork struct {
	sync bool
	file File
	n    int
	err  error
}

var _ File = (*resilientFile)(nil)

// Write implements File. After an error that says that the disk hangs it is called again with the same bytes, and
// perhaps more behind them.
func (f *resilientFile) Write(p []byte) (int, error) {
	n, err := f.settle()
	if err != nil || n == len(p) {
		return n, err
	}
	rest := bytes.Clone(p[n:])
	more, err := f.do(&fileWork{}, func(w *fileWork) {
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
func (f *resilientFile) Sync() error {
	if f.last != nil && !f.last.sync {
		return ErrHangs // the next Write looks at it
	}
	_, err := f.settle()
	if err == nil && f.lost == nil && f.file != nil {
		_, err = f.do(&fileWork{sync: true}, func(w *fileWork) { w.err = w.file.Sync() })
	}
	if err == nil {
		err = f.lost
	}
	return err
}

// Close implements File. A file whose disk hangs stays open.
func (f *resilientFile) Close() error {
	if _, err := f.settle(); err != nil || f.file == nil {
		return err
	}
	_, err := f.do(&fileWork{}, func(w *fileWork) { w.err = w.file.Close() })
	return err
}

// do has one thing done with the file and returns what became of it.
func (f *resilientFile) do(w *fileWork, work func(*fileWork)) (int, error) {
	w.file, f.last = f.file, w
	if !f.CallInTime(func() { work(w) }) {
		return 0, ErrHangs
	}
	return f.settle()
}

// settle returns what became of what was done last, if nobody knows yet.
func (f *resilientFile) settle() (int, error) {
	w := f.last
	switch {
	case f.busy():
		return 0, ErrHangs
	case w == nil:
		return 0, nil
	}
	f.last, f.file = nil, w.file
	if w.sync {
		f.lost = w.err
		return 0, nil
	}
	return w.n, w.err
}
