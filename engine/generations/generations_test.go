package generations

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"crownhead/engine/generations/generationstest"
	"crownhead/engine/net"
)

func TestRead(t *testing.T) {
	folder := generationstest.Folder(t, 11)
	if err := os.WriteFile(filepath.Join(folder, "notes.txt"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(folder, "generation-01.safetensors")
	if err := os.Rename(first, filepath.Join(folder, "zero.safetensors")); err != nil {
		t.Fatal(err) // files need not be named in the order of their generations
	}
	s, err := Read(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	names := s.Names()
	if len(s) != 11 || names[0] != "generation-1" || names[1] != "generation-2" || names[10] != "generation-11" {
		t.Errorf("%v", names)
	}
	digests := map[string]bool{}
	for _, g := range s {
		digests[g.Digest] = true
	}
	if g, err := s.Find("generation-7"); err != nil || g.Number != 7 || g.Elo != 700 || g.Net == nil ||
		len(digests) != 11 {
		t.Errorf("%+v, %v, digests %v", g, err, digests)
	}
	if _, err := s.Find("generation-12"); err == nil || !strings.Contains(err.Error(), "generation-11") {
		t.Errorf("one that isn't there: %v", err)
	}
	if _, err := Set(nil).Find("generation-1"); !errors.Is(err, ErrNone) {
		t.Errorf("none at all: %v", err)
	}
}

// Files that do not make one ladder are refused; the error has their names.
func TestReadRefuses(t *testing.T) {
	for hint, second := range map[string]net.Origin{
		"generation 2 is there already": {Line: "self-play", Generation: 2, Seed: 9},
		"generation 0 has learnt":       {Line: "self-play"},
		`it is of the line "taught"`:    {Line: "taught", Generation: 3},
	} {
		folder := generationstest.Folder(t, 2)
		generationstest.Write(t, filepath.Join(folder, "other.safetensors"), second)
		if _, err := Read(os.DirFS(folder)); !errors.Is(err, ErrRead) ||
			!strings.Contains(err.Error(), "other.safetensors") ||
			!strings.Contains(err.Error(), hint) {
			t.Errorf("%v, want %q", err, hint)
		}
	}
	torn := generationstest.Folder(t, 1)
	if err := os.Truncate(filepath.Join(torn, "generation-01.safetensors"), 700); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(os.DirFS(torn)); !errors.Is(err, ErrRead) {
		t.Errorf("a torn file: %v", err)
	}
	if _, err := Read(os.DirFS(t.TempDir())); !errors.Is(err, ErrNone) {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := Read(os.DirFS(filepath.Join(t.TempDir(), "no"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// A pipe or device with the name of weights is refused without being opened.
func TestReadOpensFilesOnly(t *testing.T) {
	file := must(os.ReadFile(filepath.Join(generationstest.Folder(t, 1), "generation-01.safetensors")))
	for _, mode := range []fs.FileMode{fs.ModeNamedPipe, fs.ModeDevice, fs.ModeSocket, fs.ModeDir} {
		folder := fstest.MapFS{"pipe.safetensors": {Data: file, Mode: mode}}
		if _, err := Read(folder); !errors.Is(err, ErrRead) || !strings.Contains(err.Error(), "pipe.safetensors") ||
			!strings.Contains(err.Error(), "it is not a regular file") {
			t.Errorf("%v: %v", mode, err)
		}
	}
}

// The shipped generations are a ladder that goes up, in half precision and few bytes.
func TestShipped(t *testing.T) {
	set, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	if len(set) < 8 || !slices.IsSortedFunc(set, func(a, b Generation) int { return cmp.Compare(a.Elo, b.Elo) }) {
		t.Errorf("%d generations, of which one is weaker than the one before, or too few", len(set))
	}
	size := 0
	for _, name := range must(fs.Glob(shipped, "shipped/*")) {
		file := must(fs.ReadFile(shipped, name))
		size += len(file)
		if !strings.HasSuffix(name, fileExtension) {
			continue
		}
		if half := must(must(net.Read(file)).Encode(net.Half)); !slices.Equal(half, file) {
			t.Errorf("%s is not as crownhead train export writes it, in half precision", name)
		}
	}
	if size > 8<<20 {
		t.Errorf("%d bytes, more than 8 MB", size)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
