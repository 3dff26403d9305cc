package turn

import (
	"fmt"
	"time"

	"crownhead/face/say"
	"crownhead/robot/command"
)

// A stepper carries one event through the tables.
type stepper struct {
	tables
	before State // the event found it so
	s      State
	e      Event
	result StepResult

	doubtCounted bool // this press is counted in the doubt already
}

// The tables name the handlers: what a phase does about an event, what a command and a deadline do.
// A stepper has them with it, because a handler may look something up in the table that names it.
type tables struct {
	answers   map[Phase]map[EventKind]answer
	commands  map[command.Name]commandRule
	deadlines map[DeadlineName]deadlineRule
}

// A handler does what a phase answers to an event.
type handler func(*stepper)

// An answer is a handler, with the phases to which it may lead beside the one that it finds.
type answer struct {
	do handler
	to []Phase
}

// stay leads to no other phase, lead to those that are named.
func stay(do handler) answer              { return answer{do: do} }
func lead(do handler, to ...Phase) answer { return answer{do: do, to: to} }

// resume leads wherever the board may show that the game stands.
func resume(do handler) answer { return lead(do, resumable...) }

// resumable are the phases to which the board may show that the game stands. A command that has
// waited for that may begin another game.
var resumable = []Phase{Setup, Visitor, Thinking, Moving, Help, Over, Paused, nextGame}

// nextGame stands in the tables for a new game, which begins with a state of its own. No state has
// this phase.
const nextGame Phase = "new game"

// The cells of commands and deadlines: where these lead stands in their own tables.
var (
	byCommand  = stay(step.obeyCommand)
	byDeadline = stay(step.meetDeadline)
)

// A commandRule says what a command does.
type commandRule struct {
	do        handler // nil: nobody gives it
	in        []Phase // the phases in which it counts; nil: all
	otherwise handler // in the others; nil: nothing

	// now does a command that waits until no checker is in the air, and reports whether the turn
	// has ended with it.
	now func(*stepper) (ended bool)

	leads []path // to which other phases it may lead, and from where
}

// A path leads from any of some phases to any of others.
type path struct{ from, to []Phase }

// A deadlineRule says how long a deadline is, in milliseconds, and what its end means in the phases
// in which it counts. A time that belongs to a phase that was left means nothing.
type deadlineRule struct {
	after int // 0: as the settings say
	in    map[Phase]answer
}

func (r deadlineRule) duration() time.Duration { return time.Duration(r.after) * time.Millisecond }

// step names a stepper's methods in the tables.
type step = *stepper

// run carries an event through the tables.
func (m tables) run(s State, e Event) (State, StepResult) {
	t := stepper{before: s, s: s, e: e, tables: m}
	t.recordFacts()
	t.answerEvent(e.Kind)
	t.result.Position = fmt.Sprintf("%016x", t.s.Game.Position().Hash())
	if t.s.GameOver() {
		t.result.Result = t.s.Game.Outcome().Result
	}
	return t.s, t.result
}

// recordFacts notes what an event tells in every phase.
func (t *stepper) recordFacts() {
	switch t.e.Kind {
	case EventScan:
		t.s.Sensors.Bits, t.s.Sensors.Seen, t.s.Wait.IdleMS = t.e.Bits, true, 0
	case EventButton:
		t.s.Sensors.Bits, t.s.Sensors.Seen = t.e.Bits, true
	case EventPress, EventCommand:
		t.s.Wait.IdleMS = 0 // somebody is there
	case EventEstop:
		t.s.Arm.Latched = t.e.On
	case EventDisk:
		t.s.DiskFault = t.e.On
	}
}

// answerEvent lets the present phase answer an event of that kind.
func (t *stepper) answerEvent(kind EventKind) {
	if a := t.answers[t.s.Phase][kind]; a.do != nil {
		a.do(t)
	}
}

// ignore does nothing: what the event tells is recorded already, and means nothing else in this
// phase.
func (t *stepper) ignore() {}

// showPress shows that a press was felt. Its board comes once it has settled.
func (t *stepper) showPress() { t.showMood(moodPressed) }

// askToHoldStill answers a press during which hands never left the board.
func (t *stepper) askToHoldStill() { t.say(say.HoldStill, nil, "") }

// explainWait says why there is nothing to do but wait: nobody presses into the void.
func (t *stepper) explainWait() {
	switch t.s.Phase {
	case Thinking:
		t.say(say.Thinking, nil, "")
	case Moving:
		t.say(say.HandsOff, nil, "")
	default:
		p := t.s.Prompt
		t.say(p.Key, p.Squares, p.Move)
	}
}

// callOffEngine calls the engine off when it looks for the robot's move.
func (t *stepper) callOffEngine() {
	if t.s.Phase == Thinking {
		t.order(EffectCancel)
	}
}

// setPhase is the one place at which the phase changes.
func (t *stepper) setPhase(p Phase) { t.s.Phase = p }
