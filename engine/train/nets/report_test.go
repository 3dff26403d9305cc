package nets

import (
	"strings"
	"testing"

	"crownhead/engine/train/selfplay"
)

// The table names the player, and White's wins stand before the losses; the ladder's bounds stand
// on the one that the match was against.
func TestReportedRows(t *testing.T) {
	all := []Generation{
		{
			Number: 1, Accepted: true, Elo: 200, Gate: MatchTally{Elo: 200, Low: 150, High: 250},
			Own: selfplay.Totals{Results: [3]int{1, 2, 3}},
		},
		{Number: 2, Elo: 300, Gate: MatchTally{Elo: 100, Low: 50, High: 150}},
		{Number: 3, Accepted: true, Elo: 310, Gate: MatchTally{Elo: 110, Low: 60, High: 160}},
	}
	list := tableRows(all)
	for i, by := range []string{RolloutPlayer, "generation 1", "generation 1"} {
		if list[i].By != by {
			t.Errorf("generation %d was played by %q, want %q", i+1, list[i].By, by)
		}
	}
	if list[0].Outcomes != "3 2 1" {
		t.Errorf("White's results %q", list[0].Outcomes)
	}
	// From 250 to 350 on an axis from 0 to 400, which is 204 pixels long and ends at 252.
	if svg := string(drawElo(all)); !strings.Contains(svg, `y1="124.5" y2="73.5"`) {
		t.Errorf("the second match's bounds aren't in %s", svg)
	}
}
