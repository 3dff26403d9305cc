package levels

import (
	"os"
	"strconv"
	"testing"
)

// Matches between neighbours, as many games as LADDER says, by nodes. Of 24 games the stronger took, counting 2 for a win
// and 1 for a draw: beginner 42 of 48, amateur 35, strong 30, master 28.
func TestMeasureLadder(t *testing.T) {
	games, err := strconv.Atoi(os.Getenv("LADDER"))
	if err != nil {
		t.Skip("LADDER=30 measures")
	}
	names := Names()
	for i := 1; i < len(names); i++ {
		weak := func(seed uint64) chooser { return level(t, names[i-1], seed) }
		strong := func(seed uint64) chooser { return level(t, names[i], seed+1000) }
		t.Logf("%s against %s: %d of %d", names[i], names[i-1], match(t, games, strong, weak), 2*games)
	}
}
