package robot

import (
	"time"

	"crownhead/board"
	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// carryOut carries out one effect.
func (c *Core) carryOut(now time.Duration, e turn.Effect) {
	switch e.Kind {
	case turn.EffectSay:
		if !c.quiet {
			c.out.Said = append(c.out.Said, e.Do.Say)
		}
	case turn.EffectRemark:
		c.remarked(e.Key)
	case turn.EffectMood:
		c.showMood(now, e.Do.Mood)
	case turn.EffectLook:
		c.lookAt(now, e.Do.Gaze, e.Do.Square)
	case turn.EffectAttitude:
		c.face.SetAttitude(now, face.Attitude(e.Do.Attitude))
	case turn.EffectThink, turn.EffectHint:
		c.out.Think, c.out.Cancel = requestFor(e.Do.Task, e.Kind == turn.EffectHint), false
	case turn.EffectCancel:
		c.out.Think, c.out.Cancel = nil, true
	case turn.EffectDeadline:
		c.deadlines[e.Do.Deadline] = now + time.Duration(e.N)*time.Millisecond
	case turn.EffectHandover:
		c.faulted = 0
		c.out.Handover = e.Do.Position.FEN()
	case turn.EffectArchive:
		c.archive(e.Do.Ended)
	case turn.EffectNewGame:
		c.newGame(now, e.Do.Ended, e.Do.Laid)
	case turn.EffectMask, turn.EffectUnmask:
		c.maskSquares(now, e)
	case turn.EffectStart:
		c.runner.Start(e.Do.Program, e.N)
		if e.Do.Task != nil { // the time in which the arm moves and the visitor thinks
			c.out.Ponder = requestFor(e.Do.Task, false)
		}
	case turn.EffectResume:
		c.runner.Resume()
	case turn.EffectHalt:
		c.halt()
	case turn.EffectHome:
		c.homing, c.emptying = true, false
	case turn.EffectStop:
		c.restarted = false
		_ = c.link.Stop(link.StopEmergency) // without a link nothing moves
	case turn.EffectPark:
		c.park()
	case turn.EffectClear:
		_ = c.link.Clear() // refused while nothing is stopped; Step asks again
	case turn.EffectCarry:
		// the intent, for the journal: the runner gets the program
	}
}

// requestFor asks the engine about a game.
func requestFor(t *turn.Task, hint bool) *EngineRequest {
	return &EngineRequest{Game: t.Game, Level: t.Level, Seed: t.Seed, Hint: hint}
}

// park brings the arm beside the board, whoever has it.
func (c *Core) park() {
	if c.state.Phase == turn.Service {
		c.parkByHand()
		return
	}
	c.runner.Park()
}

// archive hands a game out that is over.
func (c *Core) archive(ended *turn.State) {
	g := ended.Game
	outcome := g.Outcome()
	c.out.Archive = &journal.Archived{
		Game: c.game, PDN: g.PDN(journal.PlayerTags(ended.Settings.Visitor.String())), Result: outcome.Result,
		Reason: string(outcome.Reason), Plies: g.Plies(),
	}
}

// showMood lets the face react to what Step names: a mood is a cue of the face. A new estimate comes with its value, and with
// what it says about the visitor's move.
func (c *Core) showMood(now time.Duration, f turn.Feeling) {
	c.noteCue(face.Cue(f.Mood))
	if f.Mood == turn.MoodWin {
		c.judgeVisitor(now, f)
		return
	}
	c.face.React(now, face.Cue(f.Mood))
}

// expect is the estimate with which the next one is compared. Before the first nobody is ahead in the usual position; of others
// nothing is known.
func (c *Core) expect(win float64) {
	c.win, c.judged = win, win != 0 || c.state.Settings.Start == board.Start()
}

// judgeVisitor tells the face the new estimate, and what it says about the visitor's move: nothing if he had no other, or if a remark
// says already what to think of it.
func (c *Core) judgeVisitor(now time.Duration, f turn.Feeling) {
	change, known := f.Win-c.win, c.judged
	c.win, c.judged = f.Win, true
	c.face.UpdateWin(now, f.Win)
	if !known || f.Unfair {
		return
	}
	const notable = 0.2 // less than a jump, which has a face of its own
	switch {
	case change >= notable && change < c.cfg.Face.Jump:
		c.noteCue(face.VisitorBad)
		c.face.React(now, face.VisitorBad)
	case -change >= notable && -change < c.cfg.Face.Jump:
		c.noteCue(face.VisitorGood)
		c.face.React(now, face.VisitorGood)
	}
}

// lookAt turns the pupils; while the arm moves they follow its checker.
func (c *Core) lookAt(now time.Duration, where turn.Gaze, sq board.Square) {
	target := face.Visitor
	switch {
	case where == turn.LookBoard && sq < board.NoSquare:
		target = face.Place(c.place(sq))
	case where == turn.LookBoard:
		target = face.Board
	}
	c.face.LookAt(now, target)
}

// place is the place of a square, counted from the visitor's left.
func (c *Core) place(s board.Square) int { return c.state.Settings.Place(s) }
