package turn

import (
	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
)

// await stops the turn until a person has done what is asked.
func (t *stepper) await(what WaitReason) {
	t.s.Phase, t.s.Wait.Reason = Help, what
	t.look(LookVisitor)
	t.ask()
}

// ask says what the phase of help waits for.
func (t *stepper) ask() {
	h := t.s.Pending
	switch t.s.Wait.Reason {
	case AwaitTray:
		t.say(say.TrayFull, nil, "")
	case AwaitTurnOver:
		t.say(say.TurnOver, []board.Square{h.TurnOver}, "")
	default:
		t.askForCarry(h.Program.Carries[h.Done])
	}
	t.deadline(deadlineHelp, helpMS)
}

// askForCarry asks for the carry that the arm couldn't do.
func (t *stepper) askForCarry(c arm.Carry) {
	switch {
	case c.Kind == arm.KindCrownOn:
		t.say(layKey(t.s.Game.Position().PieceAt(c.To.Square)), []board.Square{c.To.Square}, "")
	case c.To.Square == board.NoSquare:
		t.say(say.HelpRemove, []board.Square{c.From.Square}, "")
	case t.s.Wait.Reason == AwaitPick && c.From.Square != board.NoSquare:
		t.say(say.HelpPick, []board.Square{c.From.Square, c.To.Square}, "")
	default:
		t.say(say.HelpPlace, []board.Square{c.To.Square}, "")
	}
}

// askHelp stops at the carry that the arm couldn't do.
func (t *stepper) askHelp(what WaitReason) {
	h := &t.s.Pending
	if t.e.Step >= len(h.Program.Carries) {
		return
	}
	h.Done = t.e.Step
	t.await(what)
}

// helpScanned sees whether the carry has been done by hand. The hand is given a second to leave the board.
func (t *stepper) helpScanned() {
	if t.helped() {
		t.deadline(deadlineSteady, steadyMS)
	}
}

// helped tells whether a person has done the carry that was asked for.
func (t *stepper) helped() bool {
	carrying := t.s.Wait.Reason == AwaitPick || t.s.Wait.Reason == AwaitPlace
	return carrying && t.s.shows(t.s.Pending.OccupiedAfter(t.s.Pending.Done+1))
}

// helpPressed takes a press as "done", if the board doesn't tell otherwise.
func (t *stepper) helpPressed() {
	h := &t.s.Pending
	switch {
	case t.s.Wait.Reason == AwaitTray:
		t.s.Tray = arm.Tray{Slots: t.s.Settings.Trophies, Kings: t.s.Tray.Kings}
		t.begin()
	case t.s.Wait.Reason == AwaitTurnOver && t.s.shows(t.s.OccupiedByGame()):
		t.handover()
	case t.helped():
		h.Done++
		t.carryOn()
	case t.onceMore():
		t.carryOn() // the checker lies where the arm can take it
	case t.s.Wait.Reason != AwaitTurnOver && t.s.shows(t.s.OccupiedByGame()):
		t.finishedByHand() // he has made the board as the screen has it, and not only what was asked
	case !t.mendOthers():
		t.ask()
	}
}

// onceMore tells whether the board shows the carry undone, so that the arm is to try it again. When a single sensor says
// so again and again, that is doubted: the carry was asked for, and has been done.
func (t *stepper) onceMore() bool {
	h := t.s.Pending
	if t.s.Wait.Reason == AwaitTurnOver || !t.s.shows(h.OccupiedAfter(h.Done)) {
		return false
	}
	if t.s.Settings.Version < masksSince || t.s.differs(h.OccupiedAfter(h.Done+1)).Len() != 1 {
		return true
	}
	d := t.counted(Help)
	if d.Presses >= doubtAt {
		return false
	}
	t.s.Sensors.Doubt, t.kept = d, true
	return true
}

// mendOthers names a square that has nothing to do with the help that was asked for, and differs.
func (t *stepper) mendOthers() bool {
	h := t.s.Pending
	want, own := t.s.OccupiedByGame(), h.TurnOver.Bit()
	if !h.Complete() {
		c := h.Program.Carries[h.Done]
		want, own = h.OccupiedAfter(h.Done+1), c.From.Square.Bit()|c.To.Square.Bit()
	}
	odd := t.s.differs(want) &^ own
	switch {
	case odd&want != 0:
		sq := t.nearest(odd & want)
		t.say(t.putBackKey(sq[0]), sq, "")
	case odd != 0:
		t.say(say.TakeAway, t.nearest(odd), "")
	}
	return odd != 0
}

// hold waits until the board is again as the arm left it.
func (t *stepper) hold(what WaitReason, expected board.Bits) {
	t.s.Phase, t.s.Wait.Reason, t.s.Wait.Expected = Hold, what, expected
	t.s.Wait.ArmStands = what == AwaitGoOn || t.e.Arm == ArmHeld
	t.look(LookVisitor)
	t.say(say.HandsOff, nil, "")
	t.deadline(deadlineSteady, steadyMS)
	t.deadline(deadlineHelp, helpMS)
}

// armedInHold handles what the arm reports while it slows down. Where it stands in the end it knows what the board should
// look like: before, it may have lifted its checker.
func (t *stepper) armedInHold() {
	switch t.e.Arm {
	case ArmHeld:
		t.s.Sensors.Bits, t.s.Wait.Expected, t.s.Wait.ArmStands = t.e.Bits, t.e.Expected, true
		t.deadline(deadlineSteady, steadyMS)
	case ArmFault:
		t.armLost()
	}
}

// holdScanned names what still differs, once the arm stands; when nothing does, the hand is given a second to leave.
func (t *stepper) holdScanned() {
	switch {
	case !t.s.Wait.ArmStands:
	case t.s.blind() && !t.s.alike():
		t.do(EffectHalt) // what the sensors showed of the arm's work was nothing to go by
		t.home()
	case t.s.shows(t.s.Wait.Expected), t.doneByHand():
		t.deadline(deadlineSteady, steadyMS)
	default:
		odd := t.s.differs(t.s.Wait.Expected)
		t.sayOdd(odd&t.s.Wait.Expected, odd&^t.s.Wait.Expected)
		t.deadline(deadlineHelp, helpMS)
	}
}

// sayOdd names a square that lacks its checker, or has one too many.
func (t *stepper) sayOdd(missing, extra board.Bits) {
	switch {
	case t.s.alike():
		t.sayOnce(t.s.alikeKey(), nil)
	case missing != 0:
		sq := t.nearest(missing)
		t.sayOnce(t.putBackKey(sq[0]), sq)
	default:
		t.sayOnce(say.TakeAway, t.nearest(extra))
	}
}

// steady goes on after a second without a change.
func (t *stepper) steady() {
	switch {
	case t.s.Phase == Help && t.helped():
		t.s.Pending.Done++
		t.carryOn()
	case t.s.Phase != Hold || !t.s.Wait.ArmStands:
	case t.doneByHand():
		t.takeOver()
	case !t.s.shows(t.s.Wait.Expected):
		t.holdScanned()
	case t.s.Wait.Reason == AwaitResume:
		t.s.Phase, t.s.Wait.Reason = Moving, AwaitNothing
		t.mood(MoodMoving)
		t.say(say.Resumed, nil, "")
		t.do(EffectResume)
		t.deadline(deadlineArm, armMS)
	default:
		t.goOn()
	}
}

// doneByHand tells that hands have done the carry in whose midst the arm holds, or all that was left of the move.
func (t *stepper) doneByHand() bool {
	h := t.s.Pending
	if t.s.Wait.Reason != AwaitResume || !h.Active || h.Complete() || t.s.shows(t.s.Wait.Expected) {
		return false
	}
	return t.s.shows(h.OccupiedAfter(h.Done+1)) || t.s.shows(t.s.OccupiedByGame())
}

// takeOver goes on behind what hands have done. At home the arm lets go what it may still hold.
func (t *stepper) takeOver() {
	if h := &t.s.Pending; t.s.shows(h.OccupiedAfter(h.Done + 1)) {
		h.Done++
	}
	t.do(EffectHalt)
	t.home()
}

// putBackKey asks for a checker that somebody took while the robot moved.
func (t *stepper) putBackKey(sq board.Square) say.Key {
	before := t.s.Pending.Before
	if before.Pieces(t.s.Settings.Visitor).Has(sq) {
		return say.PutBack
	}
	return say.PutBackMine
}
