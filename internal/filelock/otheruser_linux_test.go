package filelock

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// A daemon of another user is found, too: by a process that may read its lock but not write it.
func TestReadOfAnotherUser(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lock")
	l, err := Take(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	for name, mode := range map[string]os.FileMode{path: 0o444, dir: 0o555, filepath.Dir(dir): 0o755} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(dir, 0o755)
	found := make(chan error)
	go func() {
		runtime.LockOSThread() // which ends with this goroutine, as another user's
		if os.Geteuid() == 0 {
			const nobody = 65534
			_ = unix.Setfsuid(nobody)
		}
		h, held, err := Read(path)
		if err == nil && (!held || h.PID != os.Getpid()) {
			t.Errorf("%v, %v", h, held)
		}
		found <- err
	}()
	if err := <-found; err != nil {
		t.Error(err)
	}
}
