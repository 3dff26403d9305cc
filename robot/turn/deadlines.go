package turn

import (
	"slices"

	"crownhead/arm"
	"crownhead/face/say"
)

// deadlines are the deadlines by their names.
var deadlines = map[DeadlineName]deadlineRule{
	DeadlineLink:     {10_000, map[Phase]answer{Boot: stay(step.repeatWhyNoLink)}},
	deadlineHome:     {60_000, map[Phase]answer{Boot: stay(step.homeOnceMore)}},
	deadlineSetup:    {30_000, map[Phase]answer{Setup: resume(step.repeatSetup)}},
	deadlineGuide:    {4_000, map[Phase]answer{Setup: resume(step.continueGameAnew)}},
	deadlineAsk:      {0, map[Phase]answer{Visitor: stay(step.askWhetherThere)}},
	deadlineAbandon:  {0, map[Phase]answer{Visitor: lead(step.giveUpVisitor, Over)}},
	deadlineHint:     {20_000, map[Phase]answer{Visitor: stay(step.giveUpHint)}},
	deadlineThinking: {2_000, map[Phase]answer{Visitor: stay(step.sayHintIsSought), Thinking: stay(step.sayThinking)}},
	deadlineEngine:   {60_000, map[Phase]answer{Thinking: stay(step.askEngineAgain)}},
	deadlineArm:      {90_000, map[Phase]answer{Moving: lead(step.recoverArm, Boot)}},
	deadlineHelp:     {45_000, map[Phase]answer{Help: lead(step.repeatHelp, Over), Hold: lead(step.repeatHold, Boot)}},
	deadlineSteady:   {1_000, map[Phase]answer{Help: lead(step.goOnAfterHelp, Moving, Visitor, Setup, Over, nextGame), Hold: lead(step.goOnAfterHold, Boot, Moving, Visitor, Help, Setup, Over, nextGame)}},
	deadlineClear:    {2_000, map[Phase]answer{Stopped: stay(step.sayStopped)}},
	deadlineAgain:    {6_000, map[Phase]answer{Over: stay(step.inviteAgain)}},
	DeadlineService:  {30 * 60_000, map[Phase]answer{Service: stay(step.parkIdleArm)}},
}

// Times that are longer or shorter than their deadline usually is, in milliseconds.
const (
	retryMS      = 2_000  // until an engine that gave no usable answer is asked again
	remindMS     = 60_000 // between one reminder and the next
	readAnswerMS = 4_000  // for reading what else was said, until the request for help is repeated
)

// How long Core waits for a controller that has said nothing yet, and for an operator who does
// nothing.
var (
	LinkPatience    = deadlines[DeadlineLink].duration()
	ServicePatience = deadlines[DeadlineService].duration()
)

// meetDeadline handles a deadline that is over.
func (t *stepper) meetDeadline() {
	if a := t.deadlines[t.e.Deadline].in[t.s.Phase]; a.do != nil {
		a.do(t)
	}
}

// repeatWhyNoLink says again why the arm is not there.
func (t *stepper) repeatWhyNoLink() {
	if t.s.Link.Up {
		return
	}
	key := say.LinkLost
	if said := t.s.Prompt; !said.Stale && slices.Contains(refusals, said.Key) {
		key = said.Key
	}
	t.say(key, nil, "")
	t.startDeadline(DeadlineLink, remindMS)
}

// homeOnceMore says that homing fails, and tries it again.
func (t *stepper) homeOnceMore() {
	if !t.s.Link.Up {
		return
	}
	t.showMood(moodFault)
	t.say(say.HomingFailed, nil, "")
	t.order(EffectHome)
	t.startDeadlines(deadlineHome)
}

// repeatSetup says again what the board lacks.
func (t *stepper) repeatSetup() {
	switch {
	case !t.s.Sensors.Seen:
		t.startDeadlines(deadlineSetup)
	case !t.giveUpAfter(t.deadlines[deadlineSetup].after):
		t.continueGameAnew()
	}
}

func (t *stepper) askWhetherThere() {
	t.showMood(moodIdle)
	t.say(say.StillThere, nil, "")
}

func (t *stepper) giveUpVisitor() { t.abandonGame() }

func (t *stepper) giveUpHint() {
	if t.s.Hint.Asked {
		t.order(EffectCancel)
		t.sayNoHint()
	}
}

func (t *stepper) sayHintIsSought() {
	if t.s.Hint.Asked {
		t.say(say.Thinking, nil, "")
	}
}

// sayThinking says what the robot does. That a man is to be turned over matters more.
func (t *stepper) sayThinking() {
	if !t.s.Prompt.Is(say.CrownYours) {
		t.say(say.Thinking, nil, "")
	}
}

func (t *stepper) askEngineAgain() {
	t.order(EffectCancel)
	t.askEngine()
}

// repeatHelp asks again for a hand.
func (t *stepper) repeatHelp() {
	if !t.giveUpAfter(t.s.Wait.HelpMS) {
		t.askForHelp()
	}
}

// repeatHold says again what was disturbed. An arm that doesn't come to a stand is lost.
func (t *stepper) repeatHold() {
	switch {
	case !t.s.Wait.ArmStands:
		t.recoverArm()
	case !t.giveUpAfter(t.s.Wait.HelpMS):
		t.s.Prompt.Stale = true
		t.checkHold()
	}
}

func (t *stepper) sayStopped() { t.say(say.Stopped, nil, "") }

func (t *stepper) parkIdleArm() { t.order(EffectPark) }

// giveUpAfter adds a time during which nobody has done what is asked for, and gives the game up when
// that has lasted too long. It reports whether it has given up.
func (t *stepper) giveUpAfter(milliseconds int) bool {
	t.s.Wait.IdleMS += milliseconds
	limit := t.s.Settings.Abandon * 1000
	if limit == 0 || t.s.Wait.IdleMS < limit || t.s.Game.Plies() == 0 {
		return false
	}
	t.s.PendingCommand = commandAbandon
	if t.s.Phase == Hold {
		t.order(EffectHalt)
		t.findHome()
	} else {
		t.doPending()
	}
	return true
}

// inviteAgain asks for the next game, and before that for a tidy tray: what lies there is counted
// anew with each game.
func (t *stepper) inviteAgain() {
	tidy := arm.Tray{Slots: t.s.Settings.Trophies, Kings: t.s.Settings.Kings}
	if t.s.Tray != tidy {
		t.s.Tray = tidy
		t.say(say.TidyTray, nil, "")
		t.startDeadlines(deadlineAgain)
		return
	}
	key := t.s.layKey()
	if t.s.Prompt.Is(key) {
		key, t.s.VisitorGone = say.IdleInvite, true
		t.showMood(moodIdle)
	}
	t.say(key, nil, "")
	t.startDeadline(deadlineAgain, remindMS)
}
