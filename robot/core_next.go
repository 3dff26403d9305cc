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
func (c *chosen) note(command turn.CommandName, args map[string]string) {
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

// nextSettings are those of the game after one that has ended. Where the sensors can't tell that the board is right for it,
// somebody has to say so.
func (c *Core) nextSettings(ended *turn.State, laid bool) turn.Settings {
	if ended.VisitorGone {
		c.chosen = chosen{}
	}
	set := c.chosen.apply(c.cfg.Settings)
	set.Seed = rand.NewPCG(set.Seed, uint64(c.game)).Uint64() // else the same moves would be answered alike all day
	set.Home = ended.Settings.Home
	usual := set.Visitor
	set.Start, set.Visitor = ended.NextGame()
	set.Lay = !laid && (ended.NextIsTurned() || ended.Next.Start != nil || ended.Settings.Lay && !ended.SetupConfirmed)
	if c.resumed && !set.Alternate && ended.Next.Visitor == nil && set.Visitor != usual {
		set.Visitor, set.Lay = usual, true // the configuration has been changed
	}
	c.resumed = false
	return set
}

// newGame begins the game after one that has ended, with a journal of its own. What is known of link, arm and board is told
// to it as events, so that the journal stands alone.
func (c *Core) newGame(now time.Duration, ended *turn.State, laid bool) {
	c.closeJournal()
	c.halt()
	c.game++
	c.disk = false
	set := c.nextSettings(ended, laid)
	if set.Visitor != ended.Settings.Visitor {
		c.settler.Rotate()
		c.changes.Rotate()
	}
	c.begin(now, ended.Following(set))
	c.tellMasks(now)
	if !ended.Link.Up {
		c.feed(now, turn.Event{Kind: turn.EventLink, Link: turn.LinkDown})
		return
	}
	up := turn.Event{Kind: turn.EventLink, Link: turn.LinkUp, Boot: ended.Link.Boot, Virtual: ended.Link.Virtual}
	c.enqueue(now, queuedEvent{Event: up, silent: true, homed: ended.Arm.Homed})
	if !ended.Arm.Homed {
		return
	}
	if c.settler.Reported {
		c.feed(now, turn.Event{Kind: turn.EventScan, Bits: c.settler.Settled})
	}
	c.feed(now, turn.Event{Kind: turn.EventHomed})
}
