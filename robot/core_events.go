package robot

import (
	"time"

	"crownhead/board/sensing"
	"crownhead/robot/command"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// feed processes an event, and what follows from it.
func (c *Core) feed(now time.Duration, e turn.Event) {
	c.queue.push(e)
	c.runQueue(now)
}

// runQueue does the work that waits, until none is left.
func (c *Core) runQueue(now time.Duration) {
	for ; len(c.queue.waiting) > 0; c.queue.waiting = c.queue.waiting[1:] {
		next := c.queue.waiting[0]
		c.queue.silent = next.silent
		switch next.kind {
		case workEvent:
			c.processEvent(now, next)
		case workMaskReview:
			c.reviewMasks(now)
		}
	}
	c.queue = eventQueue{}
}

// processEvent takes one event through turn.Step and the journal, and applies its effects. Once the robot is to
// be shut down it takes the emergency stop only: the journal ends where the game can be resumed.
//
// A new game comes after all other effects, wherever it stands among them: it puts another state, journal and runner
// in place of those that the other effects are about.
func (c *Core) processEvent(now time.Duration, e queuedWork) {
	if c.shutdown != running && e.Command != command.Stop {
		return
	}
	e.T = c.journal.timeOf(now)
	var result turn.StepResult
	phase, wasGone := c.state.Phase, c.state.VisitorGone
	c.state, result = turn.Step(c.state, e.Event)
	if c.state.Phase != phase {
		c.status.phaseSince = now
	}
	c.journal.Append(e.Event, result)
	c.lessons.judgePress(phase, e.Event, result)
	c.screen.stale = true
	var newGame *turn.Effect
	for _, effect := range result.Effects {
		if effect.Kind == turn.EffectNewGame {
			newGame = &effect
			continue
		}
		c.applyEffect(now, effect)
	}
	if c.state.VisitorGone && !wasGone && !c.state.GameOver() && newGame == nil {
		c.restoreChoices()
		c.lessons.meetVisitor(true)
	}
	if newGame != nil {
		c.beginNextGame(now, newGame.Payload.Ended, newGame.Payload.Laid)
	}
	if e.homed { // turn.Step has asked for homing, as it does for any link that comes up
		c.arm.homeWanted, c.arm.releasingChecker = false, false
	}
	if result.Verdict == sensing.MoveMade || result.HasEffect(turn.EffectHandover) {
		c.queue.pushWork(queuedWork{kind: workMaskReview})
	}
	c.reportJournalFault()
}

// reportJournalFault reports when the journal can't be written, or can be again.
func (c *Core) reportJournalFault() {
	err := c.journal.Err()
	faulty := err != nil
	if faulty == c.journal.faulty {
		return
	}
	c.journal.faulty = faulty
	if faulty {
		c.addNote(NoteError, "the journal is not written", "error", err.Error(), "hint", journal.DiskRemedy)
	} else {
		c.addNote(NoteInfo, "the journal is written again, nothing is missing")
		c.journal.closeEarlier()
	}
	c.queue.push(turn.Event{Kind: turn.EventDisk, On: faulty})
}
