package robot

import "testing"

// A robot that runs for days sends more items than a number can count: on the link none is ever zero, and the runner
// gets its own numbers back.
func TestSequenceMap(t *testing.T) {
	var i sequenceMap
	i.restartAfter(65500)
	for runner := uint16(65530); runner != 30; runner++ {
		n := i.assign(runner)
		if n == 0 {
			t.Fatal("item number zero")
		}
		if got := i.completed(n); got != runner {
			t.Fatalf("item %d of the runner is %d on the link and comes back as %d", runner, n, got)
		}
		if got := i.completed(12345); got != runner {
			t.Fatalf("a number that was never sent: %d", got)
		}
	}
}
