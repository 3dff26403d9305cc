package atomicfile

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A file that cannot be written leaves the old one as it was, and nothing else.
func TestWholeOrNothing(t *testing.T) {
	for name, write := range map[string]func(string, []byte) error{
		"Write": Write, "WriteShared": WriteShared, "Replace": Replace,
	} {
		file := filepath.Join(t.TempDir(), "file")
		for _, text := range []string{"old", "new"} {
			if err := write(file, []byte(text)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got, err := os.ReadFile(file); err != nil || string(got) != text {
				t.Errorf("%s: the file holds %q, %v", name, got, err)
			}
		}
		blocked := filepath.Join(t.TempDir(), "folder") // which no file can replace
		if err := os.MkdirAll(filepath.Join(blocked, "full"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := write(blocked, []byte("new")); err == nil {
			t.Errorf("%s: a folder is replaced", name)
		}
		for _, folder := range []string{filepath.Dir(file), filepath.Dir(blocked)} {
			if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
				t.Errorf("%s: left behind: %v, %v", name, left, err)
			}
		}
	}
}

// As long as another file of the temporary name is in the way, the old one stays.
func TestTemporaryIsInTheWay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := Write(file, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file+".tmp", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Write(file, []byte("new")); err == nil {
		t.Error("written all the same")
	}
	if got, _ := os.ReadFile(file); string(got) != "old" {
		t.Errorf("the file holds %q", got)
	}
	if err := WriteShared(file, []byte("new")); err != nil { // as if another process were writing it
		t.Error(err)
	}
	if got, _ := os.ReadFile(file); string(got) != "new" {
		t.Errorf("the file holds %q", got)
	}
}

// Replace writes where a link leads, and keeps who may read the file.
func TestReplaceKeepsLinkAndPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("neither links nor permissions as on Unix")
	}
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := Replace(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(file)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("the file has the mode %v, %v", info.Mode(), err)
	}
	if got, _ := os.ReadFile(file); string(got) != "new" {
		t.Errorf("the file holds %q", got)
	}
	if target, err := os.Readlink(link); err != nil || target != file {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	fresh := filepath.Join(dir, "fresh")
	if err := Replace(fresh, nil); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(fresh); err != nil || info.Mode() != 0o644 {
		t.Errorf("a fresh file has the mode %v, %v", info.Mode(), err)
	}
}
