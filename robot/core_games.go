package robot

import (
	"math/rand/v2"
	"slices"
	"time"

	"crownhead/arm"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// beginGame sets a game up in place of the one before, and opens its journal.
func (c *Core) beginGame(now time.Duration, state turn.State) {
	c.state = state
	set := state.Settings
	c.journal.epoch, c.status.phaseSince = now, now
	c.arm.runner = arm.NewRunner(c.cfg.Arm, set.VisitorColor)
	c.face.setAttitude(now, set.Attitude)
	c.face.resetEstimate(0, set.Start)
	clear(c.deadlines)
	c.deadlines[turn.DeadlineLink] = now + turn.LinkPatience // a controller that isn't there reports nothing
	header := journal.NewHeader(set, c.game)
	header.Weights = c.cfg.levelWeights()
	c.journal.Journal = journal.New(nil, header)
	if c.cfg.Journal != nil {
		c.journal.Journal = journal.Open(func() (journal.File, error) { return c.cfg.Journal(header) }, header)
	}
}

// beginNextGame begins the game after one that has ended, with a journal of its own. What is known of link, arm and
// board reaches it as events, so that its journal can be replayed alone. Laid says that the board is set up for it.
func (c *Core) beginNextGame(now time.Duration, ended *turn.State, laid bool) {
	c.journal.closeCurrent()
	c.arm.abandonProgram()
	c.game++
	c.journal.faulty = false
	set := c.nextSettings(ended, laid)
	if set.VisitorColor != ended.Settings.VisitorColor {
		c.sensors.rotateSquares()
	}
	c.lessons.meetVisitor(ended.VisitorGone)
	c.beginGame(now, ended.Following(set))
	c.pushMasks()
	if !ended.Link.Up {
		c.queue.push(turn.Event{Kind: turn.EventLink, Link: turn.LinkDown})
		return
	}
	up := turn.Event{Kind: turn.EventLink, Link: turn.LinkUp, BootID: ended.Link.BootID, Virtual: ended.Link.Virtual}
	c.queue.pushWork(queuedWork{Event: up, silent: true, homed: ended.Arm.Homed})
	if !ended.Arm.Homed {
		return
	}
	if c.sensors.board.Reported {
		c.queue.push(turn.Event{Kind: turn.EventScan, Bits: c.sensors.board.Settled})
	}
	c.queue.push(turn.Event{Kind: turn.EventHomed})
}

// nextSettings returns the settings of the game after one that has ended. Where the sensors can't show whether
// the board is set up for it, a person has to say so (Settings.NeedsLaying).
func (c *Core) nextSettings(ended *turn.State, laid bool) turn.Settings {
	if ended.VisitorGone {
		c.choices = visitorChoices{}
	}
	set := c.choices.applyTo(c.cfg.Settings)
	// With one seed for all games, the same moves would be answered alike all day.
	set.Seed = rand.NewPCG(set.Seed, uint64(c.game)).Uint64()
	set.NextStart = ended.Settings.NextStart
	configured := set.VisitorColor
	set.Start, set.VisitorColor = ended.NextGame()
	set.NeedsLaying = !laid &&
		(ended.NextIsRotated() || ended.Next.Start != nil || ended.Settings.NeedsLaying && !ended.SetupConfirmed)
	set.UntidyTray = !ended.Bodies.LeavesTrayTidy(set.Start) || ended.Settings.UntidyTray && !ended.TrayConfirmed
	// Before a restart the configuration may have been changed; a visitor who has gone may have chosen another colour.
	if (c.resumed || ended.VisitorGone) && !set.Alternate && ended.Next.Visitor == nil && set.VisitorColor != configured {
		set.VisitorColor, set.NeedsLaying = configured, true
	}
	c.resumed = false
	return set
}

// archiveGame puts a game that is over into the output.
func (c *Core) archiveGame(ended *turn.State) {
	g := ended.Game
	outcome := g.Outcome()
	c.out.Archive = &journal.Archived{
		Game: c.game, PDN: g.PDN(journal.PlayerTags(ended.Settings.VisitorColor.String())), Result: outcome.Result,
		Reason: string(outcome.Reason), Plies: g.Plies(),
	}
}

// replaceMissingLevel makes a resumed game go on at the configuration's level when its own is no longer
// offered, so that the level on the screen is the one that plays. A visitor's choice of such a level is
// dropped.
func (c *Core) replaceMissingLevel() (replaced bool) {
	offered, was := c.cfg.levelNames(), c.state.Settings.Level
	if !slices.Contains(offered, c.choices.level) {
		c.choices.level = ""
	}
	if len(offered) == 0 || slices.Contains(offered, was) {
		return false
	}
	level := c.cfg.Settings.Level
	c.addNote(NoteWarning, "the game's level is no longer offered: the game goes on at another", "was", was, "is", level)
	c.queue.push(turn.Event{
		Kind: turn.EventCommand, Command: command.Level, Args: map[string]string{command.ArgLevel: level},
	})
	return true
}

// noteOtherWeights notes when a resumed game goes on with another network than it was begun with. For a level
// that was not offered then, its journal doesn't say.
func (c *Core) noteOtherWeights(h journal.Header) {
	level := c.state.Settings.Level
	was, known := h.Weights[level]
	if is := c.cfg.levelWeights()[level]; known && was != is {
		c.addNote(NoteWarning, "the level plays with other weights than when the game began",
			"player", level, "was", was, "is", is)
	}
}
