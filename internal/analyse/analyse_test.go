package analyse

import (
	"testing"
	"time"

	"crownhead/engine"
	"crownhead/engine/generations"
)

// The level's limits are for the level's move alone: what is said about a position is no worse for a child, or for a
// generation.
func TestAnalyseLimits(t *testing.T) {
	second := engine.Limits{Time: time.Second}
	for _, c := range []struct {
		level         string
		given         engine.Limits
		limits, moved engine.Limits
	}{
		{"", engine.Limits{}, second, second},
		{"child", engine.Limits{}, second, engine.Limits{Depth: 2, Time: 200 * time.Millisecond}},
		{"generation-1", engine.Limits{}, second, engine.Limits{Nodes: generations.Playouts, Time: 1500 * time.Millisecond}},
		{"child", engine.Limits{Nodes: 7}, engine.Limits{Nodes: 7}, engine.Limits{Nodes: 7}},
	} {
		q := inquiry{level: c.level, limits: c.given}
		if err := q.chooseLimits(); err != nil || q.limits != c.limits || q.choice != c.moved && c.level != "" {
			t.Errorf("%q, %+v: %+v for what is said, %+v for the move, %v", c.level, c.given, q.limits, q.choice, err)
		}
	}
}
