// Package ctest holds the firmware's C modules, compiled for this machine with sanitizers, against the protocol's reference in Go.
package ctest

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

var program string // the driver

func TestMain(m *testing.M) {
	os.Exit(withDriver(m))
}

func withDriver(m *testing.M) int {
	dir, err := os.MkdirTemp("", "crownhead-firmware-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	build := exec.Command("make", "-s", "-C", "..", "host", "OUT="+dir)
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the driver: %v\n%s", err, out)
		return 1
	}
	program = filepath.Join(dir, "driver")
	return m.Run()
}

// sources lets go test see that these tests depend on the C files, or it would repeat an old result after a change in them.
// It looks only at what is read while tests run.
var sources = sync.OnceValue(readSources)

func readSources() error {
	for _, pattern := range []string{"../Makefile", "../avr/*.[ch]", "../avr/host/*.[ch]"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			if _, err := os.ReadFile(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// A driver is a running firmware, or a part of it.
type driver struct {
	t     testing.TB
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	words []string // of the last answer
}

func start(t testing.TB) *driver {
	t.Helper()
	if err := sources(); err != nil {
		t.Fatal(err)
	}
	d := &driver{t: t, cmd: exec.Command(program)}
	d.cmd.Stderr = os.Stderr
	var err error
	if d.in, err = d.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	d.out = bufio.NewReader(out)
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = d.in.Close()
		if err := d.cmd.Wait(); err != nil {
			t.Errorf("the driver ended with %v", err)
		}
	})
	return d
}

// do gives a command that has no answer.
func (d *driver) do(format string, args ...any) {
	d.t.Helper()
	if _, err := fmt.Fprintf(d.in, format+"\n", args...); err != nil {
		d.t.Fatalf("the driver is gone: %v", err)
	}
}

// ask gives a command and returns the words of its answer.
func (d *driver) ask(format string, args ...any) []string {
	d.t.Helper()
	d.do(format, args...)
	line, err := d.out.ReadString('\n')
	if err != nil {
		d.t.Fatalf("%s: no answer: %v", fmt.Sprintf(format, args...), err)
	}
	d.words = strings.Fields(line)
	return d.words
}

func (d *driver) number(i int) int64 {
	d.t.Helper()
	n, err := strconv.ParseInt(d.words[i], 10, 64)
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

// hexed spells bytes for the driver.
func hexed(p []byte) string {
	if len(p) == 0 {
		return "-"
	}
	return hex.EncodeToString(p)
}

func unhexed(t testing.TB, s string) []byte {
	t.Helper()
	if s == "-" {
		return nil
	}
	p, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
