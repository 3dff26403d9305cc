package turn

import (
	"slices"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// playEngineMove turns the engine's answer into the intent to move. From here on the game is a ply
// further, and the board follows.
func (t *eventRun) playEngineMove() {
	if t.e.Ply != t.s.Game.Plies() {
		return // the answer to a question that is no longer asked
	}
	before := t.s.Game.Position()
	m, err := before.ParseMove(t.e.Move)
	var next board.Game
	if err == nil {
		next, err = t.s.Game.Play(m)
	}
	if err != nil { // a fault of ours, not the end of the visitor's game: the engine is asked again soon
		t.showMood(moodFault)
		t.say(say.EngineFault, nil, "")
		t.startDeadline(deadlineEngine, retryMS)
		return
	}
	t.noteEstimate(t.e.Win)
	if agreed := t.settleDrawOffer(); agreed {
		return
	}
	t.s.Game = next
	t.s.Pending = PendingMove{Active: true, Before: before, Move: m, RobotManToFlip: board.NoSquare}
	t.result.Move = before.Notation(m)
	t.makeRemark(t.e.Remark)
	t.showFeeling(Feeling{Mood: MoodWin, Win: t.s.Estimate.Win, Unfair: t.s.Remark.Key != "" || t.s.visitorWasForced()})
	key := say.MyMove
	if m.IsCapture() {
		key = say.MyCapture
		t.showMood(moodCaptured)
	}
	t.say(key, []board.Square{m.From, m.To}, before.Notation(m))
	t.planMove()
}

// planMove plans the move in hand and starts it, when the board is as the plan needs it.
func (t *eventRun) planMove() {
	m := &t.s.Pending
	program, err := arm.Plan(arm.Turn{Before: m.Before, Move: m.Move, Unseen: t.s.unseenSquares()}, t.s.Bodies)
	switch {
	case err != nil || program.TrophySlotsFull && t.s.Bodies.Trophies() == 0: // the arm can't: a person does
		if t.s.boardShows(t.s.OccupiedByGame()) {
			t.finishByHand()
		} else {
			t.guideSetup(t.s.OccupiedByGame())
		}
		return
	case program.TrophySlotsFull:
		t.waitForHelp(awaitTray)
		return
	}
	m.Program, m.RobotManToFlip = program, program.TurnOver
	if t.s.Settings.Version < bodiesSince {
		t.s.Bodies = program.InventoryAfter(t.s.Bodies, 0, len(program.Carries))
	}
	if !t.s.boardShows(m.occupiedAfter(0)) {
		t.waitForBoard(awaitNothingHeld, m.occupiedAfter(0), true)
		return
	}
	t.startCarries()
}

// continueCarries goes on with the carries after a break, and says so: what was asked for is over.
func (t *eventRun) continueCarries() {
	if !t.s.Pending.isComplete() {
		t.say(say.Resumed, nil, "")
	}
	t.startCarries()
}

// startCarries lets the arm run its program from the first carry that isn't done. The intent names
// every carry that is left, with the squares occupied afterwards, and is on disk before the arm
// moves.
func (t *eventRun) startCarries() {
	m := t.s.Pending
	if m.isComplete() {
		t.finishMove()
		return
	}
	t.setPhase(Moving)
	t.s.Wait.Reason = awaitNothing
	t.showMood(moodMoving)
	t.turnEyesTo(LookBoard, m.Move.To)
	for _, c := range m.Program.Carries[m.Done:] {
		places := []string{c.From.String(), c.To.String()}
		t.addEffect(Effect{Kind: EffectCarry, Name: c.Kind, Squares: places, Expect: c.Expect.String()})
	}
	order := Payload{Program: m.Program}
	if t.s.visitorToMove() && !t.s.GameOver() {
		order.Task = t.s.engineTask()
	}
	t.addEffect(Effect{Kind: EffectStart, N: m.Done, Payload: order})
	t.startDeadlines(deadlineArm)
}

// followArm handles what the arm reports while it moves. A pause that waits for it begins where it
// stands.
func (t *eventRun) followArm() {
	m := &t.s.Pending
	carries := len(m.Program.Carries)
	if !m.Active || t.e.Carry < 0 || t.e.Carry > carries {
		return // a report about a program that was given up
	}
	if t.e.SawBoard() {
		t.s.Sensors.Bits = t.e.Bits
	}
	switch t.e.Arm {
	case ArmCarried:
		if t.e.Carry < carries {
			t.s.Sensors.Bits = m.Program.Carries[t.e.Carry].Expect // seen by the arm's runner, which is sooner than a scan
		}
		t.completeCarries(max(m.Done, min(t.e.Carry+1, carries)))
		m.Faults = 0
		if t.s.Paused && !m.isComplete() {
			t.order(EffectAbandonProgram) // nothing hangs on the nozzle between two carries
			t.order(EffectPark)
			t.restPaused()
			return
		}
		t.startDeadlines(deadlineArm)
	case ArmRetry:
		t.startDeadlines(deadlineArm)
	case ArmDone:
		t.completeCarries(carries)
		t.finishMove()
	case ArmHelpPick:
		t.stopForHelp(awaitPick)
	case ArmHelpPlace:
		t.stopForHelp(awaitPlace)
	case ArmHeld: // its controller has stopped it. Nobody need have touched the board: it may happen again and again
		if m.Faults++; m.GivenUp() {
			t.recoverArm()
		} else {
			t.waitForBoard(awaitProgramHeld, t.e.Expected, true)
		}
	case ArmDisturbed:
		t.waitForBoard(awaitProgramHeld, t.e.Expected, false)
	case armFault:
		t.recoverArm()
	}
	t.restIfPaused()
}

// stopForHelp stops at the carry that the arm couldn't do.
func (t *eventRun) stopForHelp(what WaitReason) {
	if t.e.Carry < len(t.s.Pending.Program.Carries) {
		t.completeCarries(t.e.Carry)
		t.waitForHelp(what)
	}
}

// finishByHand ends a move that a person has completed. A crown that the arm has not put on is theirs to make, too.
// Whether they have brought a checker to a square that no sensor sees is asked first, unless that was asked for.
func (t *eventRun) finishByHand() {
	m := &t.s.Pending
	next := m.Done
	if t.s.Phase == Help {
		next++
	}
	if n, hidden := t.s.hiddenArrival(next); hidden && !m.GivenUp() {
		t.askForArrival(n)
		return
	}
	crowns := func(c arm.Carry) bool { return c.Kind == arm.KindCrownOn }
	if slices.ContainsFunc(m.Program.Carries[m.Done:], crowns) {
		m.RobotManToFlip = m.Move.To
	}
	if m.CrownRequested {
		m.RobotManToFlip = board.NoSquare
	}
	t.completeByHand()
	t.finishMove()
}

// finishMove gives the board back when it equals the game.
func (t *eventRun) finishMove() {
	switch {
	case !t.s.boardShows(t.s.OccupiedByGame()) && !t.s.hasReply():
		t.waitForBoard(awaitNothingHeld, t.s.OccupiedByGame(), true)
	case t.s.Pending.RobotManToFlip != board.NoSquare:
		t.waitForHelp(awaitTurnOver)
	default:
		t.handOver()
	}
}

// handOver ends the robot's turn: the board equals the game.
func (t *eventRun) handOver() {
	t.s.Bodies = t.s.Bodies.Agree(t.s.Game.Position())
	reply := t.s.Pending.Reply
	t.s.Pending = PendingMove{RobotManToFlip: board.NoSquare}
	t.s.Wait.Reason = awaitNothing
	t.showMood(moodResting)
	// When the move is taken back, the board becomes the visitor's as it was before.
	// Nor is it as the game has it when they have replied already.
	if (t.s.PendingCommand != command.Takeback || t.s.GameOver()) && t.s.ShowsGame() {
		t.addEffect(Effect{Kind: EffectHandover, Payload: Payload{Position: t.s.Game.Position()}})
	}
	if t.s.GameOver() {
		t.endGame()
	}
	if t.s.Paused {
		t.restPaused()
		return
	}
	if t.s.GameOver() {
		return
	}
	if ended := t.doPending(); !ended {
		t.giveTurn()
		if reply != 0 && reply == t.s.Sensors.Bits { // the press counts for which it was too early
			t.judgePress()
		}
	}
}

// hasReply reports whether the visitor has replied already, or has lifted a checker for it, while the arm went away.
func (s State) hasReply() bool {
	m := s.Pending
	if s.Settings.Version < hiddenSince || !m.Active || m.RobotManToFlip != board.NoSquare || s.Paused ||
		s.PendingCommand != "" || s.GameOver() || !s.visitorToMove() {
		return false
	}
	odd := s.differingSquares(s.OccupiedByGame())
	lifted := odd.Len() == 1 && s.Game.Position().Pieces(s.Settings.VisitorColor)&odd == odd
	return lifted || s.inferMove().Verdict == sensing.MoveMade
}

// keepEarlyPress keeps a press over a reply for the moment at which the arm is out of the way. Any other press while it
// moves is refused.
func (t *eventRun) keepEarlyPress() {
	if t.s.hasReply() {
		t.s.Pending.Reply = t.s.Sensors.Bits
		return
	}
	t.refusePress()
}

// askEngine asks the engine for the robot's move, and says at once whose turn it is. That a man is to be turned over
// matters more.
func (t *eventRun) askEngine() {
	t.setPhase(Thinking)
	if !t.s.Prompt.Is(say.CrownYours) {
		t.say(say.MyTurn, nil, "")
	}
	t.showMood(moodThinking)
	t.turnEyes(LookBoard)
	t.addEffect(Effect{Kind: EffectThink, N: t.s.Game.Plies(), Payload: Payload{Task: t.s.engineTask()}})
	t.startDeadlines(deadlineThinking, deadlineEngine)
}

// recoverArm finds the arm's position anew; continueGame then sees how far the move has come.
func (t *eventRun) recoverArm() {
	t.order(EffectAbandonProgram)
	t.showMood(moodFault)
	t.s.Pending.Faults++
	t.findHome()
	if t.s.Pending.GivenUp() {
		t.say(say.ArmFault, nil, "")
	}
}
