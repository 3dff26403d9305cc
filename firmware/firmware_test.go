package firmware

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// A controller that was flashed with what make builds is not told to be flashed again.
func TestHashIsTheMakefiles(t *testing.T) {
	out, err := exec.Command("make", "-s", "--no-print-directory", "hash").Output()
	if err != nil {
		t.Fatalf("make -C firmware hash: %v", err)
	}
	if got, want := fmt.Sprintf("%08x", Hash()), strings.TrimSpace(string(out)); got != want {
		t.Errorf("hash %s, and the Makefile gives the binary %s", got, want)
	}
}
