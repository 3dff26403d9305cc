package robot

import (
	"crownhead/board"
	"crownhead/robot/turn"
)

// LinkErrors counts what went wrong on the line so far: damaged frames and lost links.
func (c *Core) LinkErrors() int { return int(c.link.State().Faults.Total()) }

// GameNumber counts the games of this run.
func (c *Core) GameNumber() int { return c.game }

// Settings are those of the present game.
func (c *Core) Settings() turn.Settings { return c.state.Settings }

// Position is the present game's.
func (c *Core) Position() board.Position { return c.state.Game.Position() }

// Outcome is the present game's.
func (c *Core) Outcome() board.Outcome { return c.state.Game.Outcome() }
