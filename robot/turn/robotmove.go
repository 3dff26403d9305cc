package turn

import (
	"slices"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
)

// playEngineMove turns the engine's answer into the intent to move. From here on the game is a ply further, and the board
// follows.
func (t *stepper) playEngineMove() {
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
		t.mood(MoodFault)
		t.say(say.EngineFault, nil, "")
		t.startFor(deadlineEngine, retryMS)
		return
	}
	t.noteEstimate(t.e.Win)
	if t.settleDrawOffer() {
		return
	}
	t.s.Game = next
	t.s.Pending = PendingMove{Active: true, Before: before, Move: m, TurnOver: board.NoSquare}
	t.result.Move = before.Notation(m)
	t.remark(t.e.Remark)
	t.feel(Feeling{Mood: MoodWin, Win: t.s.Estimate.Win, Unfair: t.s.Remark.Key != "" || t.s.VisitorWasForced()})
	key := say.MyMove
	if m.IsCapture() {
		key = say.MyCapture
		t.mood(MoodCaptured)
	}
	t.say(key, []board.Square{m.From, m.To}, before.Notation(m))
	t.planMove()
}

// planMove plans the move in hand and starts it, when the board is as the plan needs it.
func (t *stepper) planMove() {
	m := &t.s.Pending
	program, tray, err := arm.Plan(arm.Turn{Before: m.Before, Move: m.Move}, t.s.Tray)
	switch {
	case err != nil || program.TrophySlotsFull && t.s.Tray.Trophies == 0: // the arm can't: a person does
		if t.s.shows(t.s.OccupiedByGame()) {
			t.finishByHand()
		} else {
			t.guideSetup(t.s.OccupiedByGame())
		}
		return
	case program.TrophySlotsFull:
		t.waitForHelp(AwaitTray)
		return
	}
	t.s.Tray, m.Program, m.TurnOver = tray, program, program.TurnOver
	if !t.s.shows(m.OccupiedAfter(0)) {
		t.hold(AwaitGoOn, m.OccupiedAfter(0))
		return
	}
	t.carry()
}

// carryOn goes on with the carries after a break, and says so: what was asked for is over.
func (t *stepper) carryOn() {
	if !t.s.Pending.Complete() {
		t.say(say.Resumed, nil, "")
	}
	t.carry()
}

// carry lets the arm run its program from the first carry that isn't done. The intent names every carry that is left, with
// the squares occupied afterwards, and is on disk before the arm moves.
func (t *stepper) carry() {
	m := t.s.Pending
	if m.Complete() {
		t.finishMove()
		return
	}
	t.setPhase(Moving)
	t.s.Wait.Reason = AwaitNothing
	t.mood(MoodMoving)
	t.lookAt(LookBoard, m.Move.To)
	for _, c := range m.Program.Carries[m.Done:] {
		places := []string{c.From.String(), c.To.String()}
		t.effect(Effect{Kind: EffectCarry, Name: c.Kind, Squares: places, Expect: c.Expect.String()})
	}
	order := Order{Program: m.Program}
	if t.s.visitorToMove() && !t.s.GameOver() {
		order.Task = t.s.task()
	}
	t.effect(Effect{Kind: EffectStart, N: m.Done, Do: order})
	t.start(deadlineArm)
}

// followArm handles what the arm reports while it moves. A pause that waits for it begins where it stands.
func (t *stepper) followArm() {
	m := &t.s.Pending
	carries := len(m.Program.Carries)
	if !m.Active || t.e.Step < 0 || t.e.Step > carries {
		return // a report about a program that was given up
	}
	if t.e.SawBoard() {
		t.s.Sensors.Bits = t.e.Bits
	}
	switch t.e.Arm {
	case ArmCarried:
		if t.e.Step < carries {
			t.s.Sensors.Bits = m.Program.Carries[t.e.Step].Expect // seen by the arm's runner, which is sooner than a scan
		}
		m.Done, m.Faults = max(m.Done, min(t.e.Step+1, carries)), 0
		if t.s.Paused && !m.Complete() {
			t.do(EffectHalt) // nothing hangs on the nozzle between two carries
			t.do(EffectPark)
			t.rest()
			return
		}
		t.start(deadlineArm)
	case ArmRetry:
		t.start(deadlineArm)
	case ArmDone:
		m.Done = carries
		t.finishMove()
	case ArmHelpPick:
		t.stopForHelp(AwaitPick)
	case ArmHelpPlace:
		t.stopForHelp(AwaitPlace)
	case ArmHeld: // its controller has stopped it. Nobody need have touched the board: it may happen again and again
		if m.Faults++; m.GivenUp() {
			t.recoverArm()
		} else {
			t.hold(AwaitResume, t.e.Expected)
		}
	case ArmDisturbed:
		t.hold(AwaitResume, t.e.Expected)
	case ArmFault:
		t.recoverArm()
	}
	t.restIfPaused()
}

// stopForHelp stops at the carry that the arm couldn't do.
func (t *stepper) stopForHelp(what WaitReason) {
	if t.e.Step < len(t.s.Pending.Program.Carries) {
		t.s.Pending.Done = t.e.Step
		t.waitForHelp(what)
	}
}

// finishByHand ends a move that a person has completed. A crown that the arm has not put on is theirs to make, too.
func (t *stepper) finishByHand() {
	m := &t.s.Pending
	crowns := func(c arm.Carry) bool { return c.Kind == arm.KindCrownOn }
	if slices.ContainsFunc(m.Program.Carries[m.Done:], crowns) {
		m.TurnOver = m.Move.To
	}
	if m.Crowned {
		m.TurnOver = board.NoSquare
	}
	m.Done = len(m.Program.Carries)
	t.finishMove()
}

// finishMove gives the board back when it equals the game.
func (t *stepper) finishMove() {
	switch {
	case !t.s.shows(t.s.OccupiedByGame()):
		t.hold(AwaitGoOn, t.s.OccupiedByGame())
	case t.s.Pending.TurnOver != board.NoSquare:
		t.waitForHelp(AwaitTurnOver)
	default:
		t.handOver()
	}
}

// handOver ends the robot's turn: the board equals the game.
func (t *stepper) handOver() {
	t.s.Pending = PendingMove{TurnOver: board.NoSquare}
	t.s.Wait.Reason = AwaitNothing
	t.mood(MoodResting)
	if t.s.PendingCommand != CommandTakeback || t.s.GameOver() { // by which the board becomes the visitor's as it was before
		t.effect(Effect{Kind: EffectHandover, Do: Order{Position: t.s.Game.Position()}})
	}
	switch {
	case t.s.GameOver():
		t.endGame()
		if t.s.Paused {
			t.rest()
		}
	case t.s.Paused:
		t.rest()
	case t.doPending():
	default:
		t.giveTurn()
	}
}

// think asks the engine for the robot's move.
func (t *stepper) think() {
	t.setPhase(Thinking)
	t.mood(MoodThinking)
	t.look(LookBoard)
	t.effect(Effect{Kind: EffectThink, N: t.s.Game.Plies(), Do: Order{Task: t.s.task()}})
	t.start(deadlineThinking, deadlineEngine)
}

// recoverArm finds the arm's position anew; continueGame then sees how far the move has come.
func (t *stepper) recoverArm() {
	t.do(EffectHalt)
	t.mood(MoodFault)
	t.s.Pending.Faults++
	t.findHome()
	if t.s.Pending.GivenUp() {
		t.say(say.ArmFault, nil, "")
	}
}
