//go:build unix

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// noFollow keeps others from leading a lock in a shared folder to a file of ours.
const noFollow = unix.O_NOFOLLOW

var errHeld = errors.New("held")

// Ways to lock a file. Read shares it, for which a file that is open for reading is enough on every file system.
const (
	exclusive = unix.LOCK_EX
	shared    = unix.LOCK_SH
)

func lockFile(f *os.File, how int) error {
	err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return errHeld
	}
	return err
}
