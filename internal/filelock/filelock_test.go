package filelock

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// One process at a time has the lock; another is told which one. It is free after release.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := Take(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Take(path)
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), strconv.Itoa(os.Getpid())) {
		t.Errorf("second: %v", err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := Take(path)
	if err != nil {
		t.Fatalf("after release: %v", err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
	if _, err := Take(filepath.Join(t.TempDir(), "none", "lock")); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("without a folder: %v", err)
	}
}

// In a folder that all users share, a link may lead to
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
	if _, err := Take(lock); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("the lock is taken: %v", err)
	}
	if text, err := os.ReadFile(file); string(text) != "mine" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

// Read names the process that holds the lock and where it answers, or nobody; it understands the file of an
// older version, which held the number alone.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	if h, held, err := Read(path); held || err != nil {
		t.Errorf("without a file: %v, %v, %v", h, held, err)
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("looking created it")
	}
	l, err := Take(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Sign("127.0.0.1:8080"); err != nil {
		t.Fatal(err)
	}
	if h, held, err := Read(path); h != (Holder{os.Getpid(), "127.0.0.1:8080"}) || !held || err != nil {
		t.Errorf("held: %v, %v, %v", h, held, err)
	}
	if text, err := os.ReadFile(path); err != nil ||
		string(text) != `{"pid":`+strconv.Itoa(os.Getpid())+`,"listen":"127.0.0.1:8080"}`+"\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if err := os.WriteFile(path, []byte("4711\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if h, held, err := Read(path); h != (Holder{PID: 4711}) || !held || err != nil {
		t.Errorf("an older version: %v, %v, %v", h, held, err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	if h, held, err := Read(path); held || err != nil {
		t.Errorf("released: %v, %v, %v", h, held, err)
	}
}
