package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"crownhead/internal/atomicfile"
)

// CheckWritable returns why a file cannot be written; the name "" is fine. It leaves nothing behind.
func CheckWritable(name string) error {
	if name == "" {
		return nil
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // opening a pipe would wait for its reader
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = os.CreateTemp(filepath.Dir(name), ".crownhead-*")
		if err == nil {
			defer os.Remove(f.Name())
		}
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// WriteFile writes a file whole or not at all; a device or a pipe is written as it is.
func WriteFile(name string, data []byte) error {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, data, 0o666)
	}
	return atomicfile.WriteShared(name, data)
}

// ReadAtMost reads a file of at most so many bytes.
func ReadAtMost(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s has more than %d MB", name, most>>20)
	}
	return text, err
}
