package link

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"go.bug.st/serial"

	"crownhead/internal/filelock"
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
	lock *filelock.Lock
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

// lockDevice locks a serial device, whatever name it goes by: the exclusive opening of the operating system does not hold
// against root. The lock is a file that stands for the device, in a folder that all users share.
func lockDevice(name string) (*filelock.Lock, error) {
	device, err := filepath.EvalSymlinks(name)
	if err != nil && runtime.GOOS != "windows" { // where COM3 is no path
		return nil, fmt.Errorf("link: %w", err)
	}
	if err != nil {
		device = name
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, device)
	lock, err := filelock.Take(filepath.Join(lockFolder(), fmt.Sprintf("crownhead-%016x.lock", h.Sum64())))
	if err == nil {
		lock.Share() // another user's daemon must be able to lock it, too
	}
	return lock, err
}

// lockFolder is where Linux keeps locks, if everybody may write there, or else the folder of temporary files.
func lockFolder() string {
	const dir, everybody = "/run/lock", 0o002
	if info, err := os.Stat(dir); err == nil && info.IsDir() && info.Mode()&everybody != 0 {
		return dir
	}
	return os.TempDir()
}
