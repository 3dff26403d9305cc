//go:build unix

package link

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// noFollow keeps others from leading a lock in a shared folder to a file of ours.
const noFollow = unix.O_NOFOLLOW

var errHeld = errors.New("held")

func lockFile(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return errHeld
	}
	return err
}
