// Package atomicfile writes files that are whole or not there, whenever the program or the power ends: the data
// goes into another file of the same folder, which is synced and then renamed. A file that cannot be written
// leaves nothing behind.
//
// Errors are those of package os: they name the operation and the file, so a caller adds only what it was doing.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes the file, or puts it in place of the one of that name. The other file is NAME.tmp every time, so
// that the rest of a killed process is overwritten: only one process may write the file at a time.
func Write(name string, data []byte) error { return writeVia(name+".tmp", name, data) }

// WriteShared is Write for a file that several processes may write at once: the last one's stays.
func WriteShared(name string, data []byte) error {
	return writeVia(fmt.Sprintf("%s.%d.tmp", name, os.Getpid()), name, data)
}

func writeVia(temporary, name string, data []byte) error {
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return commit(f, err, name)
}

// Replace is WriteShared for a file that people keep: it follows a symbolic link, and the permissions stay as
// they are.
func Replace(name string, data []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return commit(f, errors.Join(err, f.Chmod(mode)), name)
}

// commit puts the temporary file in its place, unless it could not be written.
func commit(f *os.File, err error, name string) error {
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	SyncFolder(filepath.Dir(name))
	return nil
}

// SyncFolder makes the names of new and renamed files survive a power cut. Where folders can't be synced, as on
// Windows, it does nothing.
func SyncFolder(folder string) {
	f, err := os.Open(folder)
	if err != nil {
		return
	}
	defer f.Close()
	_ = f.Sync()
}
