package twinprocess

import (
	"fmt"
	"strings"
	"testing"
)

// Of a virtual robot that has ended, people want to read what it said last.
func TestFailureOfTheChild(t *testing.T) {
	child := &Child{}
	if got := child.Failure(); got.Error() != ErrEnded.Error() {
		t.Errorf("%v", got)
	}
	for _, said := range []string{
		strings.Repeat("12:00 WRN noise\n", 500), "crownhead: twin: the board is ",
		"dead\nhint: start it again\n",
	} {
		fmt.Fprint(&child.output, said)
	}
	if got, want := child.Failure().Error(), ErrEnded.Error()+": twin: the board is dead"; got != want ||
		len(child.output) > 2000 {
		t.Errorf("%d bytes: %s, want %s", len(child.output), got, want)
	}
}
