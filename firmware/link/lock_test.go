package link

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestLock: one at a time, the other is told who holds it; free after release.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := TakeLock(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = TakeLock(path)
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), strconv.Itoa(os.Getpid())) {
		t.Errorf("second: %v", err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := TakeLock(path)
	if err != nil {
		t.Fatalf("after release: %v", err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
	if _, err := TakeLock(filepath.Join(t.TempDir(), "none", "lock")); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("without a folder: %v", err)
	}
}

// TestLockFollowsNoLink: in a folder that all users share, a link may lead to
// any file of ours.
func TestLockFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	file, lock := filepath.Join(dir, "file"), filepath.Join(dir, "lock")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, lock); err != nil {
		t.Skip(err)
	}
	if _, err := TakeLock(lock); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("the lock is taken: %v", err)
	}
	if text, err := os.ReadFile(file); string(text) != "mine" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

// TestReadLock: who holds it and where he answers; nobody; and the file of an
// older version, which held the number alone.
func TestReadLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if h, held, err := ReadLock(path); held || err != nil {
		t.Errorf("without a file: %v, %v, %v", h, held, err)
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("looking created it")
	}
	l, err := TakeLock(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Sign("127.0.0.1:8080"); err != nil {
		t.Fatal(err)
	}
	if h, held, err := ReadLock(path); h != (Holder{os.Getpid(), "127.0.0.1:8080"}) || !held || err != nil {
		t.Errorf("held: %v, %v, %v", h, held, err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != `{"pid":`+strconv.Itoa(os.Getpid())+`,"listen":"127.0.0.1:8080"}`+"\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if err := os.WriteFile(path, []byte("4711\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if h, held, err := ReadLock(path); h != (Holder{PID: 4711}) || !held || err != nil {
		t.Errorf("an older version: %v, %v, %v", h, held, err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	if h, held, err := ReadLock(path); held || err != nil {
		t.Errorf("released: %v, %v, %v", h, held, err)
	}
}
