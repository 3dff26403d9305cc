// Package ctest holds the firmware against the protocol's reference in Go: its C modules compiled for this
// machine with sanitizers, and the board's real binary on a simulated processor. Both answer to the same lines.
package ctest

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"crownhead/firmware/firmwaretest"
)

// A target is what the firmware runs on.
type target string

const (
	host  target = "host"  // compiled for this machine, with sanitizers
	board target = "board" // the real binary on libsimavr
	fast  target = "fast"  // the same for a line of 500 000 baud
	dog   target = "dog"   // the same with the watchdog
)

// makeGoals are what make builds for a target, programs how it is started.
var (
	makeGoals     = map[target][]string{host: {"host"}, board: {"all", "sim"}, fast: {"all", "sim", "BAUD=500000"}, dog: {"all", "sim", "WATCHDOG=1"}}
	startPrograms = map[target][]string{host: {"driver"}, board: {"sim", "crownhead.elf"}, fast: {"sim", "crownhead.elf"}, dog: {"sim", "crownhead.elf"}}
)

var built string // folder of the programs

func TestMain(m *testing.M) {
	os.Exit(runInFolder(m))
}

func runInFolder(m *testing.M) int {
	dir, err := os.MkdirTemp("", "crownhead-firmware-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	built = dir
	return m.Run()
}

// build makes a target's programs once.
var build = map[target]func() error{
	host:  sync.OnceValue(func() error { return makeTarget(host) }),
	board: sync.OnceValue(func() error { return makeTarget(board) }),
	fast:  sync.OnceValue(func() error { return makeTarget(fast) }),
	dog:   sync.OnceValue(func() error { return makeTarget(dog) }),
}

func makeTarget(on target) error {
	return firmwaretest.RunMake("..", filepath.Join(built, string(on)), makeGoals[on]...)
}

var sources = sync.OnceValue(func() error { return firmwaretest.ReadSources("..") })

// onBothTargets runs a test on either target, at the same time.
func onBothTargets(t *testing.T, test func(t *testing.T, on target)) {
	t.Helper()
	for _, on := range []target{host, board} {
		t.Run(string(on), func(t *testing.T) {
			t.Parallel()
			test(t, on)
		})
	}
}

// A firmwareProcess is a running firmware, or a part of it.
type firmwareProcess struct {
	t     testing.TB
	cmd   *exec.Cmd
	in    *bufio.Writer // goes out with the next question
	out   *bufio.Reader
	words []string // of the last answer
}

// startFirmware starts the firmware; go test -short does without the real binary.
func startFirmware(t testing.TB, on target) *firmwareProcess {
	t.Helper()
	if on != host && testing.Short() {
		t.Skip("the real binary, which is slow")
	}
	if err := sources(); err != nil {
		t.Fatal(err)
	}
	if err := build[on](); err != nil {
		t.Fatal(err)
	}
	var args []string
	for _, name := range startPrograms[on] {
		args = append(args, filepath.Join(built, string(on), name))
	}
	d := &firmwareProcess{t: t, cmd: exec.Command(args[0], args[1:]...)}
	d.cmd.Stderr = os.Stderr
	in, err := d.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	d.in = bufio.NewWriter(in)
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	d.out = bufio.NewReader(out)
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		if err := d.cmd.Wait(); err != nil {
			t.Errorf("%s ended with %v", startPrograms[on][0], err)
		}
	})
	return d
}

// command gives a command that has no answer.
func (d *firmwareProcess) command(format string, args ...any) {
	d.t.Helper()
	if _, err := fmt.Fprintf(d.in, format+"\n", args...); err != nil {
		d.t.Fatalf("the driver is gone: %v", err)
	}
}

// query gives a command and returns the words of its answer.
func (d *firmwareProcess) query(format string, args ...any) []string {
	d.t.Helper()
	d.command(format, args...)
	if err := d.in.Flush(); err != nil {
		d.t.Fatalf("the driver is gone: %v", err)
	}
	line, err := d.out.ReadString('\n')
	if err != nil {
		d.t.Fatalf("%s: no answer: %v", fmt.Sprintf(format, args...), err)
	}
	d.words = strings.Fields(line)
	return d.words
}

func (d *firmwareProcess) wordInt(i int) int64 {
	d.t.Helper()
	n, err := strconv.ParseInt(d.words[i], 10, 64)
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

// toHex spells bytes for the firmware's process.
func toHex(p []byte) string {
	if len(p) == 0 {
		return "-"
	}
	return hex.EncodeToString(p)
}

func fromHex(t testing.TB, s string) []byte {
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
