package filelock_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"crownhead/internal/filelock"
)

// A second daemon over one folder is kept out, and a command finds the first one's pages.
func Example() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "lock")

	lock, err := filelock.Take(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("signed:", lock.Sign("127.0.0.1:8080"))

	_, err = filelock.Take(path)
	fmt.Println("second:", errors.Is(err, filelock.ErrLocked))

	holder, held, _ := filelock.Read(path)
	fmt.Println("held:", held, "pages:", holder.Listen)

	fmt.Println("released:", lock.Release())
	_, held, _ = filelock.Read(path)
	fmt.Println("held:", held)
	// Output:
	// signed: <nil>
	// second: true
	// held: true pages: 127.0.0.1:8080
	// released: <nil>
	// held: false
}
