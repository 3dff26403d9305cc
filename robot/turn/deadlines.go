package turn

import (
	"slices"

	"crownhead/face/say"
)

// deadlines are the deadlines by their names.
var deadlines = map[DeadlineName]deadlineSpec{
	DeadlineLink:    {10_000, map[Phase]transition{NotReady: stay(run.repeatWhyNoLink)}},
	deadlineHome:    {60_000, map[Phase]transition{NotReady: stay(run.homeOnceMore)}},
	deadlineSetup:   {30_000, map[Phase]transition{Setup: toWhereBoardShows(run.repeatSetup)}},
	deadlineGuide:   {4_000, map[Phase]transition{Setup: toWhereBoardShows(run.continueGameAnew)}},
	deadlineAsk:     {0, map[Phase]transition{VisitorTurn: stay(run.askWhetherThere)}},
	deadlineAbandon: {0, map[Phase]transition{VisitorTurn: lead(run.giveUpVisitor, Over)}},
	deadlineHint:    {20_000, map[Phase]transition{VisitorTurn: stay(run.giveUpHint)}},
	deadlineThinking: {2_000, map[Phase]transition{
		VisitorTurn: stay(run.sayHintIsSought),
		Thinking:    stay(run.sayThinking),
	}},
	deadlineName:   {6_000, map[Phase]transition{VisitorTurn: stay(run.nameNextMove)}},
	deadlineEngine: {60_000, map[Phase]transition{Thinking: stay(run.askEngineAgain)}},
	deadlineArm:    {90_000, map[Phase]transition{Moving: lead(run.recoverArm, NotReady)}},
	deadlineHelp: {45_000, map[Phase]transition{
		Help: lead(run.repeatHelp, Over),
		Hold: lead(run.repeatHold, NotReady),
	}},
	deadlineSteady: {1_000, map[Phase]transition{
		Help: lead(run.goOnAfterHelp, Moving, VisitorTurn, Setup, Over, nextGame),
		Hold: lead(run.goOnAfterHold, NotReady, Moving, VisitorTurn, Help, Setup, Over, nextGame),
	}},
	deadlineClear:   {2_000, map[Phase]transition{Stopped: stay(run.sayStopped)}},
	deadlineAgain:   {6_000, map[Phase]transition{Over: stay(run.inviteAgain)}},
	DeadlineService: {30 * 60_000, map[Phase]transition{Service: stay(run.parkIdleArm)}},
}

// Times that are longer or shorter than their deadline usually is, in milliseconds.
const (
	retryMS  = 2_000  // until an engine that gave no usable answer is asked again
	remindMS = 60_000 // between one reminder and the next
)

// How long Core waits for a controller that has said nothing yet, and for an operator who does
// nothing.
var (
	LinkPatience    = deadlines[DeadlineLink].duration()
	ServicePatience = deadlines[DeadlineService].duration()
)

// handleDeadline handles a deadline that is over.
func (t *eventRun) handleDeadline() {
	if a := t.deadlines[t.e.Deadline].in[t.s.Phase]; a.do != nil {
		a.do(t)
	}
}

// repeatWhyNoLink says again why the arm is not there.
func (t *eventRun) repeatWhyNoLink() {
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
func (t *eventRun) homeOnceMore() {
	if !t.s.Link.Up {
		return
	}
	t.showMood(moodFault)
	t.say(say.HomingFailed, nil, "")
	t.order(EffectHome)
	t.startDeadlines(deadlineHome)
}

// repeatSetup says again what the board lacks.
func (t *eventRun) repeatSetup() {
	switch {
	case !t.s.Sensors.Seen:
		t.startDeadlines(deadlineSetup)
	case !t.giveUpAfter(t.deadlines[deadlineSetup].after):
		t.continueGameAnew()
	}
}

func (t *eventRun) askWhetherThere() {
	t.showMood(moodIdle)
	t.say(say.StillThere, nil, "")
}

func (t *eventRun) giveUpVisitor() { t.abandonGame() }

func (t *eventRun) giveUpHint() {
	if t.s.Hint.Asked {
		t.order(EffectCancel)
		t.sayNoHint()
	}
}

func (t *eventRun) sayHintIsSought() {
	if t.s.Hint.Asked {
		t.say(say.Thinking, nil, "")
	}
}

// sayThinking says what the robot does. That a man is to be turned over matters more.
func (t *eventRun) sayThinking() {
	if !t.s.Prompt.Is(say.CrownYours) {
		t.say(say.Thinking, nil, "")
	}
}

func (t *eventRun) askEngineAgain() {
	t.order(EffectCancel)
	t.askEngine()
}

// repeatHelp asks again for a hand.
func (t *eventRun) repeatHelp() {
	if !t.giveUpAfter(t.deadlines[deadlineHelp].after) {
		t.askForHelp()
	}
}

// repeatHold says again what was disturbed. An arm that doesn't come to a stand is lost.
func (t *eventRun) repeatHold() {
	switch {
	case !t.s.Wait.ArmAtRest:
		t.recoverArm()
	case !t.giveUpAfter(t.deadlines[deadlineHelp].after):
		t.s.Prompt.Stale = true
		t.checkHold()
	}
}

func (t *eventRun) sayStopped() { t.say(say.Stopped, nil, "") }

func (t *eventRun) parkIdleArm() { t.order(EffectPark) }

// giveUpAfter adds a time during which nobody has done what is asked for, and gives the game up when
// that has lasted too long. It reports whether it has given up.
func (t *eventRun) giveUpAfter(milliseconds int) bool {
	t.s.Wait.IdleMS += milliseconds
	limit := t.s.Settings.AbandonSeconds * 1000
	if limit == 0 || t.s.Wait.IdleMS < limit {
		return false
	}
	if t.s.Game.Plies() == 0 { // nothing to give up: the next visitor is asked for the same
		t.s.VisitorGone = true
		return false
	}
	t.s.PendingCommand = commandAbandon
	if t.s.Phase == Hold {
		t.order(EffectAbandonProgram)
		t.findHome()
	} else {
		t.doPending()
	}
	return true
}

// inviteAgain asks for the next game, and before that for a tidy tray: what lies there is counted
// anew with each game.
func (t *eventRun) inviteAgain() {
	if !t.s.Bodies.IsTidy() {
		t.s.Bodies = t.s.Bodies.Tidy()
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
