package link

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// ErrLocked means that another process works with the same data or robot.
var ErrLocked = errors.New("link: in use by another crownhead")

// A Lock keeps a second daemon out. The operating system releases it when the
// process ends, in whatever way.
type Lock struct{ file *os.File }

// TakeLock locks the file of that name, which it creates. The error names the
// process that holds it.
func TakeLock(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) { // in a shared folder Linux lets nobody "create" another user's file
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	}
	if err != nil {
		return nil, fmt.Errorf("link: lock: %w", err)
	}
	if err := lockFile(f); err != nil {
		defer f.Close()
		if errors.Is(err, errHeld) {
			return nil, fmt.Errorf("%w: %s is held by %s", ErrLocked, path, holder(f))
		}
		return nil, fmt.Errorf("link: lock %s: %w", path, err)
	}
	if err := sign(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("link: lock %s: %w", path, err)
	}
	return &Lock{f}, nil
}

// Release gives the lock back. The file stays: removing it would let two
// processes lock two files of one name.
func (l *Lock) Release() error { return l.file.Close() }

// lockDevice locks a serial device, whatever name it goes by: the exclusive
// opening of the operating system does not hold against root. The lock is a
// file that stands for the device, in a folder that all users share.
func lockDevice(name string) (*Lock, error) {
	device, err := filepath.EvalSymlinks(name)
	if err != nil && runtime.GOOS != "windows" { // where COM3 is no path
		return nil, fmt.Errorf("link: %w", err)
	}
	if err != nil {
		device = name
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, device)
	path := filepath.Join(lockDir(), fmt.Sprintf("crownhead-%016x.lock", h.Sum64()))
	lock, err := TakeLock(path)
	if err == nil {
		_ = os.Chmod(path, 0o666) // another user's daemon must be able to lock it, too
	}
	return lock, err
}

// lockDir is where Linux keeps locks, if everybody may write there, or else the
// folder of temporary files.
func lockDir() string {
	const dir, everybody = "/run/lock", 0o002
	if info, err := os.Stat(dir); err == nil && info.IsDir() && info.Mode()&everybody != 0 {
		return dir
	}
	return os.TempDir()
}

func sign(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

func holder(f *os.File) string {
	b, _ := io.ReadAll(io.LimitReader(f, 20))
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return "another process"
	}
	return fmt.Sprintf("process %d", pid)
}
