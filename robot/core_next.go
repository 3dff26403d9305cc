package robot

import (
	"cmp"
	"math/rand/v2"
	"time"

	"crownhead/robot/turn"
)

// chosen is what a visitor has chosen for himself. It stays with him from game to game, until he has gone.
type chosen struct{ level, lang, attitude string }

// note takes a choice out of the commands.
func (c *chosen) note(command string, args map[string]string) {
	switch command {
	case turn.CommandLevel:
		c.level = args[turn.ArgLevel]
	case turn.CommandLanguage:
		c.lang = args[turn.ArgLang]
	case turn.CommandAttitude:
		c.attitude = args[turn.ArgAttitude]
	}
}

// apply puts what was chosen in the place of what is usual.
func (c *chosen) apply(set turn.Settings) turn.Settings {
	set.Level = cmp.Or(c.level, set.Level)
	set.Lang = cmp.Or(c.lang, set.Lang)
	set.Attitude = cmp.Or(c.attitude, set.Attitude)
	return set
}

// nextSettings are those of the next game. Where the sensors can't tell that the board is right for it, somebody has to
// say so.
func (c *Core) nextSettings(laid bool) turn.Settings {
	old := c.state
	if old.VisitorGone {
		c.chosen = chosen{}
	}
	set := c.chosen.apply(c.cfg.Settings)
	set.Seed = rand.NewPCG(set.Seed, uint64(c.game)).Uint64() // else the same moves would be answered alike all day
	set.Home = old.Settings.Home
	usual := set.Visitor
	set.Start, set.Visitor = old.NextGame()
	set.Lay = !laid && (old.NextIsTurned() || old.Next.Start != nil || old.Settings.Lay && !old.SetupConfirmed)
	if c.resumed && !set.Alternate && old.Next.Visitor == nil && set.Visitor != usual {
		set.Visitor, set.Lay = usual, true // the configuration has been changed
	}
	c.resumed = false
	return set
}

// newGame begins another game with a journal of its own. What is known of link, arm and board is told to it as events,
// so that the journal stands alone.
func (c *Core) newGame(now time.Duration, laid bool) {
	c.closeJournal()
	c.halt()
	c.game++
	c.disk = false
	old, set := c.state, c.nextSettings(laid)
	if set.Visitor != old.Settings.Visitor {
		c.settler.Rotate()
		c.changes.Rotate()
	}
	serial := old.Said.Serial
	c.begin(now, set)
	c.state.Said.Serial = serial
	c.tellMasks(now)
	if !old.Link.Up {
		c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkDown})
		return
	}
	c.quiet = true
	c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkUp, Boot: old.Link.Boot, Virtual: old.Link.Virtual})
	c.quiet = false
	if !old.Arm.Homed {
		return
	}
	c.homing = false
	if c.settler.Reported {
		c.feed(now, turn.Event{Kind: turn.EventScan, Bits: c.settler.Settled})
	}
	c.feed(now, turn.Event{Kind: turn.EventHomed})
}
