package serve

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/sys/unix"
)

// openCounter counts how often a file is open, by what inotify reports. To poll the terminal alone would
// miss a host that closes it and opens it again at once.
type openCounter struct {
	fd        int
	openCount int
}

// watchOpenings begins to count. The file must not be open yet.
func watchOpenings(path string) (*openCounter, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("watching the openings of %s: %w", path, err)
	}
	if _, err := unix.InotifyAddWatch(fd, path, unix.IN_OPEN|unix.IN_CLOSE); err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("watching the openings of %s: %w", path, err)
	}
	return &openCounter{fd: fd}, nil
}

// readEvents reads what has happened, and reports whether the file was opened while it was not open. The
// kernel may merge two openings or closings in a row into one event. hungUp says that the file is not
// open any more, and corrects the count.
func (o *openCounter) readEvents(hungUp bool) (opened bool) {
	var buf [4096]byte
	if hungUp {
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
