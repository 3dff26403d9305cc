package calibrate

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"crownhead/arm"
	"crownhead/board"
)

// takeInSession lets a person touch places and take them.
func (t *truth) takeInSession(tb testing.TB, s *Session, a *arm.Arm, names ...string) {
	tb.Helper()
	for _, p := range t.touchPlaces(tb, a, names...) {
		if err := s.Take(a.Name(p.Place), p.Position); err != nil {
			tb.Fatal(err)
		}
	}
}

// The session asks for the places of its plan, says from the third corner on what they amount to, knows the way
// to the next ones better and better, and lets nothing be written before it is enough.
func TestSession(t *testing.T) {
	a, truth := newArm(t), newTruth(4)
	s := NewSession(a, board.White)
	if s.Next() != "a1" || !strings.Contains(s.Prompt(), "a1") {
		t.Errorf("begins with %q: %s", s.Next(), s.Prompt())
	}
	truth.takeInSession(t, s, a, "a1", "g1")
	if s.Next() != "h8" || s.Result() != nil || s.RefinedArm() != a {
		t.Errorf("after two places: next %q, result %v", s.Next(), s.Result())
	}
	if _, err := s.FinalResult(); !errors.Is(err, ErrTooFewPoints) {
		t.Errorf("written after two places: %v", err)
	}
	truth.takeInSession(t, s, a, "h8")
	if s.Result() == nil || s.RefinedArm() == a {
		t.Error("three corners say nothing")
	}
	if rms, _, _ := truth.placementErrors(t, s.RefinedArm().Config()); rms > 0.5 {
		t.Errorf("the way to the next place is %.2f mm off", rms)
	}
	if _, err := s.FinalResult(); err == nil || !strings.Contains(s.Prompt(), "tray") {
		t.Errorf("written without the tray: %v, %s", err, s.Prompt())
	}
	truth.takeInSession(t, s, a, "b8", "c5", "f4", "tray1", "tray12", "king1", "king3")
	if s.Next() != "" || len(s.Taken()) != len(Plan(a)) {
		t.Errorf("next %q after %d places", s.Next(), len(s.Taken()))
	}
	r, err := s.FinalResult()
	if err != nil || len(r.Residuals) != len(Plan(a)) {
		t.Errorf("%v, %d residuals", err, len(r.Residuals))
	}
}

// A place taken anew replaces the first try, so that a mistake is mended.
func TestTakenAnew(t *testing.T) {
	a, truth := newArm(t), newTruth(5)
	s := NewSession(a, board.White)
	truth.takeInSession(t, s, a, "a1", "h8", "b8", "c5", "f4", "tray1", "king1")
	wrong := truth.touchPlaces(t, a, "e1")[0].Position
	if err := s.Take("g1", wrong); err != nil {
		t.Fatal(err)
	}
	if _, err := s.FinalResult(); !errors.Is(err, ErrInconsistent) || !strings.Contains(s.Prompt(), "taken at e1; take g1 again") {
		t.Errorf("%v, %s", err, s.Prompt())
	}
	if s.RefinedArm() != a {
		t.Error("goes on with a fit that isn't sound")
	}
	truth.takeInSession(t, s, a, "g1")
	if _, err := s.FinalResult(); err != nil || len(s.Taken()) != 8 {
		t.Errorf("%v, %d taken", err, len(s.Taken()))
	}
	if err := s.Take("a2", wrong); !errors.Is(err, arm.ErrPlace) {
		t.Errorf("a light square: %v", err)
	}
}

// A plan has no slot that there isn't.
func TestPlan(t *testing.T) {
	cfg := arm.DefaultConfig()
	cfg.Tray.Kings, cfg.Tray.Trophies = nil, cfg.Tray.Trophies[:1]
	a, err := arm.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if plan := Plan(a); !slices.Equal(plan[6:], []string{"tray1"}) {
		t.Errorf("%v", plan)
	}
	if plan := Plan(newArm(t)); !slices.Equal(plan[6:], []string{"tray1", "tray12", "king1", "king3"}) {
		t.Errorf("%v", plan)
	}
}
