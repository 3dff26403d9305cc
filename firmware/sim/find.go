package sim

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// ErrSystem is returned where no simulated board can run.
var ErrSystem = errors.New("the simulated board needs Linux")

// ErrNoProgram is returned when the program that simulates the board is not built.
var ErrNoProgram = errors.New("the program that simulates the board is missing")

// findProgram looks for the program: beside the firmware, where `make -C firmware all sim` builds both; beside this
// executable; and in PATH, as crownhead-sim.
func findProgram(elf string) (string, error) {
	if runtime.GOOS != "linux" {
		return "", fmt.Errorf("sim: %w", ErrSystem)
	}
	if _, err := os.Stat(elf); err != nil {
		return "", fmt.Errorf("sim: the firmware: %w", err)
	}
	places := []string{filepath.Join(filepath.Dir(elf), "sim")}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Dir(self)
		places = append(places, filepath.Join(beside, "firmware", "sim"), filepath.Join(beside, "crownhead-sim"))
	}
	for _, place := range places {
		if info, err := os.Stat(place); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return filepath.Abs(place)
		}
	}
	if found, err := exec.LookPath("crownhead-sim"); err == nil {
		return found, nil
	}
	return "", fmt.Errorf("sim: %w: neither %s nor crownhead-sim in PATH", ErrNoProgram, places[0])
}
