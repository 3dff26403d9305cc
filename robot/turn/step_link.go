package turn

import (
	"time"

	"crownhead/face/say"
)

// A DeadlineName names a time after which Step wants to be told.
type DeadlineName string

// The names and lengths, in milliseconds, of deadlines.
const (
	DeadlineLink     DeadlineName = "link" // the link is still down
	deadlineHome     DeadlineName = "home" // homing takes too long
	deadlineSetup    DeadlineName = "setup"
	deadlineAsk      DeadlineName = "ask"
	deadlineAbandon  DeadlineName = "abandon"
	deadlineThinking DeadlineName = "thinking"
	deadlineEngine   DeadlineName = "engine"
	deadlineArm      DeadlineName = "arm"
	deadlineHelp     DeadlineName = "help"
	deadlineSteady   DeadlineName = "steady"
	deadlineClear    DeadlineName = "clear"
	deadlineAgain    DeadlineName = "again"
	DeadlineService  DeadlineName = "service" // nobody has moved the arm in service mode
	deadlineGuide    DeadlineName = "guide"
	deadlineHint     DeadlineName = "hint"

	linkMS     = 10_000
	homeMS     = 60_000
	setupMS    = 30_000
	thinkingMS = 2_000
	engineMS   = 60_000
	retryMS    = 2_000
	armMS      = 90_000
	helpMS     = 45_000
	steadyMS   = 1_000
	clearMS    = 2_000
	againMS    = 6_000
	inviteMS   = 60_000
	guideMS    = 4_000
	hintMS     = 20_000
)

// How long Core waits for a controller that has said nothing yet, and for an operator who does nothing.
const (
	LinkPatience    = linkMS * time.Millisecond
	ServicePatience = serviceMS * time.Millisecond
)

// linked handles a link that comes, goes, or whose controller was reset: whatever the arm did is forgotten, for its
// position is lost, and the board has to be looked at again.
func (t *stepper) linked() {
	if t.s.Phase == Service {
		t.linkedInService()
		return
	}
	if t.e.Link == LinkRefused {
		t.refused()
		return
	}
	t.s.Link.Up, t.s.Arm.Homed, t.s.Sensors.Seen = t.e.Link == LinkUp, false, false
	t.do(EffectHalt)
	if t.e.Link != LinkDown {
		t.s.Link.Boot, t.s.Link.Virtual = t.e.Boot, t.e.Virtual
	}
	switch {
	case t.s.Phase == Stopped:
	case t.s.Link.Up:
		t.home()
	case t.s.Phase != Boot || t.s.Said.Key != string(say.LinkLost):
		t.lost()
	}
}

// lost waits for the link.
func (t *stepper) lost() {
	t.leaveThinking()
	t.s.Phase = Boot
	t.mood(MoodFault)
	t.say(say.LinkLost, nil, "")
	t.deadline(DeadlineLink, linkMS)
}

// home lets the arm find its position; nothing moves before it has.
func (t *stepper) home() {
	t.leaveThinking()
	t.s.Phase, t.s.Arm.Homed = Boot, false
	t.say(say.GettingReady, nil, "")
	t.do(EffectHome)
	t.deadline(deadlineHome, homeMS)
}

// leaveThinking calls the engine off when it is at work.
func (t *stepper) leaveThinking() {
	if t.s.Phase == Thinking {
		t.do(EffectCancel)
	}
}

func (t *stepper) homed() {
	if t.s.Phase == Service {
		t.s.Arm.Homed = true
		return
	}
	if t.s.Phase != Boot || !t.s.Link.Up {
		return
	}
	t.s.Arm.Homed = true
	t.goOn()
}

// estop handles the controller's latched stop.
func (t *stepper) estop() {
	t.s.Arm.Latched = t.e.On
	switch {
	case t.e.On && t.s.Phase != Stopped:
		t.stopped()
	case !t.e.On && t.s.Phase == Stopped && t.s.Arm.ClearAsked:
		t.cleared()
	}
}

// stopped stands still until somebody clears the stop.
func (t *stepper) stopped() {
	t.leaveThinking()
	t.s.Phase, t.s.Arm.Homed, t.s.Arm.ClearAsked = Stopped, false, false
	t.do(EffectHalt)
	t.mood(MoodFault)
	t.say(say.Stopped, nil, "")
}

// cleared begins again as after a reset: after an emergency stop the arm's position is not trusted.
func (t *stepper) cleared() {
	t.s.Arm.ClearAsked = false
	switch {
	case t.s.Arm.Service:
		t.serve()
	case t.s.Link.Up:
		t.home()
	default:
		t.lost()
	}
}

// refused tells why the arm must not move; the link comes up when that has been mended.
func (t *stepper) refused() {
	key := say.WrongFirmware
	switch t.e.Refusal {
	case RefusedSetup:
		key = say.SetupRefused
	case RefusedUncalibrated:
		key = say.NotCalibrated
	}
	t.leaveThinking()
	t.s.Phase, t.s.Link.Up, t.s.Arm.Homed, t.s.Link.Virtual = Boot, false, false, false
	t.do(EffectHalt)
	t.mood(MoodFault)
	t.say(key, nil, "")
	t.deadline(DeadlineLink, inviteMS)
}
