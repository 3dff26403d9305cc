package serve

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/sys/unix"
)

// openCounter counts how many hold a file open. A look at the terminal alone would miss somebody who
// closes it and opens it again at once.
type openCounter struct {
	fd        int
	openCount int
}

// watchOpenings begins to count; nobody must hold the file yet.
func watchOpenings(path string) (*openCounter, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("following the openings of %s: %w", path, err)
	}
	if _, err := unix.InotifyAddWatch(fd, path, unix.IN_OPEN|unix.IN_CLOSE); err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("following the openings of %s: %w", path, err)
	}
	return &openCounter{fd: fd}, nil
}

// readEvents reads what has happened, and reports whether somebody has opened the file that nobody
// held. The kernel may tell of two openings or closings in a row as of one; hung, which says that
// nobody holds the file any more, puts that right.
func (o *openCounter) readEvents(hung bool) (opened bool) {
	var buf [4096]byte
	if hung {
		o.openCount = 0
	}
	for {
		n, err := unix.Read(o.fd, buf[:])
		if err != nil || n <= 0 {
			return opened
		}
		for at := 0; at+unix.SizeofInotifyEvent <= n; {
			mask := binary.NativeEndian.Uint32(buf[at+4:])
			at += unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(buf[at+12:]))
			switch {
			case mask&unix.IN_OPEN != 0:
				opened = opened || o.openCount == 0
				o.openCount++
			case o.openCount > 0:
				o.openCount--
			}
		}
	}
}

func (o *openCounter) close() { _ = unix.Close(o.fd) }
