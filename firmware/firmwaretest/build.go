// Package firmwaretest builds the controller's program, and what simulates its board, for tests.
package firmwaretest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// ReadSources reads everything in the firmware's folder from which make builds. So go test knows what a test
// depends on, and does not repeat an old result after a change in a C file: it only sees files that are read
// while tests run.
func ReadSources(folder string) error {
	for _, pattern := range []string{"Makefile", "avr/*.[ch]", "avr/host/*.[ch]", "sim/mega/*.[ch]"} {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(names) == 0 {
			return fmt.Errorf("%s: no %s: %w", folder, pattern, err)
		}
		for _, name := range names {
			if _, err := os.ReadFile(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// RunMake builds the goals of the firmware's Makefile; the results land in out.
func RunMake(folder, out string, goals ...string) error {
	said, err := exec.Command("make", append([]string{"-s", "-C", folder, "OUT=" + out}, goals...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("building %v (make need-test brings the tools): %w\n%s", goals, err, said)
	}
	return nil
}

// Build is RunMake for one test, into a folder of its own, which it returns.
func Build(t testing.TB, folder string, goals ...string) string {
	t.Helper()
	if err := ReadSources(folder); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	if err := RunMake(folder, out, goals...); err != nil {
		t.Fatal(err)
	}
	return out
}

// Compile makes an ELF of a little program for a chip.
func Compile(t testing.TB, dir, chip, source string) string {
	t.Helper()
	file, elf := filepath.Join(dir, chip+".c"), filepath.Join(dir, chip+".elf")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("avr-gcc", "-Os", "-mmcu="+chip, "-o", elf, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return elf
}
