package daemon

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crownhead/config"
)

// What is wrong with a file that is edited while the daemon runs is told with its line before the next start is
// refused; a calibration that was written is no news.
func TestConfigWatcher(t *testing.T) {
	file := filepath.Join(t.TempDir(), "robot.yaml")
	age := time.Unix(1_700_000_000, 0)
	write := func(text string) {
		t.Helper()
		age = age.Add(time.Second) // a file system's clock may be coarse
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, age, age); err != nil {
			t.Fatal(err)
		}
	}
	write("game:\n  level: child\n")
	used, err := config.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	w := watchConfig(file, used)
	for _, c := range []struct{ text, want string }{
		{"game:\n  level: child\n", ""},
		{"game:\n  level: child\n  levle: x\n", "levle"},
		{"game:\n  level: amateur\n", "has changed since the start"},
		{"calibrated: true\ngame:\n  level: child\narm:\n  board:\n    yaw: 0.4\n", ""},
	} {
		write(c.text)
		w.checkFile()
		list := w.currentRemarks()
		switch {
		case c.want == "" && len(list) > 0:
			t.Errorf("%q: %+v", c.text, list)
		case c.want != "" && (len(list) != 1 || !strings.Contains(list[0].Path+list[0].Problem, c.want) ||
			list[0].Hint == ""):
			t.Errorf("%q: %+v, want %s", c.text, list, c.want)
		}
	}
	write("game:\n  levle: x\n")
	w.checkFile()
	if list := w.currentRemarks(); len(list) != 1 || list[0].Line != 2 {
		t.Errorf("the fault's line: %+v", list)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	w.checkFile()
	if list := w.currentRemarks(); len(list) != 1 || !strings.Contains(list[0].Hint, "next start") {
		t.Errorf("a file that is gone: %+v", list)
	}
}
