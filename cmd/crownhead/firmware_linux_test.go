package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crownhead/firmware/firmwaretest"
	"crownhead/internal/cli"
)

// The controller's real binary plays: demo --firmware and twin --firmware on what make builds. Package demo has the
// games in virtual time. Simulating the board takes a whole core, which what plays in real time beside it would lack.
func TestFirmware(t *testing.T) {
	dir := firmwaretest.Build(t, "../../firmware", "all", "sim")
	elf := filepath.Join(dir, "crownhead.elf")
	t.Run("pty", func(t *testing.T) { testFirmwareLive(t, elf) })
	t.Run("again", func(t *testing.T) { t.Parallel(); testFirmwareRepeats(t, elf) })
	t.Run("held", func(t *testing.T) { t.Parallel(); testHeldBoardEnds(t, elf) })
	t.Run("foreign", func(t *testing.T) { t.Parallel(); testForeignFirmware(t, dir) })
}

// A program of somebody else's would never be heard of: whoever waits is told.
func testForeignFirmware(t *testing.T, dir string) {
	blink := firmwaretest.Compile(t, dir, "atmega2560",
		"#include <avr/io.h>\nint main(void) { for (;;) PORTB ^= 1; }\n")
	var out, complaints strings.Builder
	code := run([]string{"demo", "--fast", "--firmware", blink}, &out, &complaints)
	if code != cli.ExitUsage || !strings.Contains(complaints.String(), "is it crownhead's firmware?") {
		t.Errorf("exit %d: %s%s", code, out.String(), complaints.String())
	}
}

// One seed is one run: what the processor does depends on its cycles only.
func testFirmwareRepeats(t *testing.T, elf string) {
	args := []string{"--firmware", elf, "--plies", "2", "--seed", "5", "--faults", "flip=0.002,drop=0.002"}
	one, two := playForJournals(t, args...), playForJournals(t, args...)
	if text := one["game-0001.jsonl"]; len(text) < 500 || string(text) != string(two["game-0001.jsonl"]) {
		t.Errorf("not the same again: %s", firstDifference(text, two["game-0001.jsonl"]))
	}
}

// In real time the firmware's board is a process behind a pseudo-terminal, and homes before the visitor may move.
func testFirmwareLive(t *testing.T, elf string) {
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // of a slow machine, with others at it
	defer cancel()
	out, err := exec.CommandContext(ctx, program, "demo", "--firmware", elf, "--fen", "W:WKa1:B").CombinedOutput()
	// A busy machine lets time go by for the board, and its witness then sees jumps: those are not what this is about.
	if want := "game 1, visitor white: 2-0 no_pieces, 1 move in"; !strings.HasPrefix(string(out), want) {
		t.Errorf("%v: %s", err, out)
	}
}
