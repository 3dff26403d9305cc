package link

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"go.bug.st/serial"
)

const (
	readWait  = 100 * time.Millisecond // Read returns empty-handed after that
	writeWait = time.Second            // longer and the peer does not read any more
)

// ErrPort means that no controller's port is configured.
var ErrPort = errors.New("link: the controller's port must be named")

// CheckPort refuses a port setting that no amount of trying again can open, and
// names the ports there are.
func CheckPort(name string) error {
	found := "none is found now"
	if ports, err := serial.GetPortsList(); err == nil && len(ports) > 0 {
		found = "found now: " + strings.Join(ports, ", ")
	}
	switch name {
	case "":
		return fmt.Errorf("%w; %s", ErrPort, found)
	case "auto":
		return fmt.Errorf("%w: it is not found by itself yet; %s", ErrPort, found)
	}
	return nil
}

// port is an open device, how it was opened, and the lock that keeps others
// from it.
type port struct {
	serial.Port
	mode serial.Mode
	lock *Lock
}

// openPort opens a serial device or the slave of a pseudo-terminal, for this
// process alone. The modem lines are left at their defaults: a pseudo-terminal
// has none.
func openPort(name string, baud int) (*port, error) {
	lock, err := lockDevice(name)
	if err != nil {
		return nil, fmt.Errorf("%w (port %s)", err, name)
	}
	p := &port{mode: serial.Mode{BaudRate: baud}, lock: lock}
	if p.Port, err = serial.Open(name, &p.mode); err != nil {
		lock.Release()
		return nil, fmt.Errorf("link: opening %s: %w%s", name, err, portHint(err))
	}
	if err := p.SetReadTimeout(readWait); err != nil {
		p.Close()
		return nil, fmt.Errorf("link: opening %s: read time-out: %w", name, err)
	}
	return p, nil
}

// Close gives the device back.
func (p *port) Close() error { return errors.Join(p.Port.Close(), p.lock.Release()) }

// drop throws away what the device has not sent, so that a blocked Write
// returns. On Linux only a change of mode, even to the same one, wakes the
// writer. Failures show in Write.
func (p *port) drop() {
	_ = p.ResetOutputBuffer()
	_ = p.SetMode(&p.mode)
}

func portHint(err error) string {
	var p *serial.PortError
	if !errors.As(err, &p) {
		return ""
	}
	switch p.Code() {
	case serial.PermissionDenied:
		return " (on Linux: add yourself to the group dialout and log in again)"
	case serial.PortBusy:
		return " (another program holds it)"
	}
	return ""
}
