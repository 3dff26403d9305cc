// Package filelock lets one process at a time work with a folder, a device or a robot. A lock is a file that the
// operating system locks, so that it is free again when the process ends, in whatever way. The file's content
// says which process holds the lock and where its pages answer.
//
// No goroutine waits for a lock: one that is held is an error at once.
package filelock

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// ErrLocked means that another process holds the lock.
var ErrLocked = errors.New("in use by another crownhead")

// A Lock is held until Release, or until the process ends.
type Lock struct{ file *os.File }

// A Holder is what a lock's file says of the process that holds it.
type Holder struct {
	PID    int    `json:"pid"`
	Listen string `json:"listen"` // where its pages answer, "" as long as they don't
}

func (h Holder) String() string {
	if h.PID == 0 {
		return "another process"
	}
	return fmt.Sprintf("process %d", h.PID)
}

// readTime is how long Read may hold a lock that it only looks at.
const readTime = 20 * time.Millisecond

// Take locks the file of that name, which it creates if need be. When another process holds it, the error names that
// process.
func Take(path string) (*Lock, error) {
	l, err := tryLock(path)
	if errors.Is(err, ErrLocked) {
		time.Sleep(readTime)
		l, err = tryLock(path)
	}
	return l, err
}

func tryLock(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|noFollow, 0)
	if errors.Is(err, fs.ErrNotExist) { // in a shared folder Linux lets nobody "create" another user's file
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|noFollow, 0o644)
	}
	if err != nil {
		return nil, fmt.Errorf("filelock: %w", err)
	}
	if err := lockFile(f, exclusive); err != nil {
		defer f.Close()
		if errors.Is(err, errHeld) {
			return nil, fmt.Errorf("filelock: %s is %w: %s", path, ErrLocked, readHolder(f))
		}
		return nil, fmt.Errorf("filelock: locking %s: %w", path, err)
	}
	l := &Lock{f}
	if err := l.Sign(""); err != nil {
		f.Close()
		return nil, err
	}
	return l, nil
}

// Sign writes into the lock's file that this process holds it, and where its pages answer.
func (l *Lock) Sign(listen string) error {
	text, err := json.Marshal(Holder{PID: os.Getpid(), Listen: listen})
	if err == nil {
		err = l.file.Truncate(0)
	}
	if err == nil {
		_, err = l.file.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		return fmt.Errorf("filelock: signing %s: %w", l.file.Name(), err)
	}
	return nil
}

// Share lets processes of other users take the lock when it is free. A file of another user, which they have shared
// already, stays as it is.
func (l *Lock) Share() { _ = l.file.Chmod(0o666) }

// Release gives the lock back. The file stays: if it were removed, two processes could lock two files of one name.
func (l *Lock) Release() error { return l.file.Close() }

// Read reports who holds the lock of that name, if anybody does. It neither creates nor writes the file: the
// daemon may be another user's, and must still be found by a command that wants to stop it.
func Read(path string) (h Holder, held bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Holder{}, false, nil
	}
	if err != nil {
		return Holder{}, false, fmt.Errorf("filelock: %w", err)
	}
	defer f.Close() // and the lock with it, if nobody else has it
	if err := lockFile(f, shared); !errors.Is(err, errHeld) {
		return Holder{}, false, err
	}
	return readHolder(f), true, nil
}

// readHolder reads the file of a lock that is held. The file of an older version holds nothing but the process
// number, which is JSON too.
func readHolder(f *os.File) (h Holder) {
	const longest = 1 << 10
	text, err := io.ReadAll(io.NewSectionReader(f, 0, longest))
	if err == nil && json.Unmarshal(text, &h) != nil {
		_ = json.Unmarshal(text, &h.PID)
	}
	return h
}
