package serve

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

const pollMs = 100 // ms: one poll of the port blocks so long at most

// A port is the master of a pseudo-terminal whose slave goes by a link's name.
type port struct {
	link     string
	slave    string // what the link points to
	file     *os.File
	fd       int
	opened   atomic.Bool
	openings *openCounter
	done     chan struct{}
	wait     sync.WaitGroup
}

// A portEvent is an opening of the port, or bytes that were written to it.
type portEvent struct {
	opened bool
	data   []byte
}

// openPort makes the pseudo-terminal and links its slave to path, in place of a link that a killed
// virtual robot has left.
func openPort(path string) (*port, error) {
	master, slave, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("opening a pseudo-terminal: %w", err)
	}
	name := slave.Name()
	p := &port{link: path, slave: name, file: master, fd: int(master.Fd()), done: make(chan struct{})}
	err = setRaw(p.fd)
	_ = slave.Close() // only the host may open it: its opening is the reset
	if err == nil {
		p.openings, err = watchOpenings(name)
	}
	if err == nil {
		err = linkPort(name, path)
	}
	if err != nil {
		if p.openings != nil {
			p.openings.close()
		}
		_ = master.Close()
		return nil, err
	}
	return p, nil
}

func setRaw(fd int) error {
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return fmt.Errorf("reading the terminal's mode: %w", err)
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cflag = unix.CS8 | unix.CREAD | unix.CLOCAL | unix.B115200
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(fd, unix.TCSETS, t); err != nil {
		return fmt.Errorf("setting the terminal to raw: %w", err)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return fmt.Errorf("setting the terminal to non-blocking: %w", err)
	}
	return nil
}

// linkPort makes path a symbolic link to target; only another link is replaced.
func linkPort(target, path string) error {
	if info, err := os.Lstat(path); err == nil {
		if info.Mode()&os.ModeSymlink == 0 {
			return fmt.Errorf("%s exists and is not a link", path)
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return os.Symlink(target, path)
}

// startWatching starts the goroutine that polls the port; close ends it.
func (p *port) startWatching() <-chan portEvent {
	events := make(chan portEvent)
	p.wait.Go(func() { p.pollPort(events) })
	return events
}

// pollPort waits for bytes, and for an opening of the slave.
func (p *port) pollPort(events chan<- portEvent) {
	for {
		fds := []unix.PollFd{{Fd: int32(p.openings.fd), Events: unix.POLLIN}, {Fd: int32(p.fd), Events: unix.POLLIN}}
		if !p.opened.Load() {
			fds = fds[:1] // a terminal that is not open reports a hang-up all the time
		}
		_, err := unix.Poll(fds, pollMs)
		select {
		case <-p.done:
			return
		default:
		}
		if err != nil && err != unix.EINTR {
			return
		}
		if err != nil {
			continue
		}
		hungUp := len(fds) > 1 && fds[1].Revents&unix.POLLHUP != 0
		if hungUp {
			p.opened.Store(false)
		}
		switch {
		case p.openings.readEvents(hungUp):
			p.opened.Store(true)
			p.emitEvent(events, portEvent{opened: true})
		case !hungUp && len(fds) > 1 && fds[1].Revents&unix.POLLIN != 0:
			p.readBytes(events)
		}
	}
}

func (p *port) readBytes(events chan<- portEvent) {
	var buf [4096]byte
	if n, err := unix.Read(p.fd, buf[:]); err == nil && n > 0 {
		p.emitEvent(events, portEvent{data: buf[:n]})
	}
}

func (p *port) emitEvent(events chan<- portEvent, ev portEvent) {
	select {
	case events <- ev:
	case <-p.done:
	}
}

// writeBytes sends bytes. If the port is not open or its buffer is full they are lost, as on a serial line.
func (p *port) writeBytes(data []byte) {
	if len(data) > 0 && p.opened.Load() {
		_, _ = unix.Write(p.fd, data)
	}
}

// discardUnread throws away what was written to the port before it was opened.
func (p *port) discardUnread() { _ = unix.IoctlSetInt(p.fd, unix.TCFLSH, unix.TCIOFLUSH) }

func (p *port) close() {
	close(p.done)
	p.wait.Wait()
	if target, err := os.Readlink(p.link); err == nil && target == p.slave {
		_ = os.Remove(p.link) // it is still ours
	}
	p.openings.close()
	_ = p.file.Close()
}
