package main

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// TestNotice says when a dependency came, went or changed its licence, and NOTICE was not made anew.
func TestNotice(t *testing.T) {
	want, err := exec.Command("../../scripts/notice").Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("NOTICE is out of date: scripts/notice > NOTICE")
	}
}
