package robot

import (
	"math"
	"slices"

	"crownhead/engine"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// levelNames are the levels that visitors choose from.
func (cfg *CoreConfig) levelNames() []string {
	names := make([]string, len(cfg.Levels))
	for i, l := range cfg.Levels {
		names[i] = l.Name
	}
	return names
}

// ratings are the Elo of the levels that have one.
func (cfg *CoreConfig) ratings() map[string]int {
	return byLevel(cfg.Levels, func(l engine.Level) (int, bool) { return int(math.Round(l.Elo)), l.Weights != "" })
}

// weights are the digests of the networks by their levels.
func (cfg *CoreConfig) weights() map[string]string {
	return byLevel(cfg.Levels, func(l engine.Level) (string, bool) { return l.Weights, l.Weights != "" })
}

// byLevel is what levels have, nil if none has it.
func byLevel[T any](levels []engine.Level, of func(engine.Level) (T, bool)) map[string]T {
	var all map[string]T
	for _, l := range levels {
		if x, has := of(l); has {
			if all == nil {
				all = map[string]T{}
			}
			all[l.Name] = x
		}
	}
	return all
}

// tellWeights notes that a game is gone on with by another network than it was begun with. Of a level that was not offered then, its
// journal doesn't tell.
func (c *Core) tellWeights(h journal.Header) {
	level := c.state.Settings.Level
	was, told := h.Weights[level]
	if is := c.cfg.weights()[level]; told && was != is {
		c.note(NoteWarning, "the level plays with other weights than when the game began", "player", level, "was", was, "is", is)
	}
}

// leaveLevel goes on at the configuration's level where the game's is offered no more, so that who plays is who the screen says. What a
// visitor had chosen of that kind is forgotten.
func (c *Core) leaveLevel() bool {
	offered, was := c.cfg.levelNames(), c.state.Settings.Level
	if !slices.Contains(offered, c.chosen.level) {
		c.chosen.level = ""
	}
	if len(offered) == 0 || slices.Contains(offered, was) {
		return false
	}
	level := c.cfg.Settings.Level
	c.note(NoteWarning, "the game's level is offered no more: it goes on at another", "was", was, "is", level)
	c.feed(0, turn.Event{Kind: turn.EventCommand, Command: turn.CommandLevel, Args: map[string]string{turn.ArgLevel: level}})
	return true
}

// CommandLimits returns what the arguments of commands are held against.
func (c *Core) CommandLimits() turn.CommandLimits {
	return turn.CommandLimits{Levels: c.cfg.levelNames(), Draws: c.cfg.Settings.Draws, Arm: c.cfg.Arm}
}
