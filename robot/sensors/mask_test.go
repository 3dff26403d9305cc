package sensors

import (
	"testing"

	"crownhead/robot/turn"
)

// A masked sensor is unmasked when it has been right three times in a row, about a checker and about none in
// turn, and is calm; once wrong, it begins anew. The operator's masks stay.
func TestMaskTable(t *testing.T) {
	var m MaskTable
	if !m.SetReason(5, turn.ReasonDead) || m.SetReason(5, turn.ReasonStuck) || m.Reason(5) != turn.ReasonDead {
		t.Fatalf("masked for %q: a masked sensor keeps its reason", m.Reason(5))
	}
	for i, c := range []struct {
		reads, full bool
		lastMinute  int
		unmask      bool
	}{
		{true, true, 0, false},
		{true, true, 0, false},  // the same again proves nothing
		{false, true, 0, false}, // wrong: from the beginning
		{false, false, 0, false},
		{true, true, 0, false},
		{false, false, calmRate + 1, false}, // right often enough, but not calm
		{true, true, calmRate, true},
	} {
		if got := m.CompareReading(5, c.reads, c.full, c.lastMinute); got != c.unmask {
			t.Errorf("reading %d: unmask %v, want %v", i, got, c.unmask)
		}
	}
	if !m.SetReason(5, turn.ReasonOperator) {
		t.Error("the operator's mask replaces another")
	}
	for n := range 10 {
		if m.CompareReading(5, n%2 == 0, n%2 == 0, 0) {
			t.Error("the operator's mask is taken back")
		}
	}
	if !m.SetReason(5, "") || m.Reason(5) != "" {
		t.Error("the operator can't unmask")
	}
	m.Restore(99, turn.ReasonDead) // from a damaged journal: ignored
}
