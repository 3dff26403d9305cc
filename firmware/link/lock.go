package link

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// ErrLocked means that another process works with the same data or robot.
var ErrLocked = errors.New("link: in use by another crownhead")

// A Lock keeps a second daemon out. The operating system releases it when the
// process ends, in whatever way.
type Lock struct{ file *os.File }

// A Holder is what a lock's file says of the process that holds it.
type Holder struct {
	PID    int    `json:"pid"`
	Listen string `json:"listen"` // where its pages answer, "" as long as they don't
}

func (h Holder) String() string {
	if h.PID == 0 {
		return "another process"
	}
	return fmt.Sprintf("process %d", h.PID)
}

// glance is how long whoever only looks whether a lock is held may hold it.
const glance = 20 * time.Millisecond

// TakeLock locks the file of that name, which it creates. The error names the
// process that holds it.
func TakeLock(path string) (*Lock, error) {
	l, err := takeLock(path)
	if errors.Is(err, ErrLocked) {
		time.Sleep(glance)
		l, err = takeLock(path)
	}
	return l, err
}

func takeLock(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|noFollow, 0)
	if errors.Is(err, fs.ErrNotExist) { // in a shared folder Linux lets nobody "create" another user's file
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|noFollow, 0o644)
	}
	if err != nil {
		return nil, fmt.Errorf("link: lock: %w", err)
	}
	if err := lockFile(f, alone); err != nil {
		defer f.Close()
		if errors.Is(err, errHeld) {
			return nil, fmt.Errorf("%w: %s is held by %s", ErrLocked, path, holder(f))
		}
		return nil, fmt.Errorf("link: lock %s: %w", path, err)
	}
	l := &Lock{f}
	if err := l.Sign(""); err != nil {
		f.Close()
		return nil, err
	}
	return l, nil
}

// ReadLock tells who holds the lock of that name, if anybody does; it creates
// nothing, and writes nothing: the daemon may be another user's, and whoever
// wants to stop it must find it all the same.
func ReadLock(path string) (h Holder, held bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Holder{}, false, nil
	}
	if err != nil {
		return Holder{}, false, fmt.Errorf("link: lock: %w", err)
	}
	defer f.Close() // and the lock with it, if nobody else has it
	if err := lockFile(f, shared); !errors.Is(err, errHeld) {
		return Holder{}, false, err
	}
	return holder(f), true, nil
}

// Sign tells who reads the lock's file where this process's pages answer.
func (l *Lock) Sign(listen string) error {
	text, err := json.Marshal(Holder{PID: os.Getpid(), Listen: listen})
	if err == nil {
		err = l.file.Truncate(0)
	}
	if err == nil {
		_, err = l.file.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		return fmt.Errorf("link: lock %s: %w", l.file.Name(), err)
	}
	return nil
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
		_ = lock.file.Chmod(0o666) // another user's daemon must be able to lock it, too
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

// holder reads the file of a lock that is held. A lock of an older version holds
// nothing but the number, which is JSON too.
func holder(f *os.File) (h Holder) {
	const longest = 1 << 10
	text, err := io.ReadAll(io.NewSectionReader(f, 0, longest))
	if err == nil && json.Unmarshal(text, &h) != nil {
		_ = json.Unmarshal(text, &h.PID)
	}
	return h
}
