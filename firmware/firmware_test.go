package firmware

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"crownhead/firmware/link/wire"
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

// The daemon speaks to a controller with the baud rate that the firmware is built with.
func TestBaudIsTheFirmwares(t *testing.T) {
	source, err := sources.ReadFile("avr/hal_avr.c")
	if err != nil {
		t.Fatal(err)
	}
	defined := regexp.MustCompile(`(?m)^#define BAUD (\d+)UL$`).FindSubmatch(source)
	if defined == nil || string(defined[1]) != strconv.Itoa(wire.Baud) {
		t.Errorf("hal_avr.c has %q, package wire %d", defined, wire.Baud)
	}
}
