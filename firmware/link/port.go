package link

import (
	"errors"
	"time"

	"go.bug.st/serial"
)

const (
	readWait  = 100 * time.Millisecond // Read returns empty-handed after that
	writeWait = time.Second            // longer and the peer does not read any more
)

// port is an open device, how it was opened, and the lock that keeps others
// from it.
type port struct {
	serial.Port
	mode serial.Mode
	lock *Lock
}

// openPort opens a serial device or the slave of a pseudo-terminal, for this
// process alone; an error is a PortError. The modem lines are left at their
// defaults: a pseudo-terminal has none.
func openPort(name string, baud int) (*port, error) {
	lock, err := lockDevice(name)
	if err != nil {
		return nil, explain(name, err)
	}
	p := &port{mode: serial.Mode{BaudRate: baud}, lock: lock}
	if p.Port, err = serial.Open(name, &p.mode); err != nil {
		lock.Release()
		return nil, explain(name, err)
	}
	if err := p.SetReadTimeout(readWait); err != nil {
		p.Close()
		return nil, explain(name, err)
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
