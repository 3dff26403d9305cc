package serve

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/sys/unix"
)

// openings counts how many hold a file open. A look at the terminal alone would miss somebody who
// closes it and opens it again at once.
type openings struct {
	fd      int
	holders int
}

// followOpenings begins to count; nobody must hold the file yet.
func followOpenings(path string) (*openings, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("following the openings of %s: %w", path, err)
	}
	if _, err := unix.InotifyAddWatch(fd, path, unix.IN_OPEN|unix.IN_CLOSE); err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("following the openings of %s: %w", path, err)
	}
	return &openings{fd: fd}, nil
}

// readEvents reads what has happened, and reports whether somebody has opened the file that nobody
// held. The kernel may tell of two openings or closings in a row as of one; hung, which says that
// nobody holds the file any more, puts that right.
func (o *openings) readEvents(hung bool) (opened bool) {
	var buf [4096]byte
	if hung {
		o.holders = 0
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
				opened = opened || o.holders == 0
				o.holders++
			case o.holders > 0:
				o.holders--
			}
		}
	}
}

func (o *openings) close() { _ = unix.Close(o.fd) }
