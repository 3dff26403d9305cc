package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

const noFollow = 0 // no folder of locks is shared here

var errHeld = errors.New("held")

// lockOffset lies far behind the file's content: on Windows nobody else can read a range that is locked.
const lockOffset = 1 << 30

// Ways to lock a file. Read shares it.
const (
	exclusive = windows.LOCKFILE_EXCLUSIVE_LOCK
	shared    = 0
)

func lockFile(f *os.File, how uint32) error {
	at := &windows.Overlapped{Offset: lockOffset}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errHeld
	}
	return err
}
