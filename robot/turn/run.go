package turn

import (
	"fmt"
	"slices"
	"time"

	"crownhead/face/say"
	"crownhead/robot/command"
)

// An eventRun takes one event through the tables.
type eventRun struct {
	tables
	before State // the event found it so
	s      State
	e      Event
	result StepResult

	doubtCounted bool // this press is counted in the doubt already
	pressed      bool // a person says that what was asked for is done
}

// The tables name the handlers: what a phase does about an event, what a command and a deadline do.
// An eventRun has them with it, because a handler may look something up in the table that names it.
type tables struct {
	transitions map[Phase]map[EventKind]transition
	commands    map[command.Name]commandSpec
	deadlines   map[DeadlineName]deadlineSpec
}

// A handler does what an event means in a phase.
type handler func(*eventRun)

// A transition is a handler, with the phases to which it may lead beside the one that it finds.
type transition struct {
	do handler
	to []Phase
}

// stay leads to no other phase, lead to those that are named.
func stay(do handler) transition              { return transition{do: do} }
func lead(do handler, to ...Phase) transition { return transition{do: do, to: to} }

// toWhereBoardShows leads wherever the board may show that the game stands.
func toWhereBoardShows(do handler) transition { return lead(do, boardMayShow...) }

// boardMayShow are the phases to which the board may show that the game stands. A command that has
// waited for that may begin another game.
var boardMayShow = []Phase{Setup, VisitorTurn, Thinking, Moving, Help, Over, Paused, nextGame}

// nextGame stands in the tables for a new game, which begins with a state of its own. No state has
// this phase.
const nextGame Phase = "new game"

// The cells of commands and deadlines: where these lead stands in their own tables.
var (
	byCommand  = stay(run.obeyCommand)
	byDeadline = stay(run.handleDeadline)
)

// A commandSpec says what a command does.
type commandSpec struct {
	do        handler // at once; nil: nobody gives it
	in        []Phase // the phases in which it counts; nil: all
	otherwise handler // in the others; nil: nothing

	// whenSafe does the part of a command that waits until no checker is in the air, and reports
	// whether the turn has ended with it.
	whenSafe func(*eventRun) (ended bool)

	to []path // to which other phases it may lead, and from where
}

// A path leads from any of some phases to any of others.
type path struct{ from, to []Phase }

// A deadlineSpec says how long a deadline is, in milliseconds, and what its end means in the phases
// in which it counts. A time that belongs to a phase that was left means nothing.
type deadlineSpec struct {
	after int // 0: as the settings say
	in    map[Phase]transition
}

func (d deadlineSpec) duration() time.Duration { return time.Duration(d.after) * time.Millisecond }

// run names the handlers in the tables.
type run = *eventRun

// take takes an event through the tables.
func (m tables) take(s State, e Event) (State, StepResult) {
	t := eventRun{before: s, s: s, e: e, tables: m}
	t.recordFacts()
	t.answerEvent(e.Kind)
	t.result.Position = fmt.Sprintf("%016x", t.s.Game.Position().Hash())
	if t.s.GameOver() {
		t.result.Result = t.s.Game.Outcome().Result
	}
	return t.s, t.result
}

// recordFacts notes what an event tells in every phase.
func (t *eventRun) recordFacts() {
	switch t.e.Kind {
	case EventScan:
		t.s.Sensors.Bits, t.s.Sensors.Seen, t.s.Wait.IdleMS = t.e.Bits, true, 0
	case EventPressSettled:
		t.s.Sensors.Bits, t.s.Sensors.Seen = t.e.Bits, true
	case EventPressed, EventCommand:
		if slices.Contains(asides, say.Key(t.s.Remark.Key)) {
			t.s.Remark = Remark{}
		}
		t.s.Wait.IdleMS = 0 // somebody is there
		if !t.s.GameOver() && t.e.Command != CommandRestore {
			t.s.VisitorGone = false
		}
	case EventEstop:
		t.s.Arm.Latched = t.e.On
	case EventDisk:
		t.s.DiskFault = t.e.On
	}
}

// answerEvent lets the present phase answer an event of that kind.
func (t *eventRun) answerEvent(kind EventKind) {
	if a := t.transitions[t.s.Phase][kind]; a.do != nil {
		a.do(t)
	}
}

// ignore does nothing: what the event tells is recorded already, and means nothing else in this
// phase.
func (t *eventRun) ignore() {}

// showPress shows that a press was felt. Its board comes once it has settled.
func (t *eventRun) showPress() { t.showMood(moodPressed) }

// askToHoldStill answers a press during which hands never left the board.
func (t *eventRun) askToHoldStill() { t.say(say.HoldStill, nil, "") }

// explainWait says why there is nothing to do but wait: nobody presses into the void.
func (t *eventRun) explainWait() {
	switch {
	case t.s.Phase == Thinking && !t.s.Prompt.Is(say.CrownYours):
		t.say(say.Thinking, nil, "")
	case t.s.Phase == Moving:
		t.say(say.HandsOff, nil, "")
	default:
		p := t.s.Prompt
		t.say(p.Key, p.Squares, p.Move)
	}
}

// callOffEngine calls the engine off when it looks for the robot's move.
func (t *eventRun) callOffEngine() {
	if t.s.Phase == Thinking {
		t.order(EffectCancel)
	}
}

// setPhase is the one place at which the phase changes.
func (t *eventRun) setPhase(p Phase) { t.s.Phase = p }
