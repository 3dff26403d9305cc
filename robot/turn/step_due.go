package turn

import (
	"crownhead/arm"
	"crownhead/face/say"
)

// due handles a named time that is over. A time that belongs to a phase that was left means nothing.
func (t *stepper) due() {
	switch {
	case t.e.Deadline == DeadlineLink && !t.s.Link.Up && t.s.Phase == Boot:
		t.remindOfLink()
	case t.e.Deadline == deadlineHome && t.s.Link.Up && t.s.Phase == Boot:
		t.mood(MoodFault)
		t.say(say.HomingFailed, nil, "")
		t.do(EffectHome)
		t.deadline(deadlineHome, homeMS)
	case t.e.Deadline == deadlineSetup && t.s.Phase == Setup:
		t.remindOfSetup()
	case t.e.Deadline == deadlineAsk && t.s.Phase == Visitor:
		t.mood(MoodIdle)
		t.say(say.StillThere, nil, "")
	case t.e.Deadline == deadlineAbandon && t.s.Phase == Visitor:
		t.timesUp()
	case t.e.Deadline == deadlineGuide && t.s.Phase == Setup:
		t.s.Said.Key = ""
		t.goOn()
	case t.e.Deadline == deadlineHint && t.s.Phase == Visitor && t.s.Hint.Asked:
		t.do(EffectCancel)
		t.noHint()
	case t.e.Deadline == deadlineThinking && t.s.Phase == Visitor && t.s.Hint.Asked:
		t.say(say.Thinking, nil, "")
	case t.e.Deadline == deadlineThinking && t.s.Phase == Thinking && t.s.Said.Key != string(say.CrownYours):
		t.say(say.Thinking, nil, "")
	case t.e.Deadline == deadlineEngine && t.s.Phase == Thinking:
		t.do(EffectCancel)
		t.think()
	case t.e.Deadline == deadlineArm && t.s.Phase == Moving:
		t.armLost()
	case t.e.Deadline == deadlineHelp && t.s.Phase == Hold && !t.s.Wait.ArmStands:
		t.armLost()
	case t.e.Deadline == deadlineHelp:
		t.remindOfHelp()
	case t.e.Deadline == deadlineSteady:
		t.steady()
	case t.e.Deadline == deadlineClear && t.s.Phase == Stopped:
		t.say(say.Stopped, nil, "")
	case t.e.Deadline == DeadlineService && t.s.Phase == Service:
		t.do(EffectPark)
	case t.e.Deadline == deadlineAgain && t.s.Phase == Over:
		t.inviteAgain()
	}
}

// remindOfLink says again why the arm is not there.
func (t *stepper) remindOfLink() {
	key := say.LinkLost
	switch said := say.Key(t.s.Said.Key); said {
	case say.WrongFirmware, say.SetupRefused, say.NotCalibrated:
		key = said
	}
	t.say(key, nil, "")
	t.deadline(DeadlineLink, inviteMS)
}

// remindOfSetup says again what the board lacks.
func (t *stepper) remindOfSetup() {
	switch {
	case !t.s.Sensors.Seen:
		t.deadline(deadlineSetup, setupMS)
	case !t.gone(setupMS):
		t.s.Said.Key = ""
		t.goOn()
	}
}

// remindOfHelp asks again for a hand.
func (t *stepper) remindOfHelp() {
	switch {
	case t.s.Phase != Help && t.s.Phase != Hold || t.gone(helpMS):
	case t.s.Phase == Help:
		t.ask()
	default:
		t.s.Said.Key = ""
		t.holdScanned()
	}
}

// inviteAgain asks for the next game, and before that for a tidy tray: what lies there is counted anew with each game.
func (t *stepper) inviteAgain() {
	tidy := arm.Tray{Slots: t.s.Settings.Trophies, Kings: t.s.Settings.Kings}
	if t.s.Tray != tidy {
		t.s.Tray = tidy
		t.say(say.TidyTray, nil, "")
		t.deadline(deadlineAgain, againMS)
		return
	}
	key := t.layKey()
	if t.s.Said.Key == string(key) {
		key, t.s.VisitorGone = say.IdleInvite, true
		t.mood(MoodIdle)
	}
	t.say(key, nil, "")
	t.deadline(deadlineAgain, inviteMS)
}
