package firmware

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// flash runs flash.sh with an avrdude that notes what it is asked for and ends as told; serial ports are files
// with these names.
func flash(t *testing.T, port, ends string) (said, asked string, ok bool) {
	t.Helper()
	dir := t.TempDir()
	args := filepath.Join(dir, "args")
	if err := os.WriteFile(filepath.Join(dir, "avrdude"), []byte("#!/bin/sh\necho \"$@\" >"+args+"\nexit "+ends+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"port", "held"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "flash.sh", "fw.hex", "atmega2560", port)
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "TTYS="+dir)
	out, err := cmd.CombinedOutput()
	line, _ := os.ReadFile(args) // not there: it was not asked
	return string(out), strings.TrimSpace(string(line)), err == nil
}

// avrdude is asked only for a port that is there and that nobody uses; what it can't do, somebody is told how to
// mend.
func TestFlash(t *testing.T) {
	port, held := filepath.Join(t.TempDir(), "port"), filepath.Join(t.TempDir(), "held")
	if err := os.WriteFile(port, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	holding, err := os.Create(held)
	if err != nil {
		t.Fatal(err)
	}
	defer holding.Close()
	wants := "-q -p atmega2560 -c wiring -P " + port + " -b 115200 -D -U flash:w:fw.hex:i"
	for _, c := range []struct {
		port, ends  string
		said, asked string
		ok          bool
	}{
		{"", "0", "which port?", "", false},
		{port + "x", "0", "there is no " + port + "x", "", false},
		{held, "0", held + " is in use by firmware.test", "", false},
		{"/dev/null", "0", "/dev/null is no serial port", "", false},
		{port, "1", "trying again harms nothing", wants, false},
		{port, "0", "written and read back", wants, true},
	} {
		said, asked, ok := flash(t, c.port, c.ends)
		if !strings.Contains(said, c.said) || asked != c.asked || ok != c.ok {
			t.Errorf("port %q: ok %v, asked %q, said:\n%s", c.port, ok, asked, said)
		}
	}
}
