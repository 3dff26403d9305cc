package arm

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"crownhead/board"
)

// The corners of the board as a person would measure them, for both colours of the visitor.
func TestCentres(t *testing.T) {
	a := newArm(t)
	for _, c := range []struct {
		square  string
		visitor board.Color
		x, y    float64
	}{
		{"a1", board.White, 285.625, -65.625}, // the visitor's left corner, far from the robot, at its right
		{"g1", board.White, 285.625, 46.875},
		{"b2", board.White, 266.875, -46.875},
		{"h8", board.White, 154.375, 65.625},
		{"h8", board.Black, 285.625, -65.625},
		{"a1", board.Black, 154.375, 65.625},
	} {
		s, err := board.ParseSquare(c.square)
		if err != nil {
			t.Fatal(err)
		}
		got := a.Centre(onSquare(s), c.visitor)
		if math.Hypot(got.X-c.x, got.Y-c.y) > 1e-9 || got.Z != 12 {
			t.Errorf("%s for %v: %v", c.square, c.visitor, got)
		}
	}
	if got := a.Centre(inSlot(12), board.White); got.Y != -110 || got.Z != 0 {
		t.Errorf("the first spare king's slot: %v", got)
	}
}

// A board that is turned takes its far corners with it, counter-clockwise from above.
func TestYaw(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Board.Yaw = 5
	a, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	got := a.Centre(onSquare(0), board.White)
	if math.Abs(got.X-291.095) > 0.01 || math.Abs(got.Y+59.656) > 0.01 {
		t.Errorf("a1 at %v", got)
	}
}

// What is out of reach is refused at load, by name.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(c *Config)
		words []string
	}{
		{"board too far", func(c *Config) { c.Board.CentreX = 275 }, []string{"a1 when the visitor plays white at height", "too far", "; and 7 more places are out of reach"}},
		{"slot too far", func(c *Config) { c.Tray.Trophies[2].X = 330 }, []string{"tray3 at height 64 mm", "too far"}},
		{"king's slot too near", func(c *Config) { c.Tray.Kings[1] = Spot{40, -40} }, []string{"king2 at height 64 mm", "too near"}},
		{"parking place", func(c *Config) { c.Park.X = -100 }, []string{"the parking place", "base"}},
		{"motion", func(c *Config) { c.Motion.Accel = 0 }, []string{"motion"}},
	} {
		cfg := DefaultConfig()
		c.spoil(&cfg)
		_, err := New(cfg)
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, w := range c.words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q lacks %q", c.name, err, w)
			}
		}
	}
	far := DefaultConfig()
	far.Board.CentreX = 275
	_, err := New(far)
	var beyond UnreachablePlaces
	if !errors.As(err, &beyond) || !slices.ContainsFunc(beyond, func(b UnreachablePlace) bool { return b.Place == "h8" && b.Visitor == board.Black }) {
		t.Errorf("not every square is named: %v", err)
	}
	for nozzle := 0.0; nozzle <= 60; nozzle += 10 {
		cfg := DefaultConfig()
		cfg.Links.Nozzle = nozzle
		if _, err := New(cfg); err != nil {
			t.Errorf("nozzle of %v mm: %v", nozzle, err)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		path  string
		spoil func(c *Config)
	}{
		{"", func(*Config) {}},
		{"heights.travel", func(c *Config) { c.Descent.TravelHeight = 45 }},
		{"park.z", func(c *Config) { c.Park.Z = 50 }},
		{"tray.trophies", func(c *Config) { c.Tray.Trophies = nil }},
		{"links.limits.base", func(c *Config) { c.Links.Limits.Base.Min = 95 }},
		{"links.limits.elbow", func(c *Config) { c.Links.Limits.Elbow.Min = 0 }},
	} {
		cfg, got := DefaultConfig(), ""
		c.spoil(&cfg)
		cfg.Validate(func(path, _ string) { got = path })
		cfg.Links.Validate(func(path, _ string) { got = "links." + path })
		if got != c.path {
			t.Errorf("wanted a fault at %q, got one at %q", c.path, got)
		}
	}
}
