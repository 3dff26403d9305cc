package turn

import (
	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
)

// think asks the engine for the robot's move.
func (t *stepper) think() {
	t.s.Phase = Thinking
	t.mood(MoodThinking)
	t.look(LookBoard)
	t.effect(Effect{Kind: EffectThink, N: t.s.Game.Plies(), Do: Order{Task: t.s.task()}})
	t.deadline(deadlineThinking, thinkingMS)
	t.deadline(deadlineEngine, engineMS)
}

// answered turns the engine's answer into the intent to move. From here on the game is a ply further, and the board
// follows.
func (t *stepper) answered() {
	if t.s.Phase != Thinking || t.e.Ply != t.s.Game.Plies() {
		return // the answer to a question that is no longer asked
	}
	before := t.s.Game.Position()
	m, err := before.ParseMove(t.e.Move)
	if err != nil {
		t.engineFault()
		return
	}
	next, err := t.s.Game.Play(m)
	if err != nil {
		t.engineFault()
		return
	}
	t.estimated(t.e.Win)
	if t.decideDraw() {
		return
	}
	t.s.Game = next
	t.s.Pending = PendingMove{Active: true, Before: before, Move: m, TurnOver: board.NoSquare}
	t.then.Move = before.Notation(m)
	t.remark()
	t.announce(before, m)
	t.begin()
}

// engineFault waits a little and asks again: an engine that gives no usable answer is a fault of ours, not the end of
// the visitor's game.
func (t *stepper) engineFault() {
	t.mood(MoodFault)
	t.say(say.EngineFault, nil, "")
	t.deadline(deadlineEngine, retryMS)
}

// announce tells what the robot is about to do.
func (t *stepper) announce(before board.Position, m board.Move) {
	key := say.MyMove
	t.feel(Feeling{Mood: MoodWin, Win: t.s.Estimate.Win, Unfair: t.s.Remark.Key != "" || t.s.VisitorWasForced()})
	if m.IsCapture() {
		key = say.MyCapture
		t.mood(MoodCaptured)
	}
	t.say(key, []board.Square{m.From, m.To}, before.Notation(m))
}

// begin plans the move in hand and starts it, when the board is as the plan needs it.
func (t *stepper) begin() {
	h := &t.s.Pending
	turn := arm.Turn{Before: h.Before, Move: h.Move}
	program, tray, err := arm.Plan(turn, t.s.Tray)
	switch {
	case err != nil || program.TrayFull && t.s.Tray.Trophies == 0:
		t.moveForMe()
		return
	case program.TrayFull:
		t.await(AwaitTray)
		return
	}
	t.s.Tray, h.Program, h.TurnOver = tray, program, program.TurnOver
	if !t.s.shows(h.OccupiedAfter(0)) {
		t.hold(AwaitGoOn, h.OccupiedAfter(0))
		return
	}
	t.carry()
}

// moveForMe has a person make a move that the arm can't.
func (t *stepper) moveForMe() {
	if t.s.shows(t.s.OccupiedByGame()) {
		t.finishedByHand()
		return
	}
	t.guide(t.s.OccupiedByGame())
}

// carry lets the arm run its program from the first carry that isn't done. The intent names every carry that is left,
// with the squares occupied afterwards, and is on disk before the arm moves.
func (t *stepper) carry() {
	h := t.s.Pending
	if h.Complete() {
		t.finished()
		return
	}
	t.s.Phase, t.s.Wait.Reason = Moving, AwaitNothing
	t.mood(MoodMoving)
	t.lookAt(LookBoard, h.Move.To)
	for _, c := range h.Program.Carries[h.Done:] {
		t.effect(Effect{Kind: EffectCarry, Name: c.Kind, Squares: placeNames(c), Expect: c.Expect.String()})
	}
	start := Order{Program: h.Program}
	if t.s.visitorToMove() && !t.s.GameOver() {
		start.Task = t.s.task()
	}
	t.effect(Effect{Kind: EffectStart, N: h.Done, Do: start})
	t.deadline(deadlineArm, armMS)
}

// armed handles what the arm reports.
func (t *stepper) armed() {
	h := &t.s.Pending
	switch {
	case t.s.Phase == Hold && t.s.Wait.Reason == AwaitResume:
		t.armedInHold()
		return
	case t.s.Phase != Moving || !h.Active || t.e.Step < 0 || t.e.Step > len(h.Program.Carries):
		return // a report about a program that was given up
	}
	if t.e.SawBoard() {
		t.s.Sensors.Bits = t.e.Bits
	}
	switch t.e.Arm {
	case ArmCarried:
		if t.e.Step < len(h.Program.Carries) {
			t.s.Sensors.Bits = h.Program.Carries[t.e.Step].Expect // seen by the arm's runner, which is sooner than a scan
		}
		h.Done, h.Faults = max(h.Done, min(t.e.Step+1, len(h.Program.Carries))), 0
		if t.s.Paused && !h.Complete() {
			t.restAfterCarry()
			return
		}
		t.deadline(deadlineArm, armMS)
	case ArmRetry:
		t.deadline(deadlineArm, armMS)
	case ArmDone:
		h.Done = len(h.Program.Carries)
		t.finished()
	case ArmHelpPick:
		t.askHelp(AwaitPick)
	case ArmHelpPlace:
		t.askHelp(AwaitPlace)
	case ArmHeld:
		t.heldUp()
	case ArmDisturbed:
		t.hold(AwaitResume, t.e.Expected)
	case ArmFault:
		t.armLost()
	}
}

// heldUp handles an arm that its controller has stopped. Nobody need have touched the board: it may happen again and again.
func (t *stepper) heldUp() {
	if t.s.Pending.Faults++; t.s.Pending.GivenUp() {
		t.armLost()
		return
	}
	t.hold(AwaitResume, t.e.Expected)
}

// mostFaults is how often an arm that fails is tried again, without any progress, before a person moves for it.
const mostFaults = 3

// armLost finds the arm's position anew; goOn then sees how far the move has come.
func (t *stepper) armLost() {
	t.do(EffectHalt)
	t.mood(MoodFault)
	t.s.Pending.Faults++
	t.home()
	if t.s.Pending.GivenUp() {
		t.say(say.ArmFault, nil, "")
	}
}

// finishedByHand ends a move that a person has completed. A crown that the arm has not put on is his to make, too.
func (t *stepper) finishedByHand() {
	h := &t.s.Pending
	for _, c := range h.Program.Carries[h.Done:] {
		if c.Kind == arm.KindCrownOn {
			h.TurnOver = h.Move.To
		}
	}
	if h.Crowned {
		h.TurnOver = board.NoSquare
	}
	h.Done = len(h.Program.Carries)
	t.finished()
}

// finished gives the board back when it equals the game.
func (t *stepper) finished() {
	h := t.s.Pending
	switch {
	case !t.s.shows(t.s.OccupiedByGame()):
		t.hold(AwaitGoOn, t.s.OccupiedByGame())
	case h.TurnOver != board.NoSquare:
		t.await(AwaitTurnOver)
	default:
		t.handover()
	}
}

// handover ends the robot's turn: the board equals the game.
func (t *stepper) handover() {
	t.s.Pending = PendingMove{TurnOver: board.NoSquare}
	t.s.Wait.Reason = AwaitNothing
	t.mood(MoodResting)
	if t.s.PendingCommand != CommandTakeback || t.s.GameOver() { // by which the board becomes the visitor's as it was before
		t.effect(Effect{Kind: EffectHandover, Do: Order{Position: t.s.Game.Position()}})
	}
	switch {
	case t.s.GameOver():
		t.end()
		if t.s.Paused {
			t.rest()
		}
	case t.s.Paused:
		t.rest()
	case t.doWish():
	default:
		t.visitorTurn()
	}
}
