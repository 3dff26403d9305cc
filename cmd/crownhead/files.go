package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"crownhead/internal/atomicfile"
)

// canWrite tells what speaks against a file that is to be written in the end; "" is none. It leaves nothing behind.
func canWrite(name string) error {
	if name == "" {
		return nil
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // opening a pipe would wait for whoever reads it
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

// writeFile writes a file whole or not at all; what is no file, such as a device, is written as it is.
func writeFile(name string, data []byte) error {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, data, 0o666)
	}
	return atomicfile.WriteShared(name, data)
}

// readAtMost reads a file that must come to an end.
func readAtMost(name string, most int64) ([]byte, error) {
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
