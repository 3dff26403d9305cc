package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// The program that simulates the board ends with the one that has started it, however that ends, even when it is held
// itself.
func testHeldBoardEnds(t *testing.T, elf string) {
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	demo := exec.Command(program, "demo", "--fast", "--firmware", elf)
	if err := demo.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = demo.Wait() }()
	defer func() { _ = demo.Process.Kill() }()
	board := 0
	if !eventually(func() bool { // the first process only tries the firmware, and may end before it is held
		board = findChild(demo.Process.Pid, "")
		return board != 0 && syscall.Kill(board, syscall.SIGSTOP) == nil && stateOf(board) == "T"
	}) {
		t.Fatalf("the board is not held: %q", stateOf(board))
	}
	if err := demo.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if !eventually(func() bool { s := stateOf(board); return s == "" || s == "Z" }) {
		t.Errorf("the board has outlived the demo: %q", stateOf(board))
	}
}

// stateOf is the letter that ps shows for a process, "" for none.
func stateOf(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	state, _, _ := strings.Cut(rest, " ")
	return state
}
