package demo

import (
	"testing"

	"crownhead/config"
	"crownhead/internal/app"
)

// A nozzle that lets go late does no harm, however late that is: the arm learns it over the board, where sensors show
// it, and no captured checker is carried out of the tray again.
func TestSlowValve(t *testing.T) {
	for _, faults := range []string{"valve=0.5s", "valve=1s", "valve=2s", "valve=5s", "valve=8s", "valve=2s,miss=0.05,slip=0.02"} {
		t.Run(faults, func(t *testing.T) {
			t.Parallel()
			p, err := app.BuildComponents(config.Default())
			if err != nil {
				t.Fatal(err)
			}
			d, err := New(Options{Games: 1, Visitor: "clumsy", Seed: 5, Faults: faults}, p)
			if err != nil {
				t.Fatal(err)
			}
			r, err := d.PlayFast(t.Context(), 0)
			if err != nil || r.BoardMismatches != 0 || r.MotionFaults != 0 || r.Result == "*" || !r.ReplayOK {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// Before any sensor has shown how fast the nozzle lets go, the arm waits long over the tray: here the first carry takes
// a man there, and the next one comes for the king beside it.
func TestSlowValveAtOnceOverTheTray(t *testing.T) {
	p, err := app.BuildComponents(config.Default())
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(Options{
		Games: 1, Visitor: "random", Seed: 3, Faults: "valve=5s", FEN: "B:Wg1,h2:Bb2,h8", Plies: 2,
	}, p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.PlayFast(t.Context(), 0)
	if err != nil || r.BoardMismatches != 0 || r.MotionFaults != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
