package robot

import "testing"

// A robot that runs for days sends more items than a number can count: on the link none is ever zero, and the runner
// hears its own numbers.
func TestItemNumbers(t *testing.T) {
	var i items
	i.begin(65500)
	for runner := uint16(65530); runner != 30; runner++ {
		n := i.number(runner)
		if n == 0 {
			t.Fatal("item number zero")
		}
		if got := i.complete(n); got != runner {
			t.Fatalf("item %d of the runner is %d on the link and comes back as %d", runner, n, got)
		}
		if got := i.complete(12345); got != runner {
			t.Fatalf("a number that was never sent: %d", got)
		}
	}
}
