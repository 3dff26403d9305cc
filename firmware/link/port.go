package link

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"go.bug.st/serial"

	"crownhead/internal/filelock"
)

const (
	readTimeout  = 100 * time.Millisecond // after which Read returns without a byte
	writeTimeout = time.Second            // after which the peer counts as not reading any more
)

// A serialPort is an open device, how it was opened, and the lock that keeps others from it.
type serialPort struct {
	serial.Port
	mode serial.Mode
	lock *filelock.Lock
}

// openPort opens a serial device or the slave of a pseudo-terminal, for this process alone. Its error is a
// PortError. The modem lines are left at their defaults: a pseudo-terminal has none.
func openPort(name string, baud int) (*serialPort, error) {
	lock, err := lockDevice(name)
	if err != nil {
		return nil, newPortError(name, err)
	}
	p := &serialPort{mode: serial.Mode{BaudRate: baud}, lock: lock}
	if p.Port, err = serial.Open(name, &p.mode); err != nil {
		lock.Release()
		return nil, newPortError(name, err)
	}
	if err := p.SetReadTimeout(readTimeout); err != nil {
		p.Close()
		return nil, newPortError(name, err)
	}
	return p, nil
}

// lockDevice locks a serial device under all its names: the exclusive opening of the operating system does not hold
// against root. The lock is a file that stands for the device, in a folder that all users share.
func lockDevice(name string) (*filelock.Lock, error) {
	device, err := filepath.EvalSymlinks(name)
	if err != nil && runtime.GOOS != "windows" { // on Windows a name such as COM3 is no path
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

// lockFolder returns the folder where Linux keeps locks, if everybody may write there, or else that of temporary files.
func lockFolder() string {
	const dir, everybody = "/run/lock", 0o002
	if info, err := os.Stat(dir); err == nil && info.IsDir() && info.Mode()&everybody != 0 {
		return dir
	}
	return os.TempDir()
}

// Close closes the device and releases its lock.
func (p *serialPort) Close() error { return errors.Join(p.Port.Close(), p.lock.Release()) }

var errWriteTimeout = errors.New("the device takes no more bytes")

// writeAll writes b. A write has no time-out of its own: when the peer stops reading, or ctx ends, the
// unsent bytes are dropped, which lets the write return.
func (p *serialPort) writeAll(ctx context.Context, b []byte) (err error) {
	done := make(chan struct{})
	var watch sync.WaitGroup
	var late bool
	watch.Go(func() { late = p.unblockWrite(ctx, done) })
	for len(b) > 0 && err == nil {
		var n int
		n, err = p.Write(b)
		b = b[n:]
	}
	close(done)
	watch.Wait()
	if err == nil && late {
		return errWriteTimeout
	}
	return err
}

// unblockWrite drops the device's output again and again once a write takes too long, until the write is done. It
// reports whether it had to.
func (p *serialPort) unblockWrite(ctx context.Context, done <-chan struct{}) bool {
	limit := time.NewTimer(writeTimeout)
	defer limit.Stop()
	select {
	case <-done:
		return false
	case <-limit.C:
	case <-ctx.Done():
	}
	for {
		select {
		case <-done:
			return true
		case <-time.After(readTimeout):
			// On Linux only a change of mode, even to the same one, wakes the writer. Failures show in Write.
			_ = p.ResetOutputBuffer()
			_ = p.SetMode(&p.mode)
		}
	}
}
