package training

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"crownhead/engine/train/nets"
	"crownhead/engine/train/patterns"
	"crownhead/engine/train/selfplay"
	"crownhead/engine/train/store"
)

// What is gone from a training is told from a training that is gone as a whole, and from what mends itself.
func TestTrainHint(t *testing.T) {
	there := training{Options: Options{Dir: t.TempDir()}}
	gone := training{Options: Options{Dir: filepath.Join(there.Dir, "gone")}}
	for _, c := range []struct {
		t    training
		err  error
		want string
	}{
		{there, store.ErrDamaged, damagedHint},
		{there, fs.ErrNotExist, damagedHint},
		{there, selfplay.ErrOrigin, damagedHint},
		{there, fs.ErrPermission, resumeHint},
		{gone, fs.ErrNotExist, "has gone"},
	} {
		if got := c.t.hintFor(c.err); !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

// The ladder of either training is the sum of what was accepted; what was refused stands on it, but nothing on that.
func TestTrainLadder(t *testing.T) {
	learned := netRows([]nets.Generation{
		{
			Number:   1,
			Accepted: true,
			Elo:      40,
			Gate:     nets.MatchTally{Elo: 40},
		}, {Number: 2, Elo: 60, Gate: nets.MatchTally{Elo: 20, Low: -5, High: 45}},
	})
	if len(learned) != 2 || learned[1].Elo != 60 || learned[1].Gain != 20 || learned[1].GainLow != -5 ||
		learned[1].GainHigh != 45 ||
		learned[1].Accepted {
		t.Errorf("%+v", learned)
	}
	var all []patterns.Generation
	for i, gain := range []float64{40, 20, 30} {
		g := patterns.Generation{Number: i + 1, Accepted: i != 1}
		g.Match.Elo = gain
		all = append(all, g)
	}
	for i, want := range []float64{40, 60, 70} {
		if got := patternRows(all)[i]; got.Elo != want {
			t.Errorf("generation %d stands at %g, want %g", i+1, got.Elo, want)
		}
	}
}
