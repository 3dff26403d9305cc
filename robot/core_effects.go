package robot

import (
	"time"

	"crownhead/board"
	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// do carries out one effect.
func (c *Core) do(now time.Duration, e turn.Effect) {
	switch e.Kind {
	case turn.EffectSay:
		if !c.quiet {
			c.out.Said = append(c.out.Said, turn.Say{Key: e.Key, Squares: e.Squares, Move: e.Move, Serial: c.state.Said.Serial})
		}
	case turn.EffectRemark:
		c.remarked(e.Key)
	case turn.EffectMood:
		c.showMood(now, e.Name)
	case turn.EffectLook:
		c.lookAt(now, e.Name)
	case turn.EffectAttitude:
		c.face.SetAttitude(now, face.Attitude(c.state.Settings.Attitude))
	case turn.EffectThink:
		c.out.Think, c.out.Cancel = c.request(false), false
	case turn.EffectHint:
		c.out.Think, c.out.Cancel = c.request(true), false
	case turn.EffectCancel:
		c.out.Think, c.out.Cancel = nil, true
	case turn.EffectDeadline:
		c.deadlines[e.Name] = now + time.Duration(e.N)*time.Millisecond
	case turn.EffectHandover:
		c.faulted = 0
		c.out.Handover = c.state.Game.Position().FEN()
	case turn.EffectArchive:
		c.archive()
	case turn.EffectNewGame:
		c.newGame(now, e.Name == turn.BoardLaid)
	case turn.EffectMask, turn.EffectUnmask:
		c.masked(now, e)
	default:
		c.doArm(e)
	}
}

// request asks the engine about the game as it stands.
func (c *Core) request(hint bool) *Request {
	return &Request{Game: c.state.Game, Level: c.state.Settings.Level, Seed: c.state.Settings.Seed, Hint: hint}
}

// doArm carries out an effect on the arm. The carries are the intent, for the journal; the runner gets the program.
func (c *Core) doArm(e turn.Effect) {
	switch e.Kind {
	case turn.EffectStart:
		c.runner.Start(c.state.Pending.Program, e.N)
		c.ponder()
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
	}
}

// ponder lets the engine use the time in which the arm moves and the visitor thinks.
func (c *Core) ponder() {
	if g := c.state.Game; g.Turn() == c.state.Settings.Visitor && !g.Outcome().Over() {
		c.out.Ponder = c.request(false)
	}
}

// park brings the arm beside the board, whoever has it.
func (c *Core) park() {
	if c.state.Phase == turn.Service {
		c.parkByHand()
		return
	}
	c.runner.Park()
}

// archive hands the game out.
func (c *Core) archive() {
	g := c.state.Game
	outcome := g.Outcome()
	c.out.Archive = &journal.Archived{
		Game: c.game, PDN: g.PDN(journal.PlayerTags(c.state.Settings.Visitor.String())), Result: outcome.Result,
		Reason: string(outcome.Reason), Plies: g.Plies(),
	}
}

// showMood lets the face react to what Step names: a mood is a cue of the face. A new estimate comes with its value, and with
// what it says about the visitor's move.
func (c *Core) showMood(now time.Duration, mood string) {
	c.noteCue(face.Cue(mood))
	if mood == turn.MoodWin {
		c.judgeVisitor(now)
		return
	}
	c.face.React(now, face.Cue(mood))
}

// expect is the estimate with which the next one is compared. Before the first nobody is ahead in the usual position; of others
// nothing is known.
func (c *Core) expect(win float64) {
	c.win, c.judged = win, win != 0 || c.state.Settings.Start == board.Start()
}

// judgeVisitor tells the face the new estimate, and what it says about the visitor's move: nothing if he had no other, or if a remark
// says already what to think of it.
func (c *Core) judgeVisitor(now time.Duration) {
	change, told := c.state.Estimate.Win-c.win, !c.judged || c.state.Remark.Key != "" || c.state.VisitorWasForced()
	c.win, c.judged = c.state.Estimate.Win, true
	c.face.UpdateWin(now, c.state.Estimate.Win)
	if told {
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
func (c *Core) lookAt(now time.Duration, where string) {
	target := face.Visitor
	if where == turn.LookBoard {
		target = face.Board
	}
	if h := c.state.Pending; where == turn.LookBoard && h.Active && h.Move.To < board.NoSquare {
		target = face.Place(c.place(h.Move.To))
	}
	c.face.LookAt(now, target)
}

// place is the place of a square, counted from the visitor's left.
func (c *Core) place(s board.Square) int { return c.state.Settings.Place(s) }
