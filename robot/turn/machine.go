package turn

import "slices"

// Step returns what an event makes of a state, and what follows from it. It is pure: the same state
// and event give the same answer, for ever.
func Step(s State, e Event) (State, StepResult) { return machine.run(s, e) }

// machine is all that the turn does.
var machine = tables{answers: answers, commands: commandRules, deadlines: deadlines}

// answers is the machine of the turn: what each phase answers to each kind of event.
// docs/phases.svg is drawn from it.
var answers = map[Phase]map[EventKind]answer{
	// without a link, or while the arm looks for its switches
	Boot: {
		EventScan:      stay(step.ignore),
		EventPress:     stay(step.showPress),
		EventButton:    stay(step.refusePress),
		EventUnsettled: stay(step.explainWait),
		EventLink:      lead(step.followLink, Stopped),
		EventHomed:     resume(step.beginHomed),
		EventArm:       stay(step.ignore),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.ignore),
		EventCommand:   lead(step.obeyCommand, Stopped, Service),
		EventDeadline:  stay(step.meetDeadline),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      stay(step.takeUpMask),
	},
	// the board has to be made equal to the game
	Setup: {
		EventScan:      resume(step.continueGame),
		EventPress:     stay(step.showPress),
		EventButton:    resume(step.confirmSetup),
		EventUnsettled: stay(step.askToHoldStill),
		EventLink:      lead(step.followLink, Boot),
		EventHomed:     stay(step.ignore),
		EventArm:       stay(step.ignore),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.ignore),
		EventCommand:   lead(step.obeyCommand, Visitor, Over, Stopped, Service, Paused),
		EventDeadline:  resume(step.meetDeadline),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      resume(step.takeUpMask),
	},
	// the visitor moves, and presses
	Visitor: {
		EventScan:      stay(step.reviewComplaint),
		EventPress:     stay(step.showPress),
		EventButton:    lead(step.judgePress, Thinking, Setup, Over),
		EventUnsettled: stay(step.askToHoldStill),
		EventLink:      lead(step.followLink, Boot),
		EventHomed:     stay(step.ignore),
		EventArm:       stay(step.ignore),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.showHint),
		EventCommand:   lead(step.obeyCommand, Setup, Thinking, Over, Stopped, Service, Paused),
		EventDeadline:  lead(step.meetDeadline, Over),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      stay(step.takeUpMask),
	},
	// the engine looks for the robot's move
	Thinking: {
		EventScan:      stay(step.ignore),
		EventPress:     stay(step.showPress),
		EventButton:    lead(step.takeBackBeforeAnswer, Visitor),
		EventUnsettled: stay(step.explainWait),
		EventLink:      lead(step.followLink, Boot),
		EventHomed:     stay(step.ignore),
		EventArm:       stay(step.ignore),
		EventEngine:    lead(step.playEngineMove, Moving, Help, Hold, Setup, Visitor, Over),
		EventHint:      stay(step.ignore),
		EventCommand:   lead(step.obeyCommand, Visitor, Setup, Over, Stopped, Service, Paused),
		EventDeadline:  stay(step.meetDeadline),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      stay(step.takeUpMask),
	},
	// the arm carries checkers; its runner watches the board
	Moving: {
		EventScan:      stay(step.ignore),
		EventPress:     stay(step.showPress),
		EventButton:    stay(step.refusePress),
		EventUnsettled: stay(step.explainWait),
		EventLink:      lead(step.followLink, Boot),
		EventHomed:     stay(step.ignore),
		EventArm:       lead(step.followArm, Visitor, Help, Hold, Over, Boot, Setup, Paused),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.ignore),
		EventCommand:   lead(step.obeyCommand, Stopped, Service),
		EventDeadline:  lead(step.meetDeadline, Boot),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      stay(step.takeUpMask),
	},
	// a person is asked to do what the arm can't
	Help: {
		EventScan:      stay(step.checkHelp),
		EventPress:     stay(step.showPress),
		EventButton:    lead(step.answerHelpPress, Moving, Visitor, Hold, Setup, Over),
		EventUnsettled: stay(step.askToHoldStill),
		EventLink:      lead(step.followLink, Boot),
		EventHomed:     stay(step.ignore),
		EventArm:       stay(step.ignore),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.ignore),
		EventCommand:   lead(step.obeyCommand, Visitor, Setup, Over, Stopped, Service, Paused),
		EventDeadline:  lead(step.meetDeadline, Moving, Visitor, Over),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      lead(step.takeUpMask, Moving, Visitor, Setup, Over),
	},
	// somebody has disturbed the board: the arm waits
	Hold: {
		EventScan:      lead(step.checkHold, Boot),
		EventPress:     stay(step.showPress),
		EventButton:    lead(step.answerHoldPress, Boot),
		EventUnsettled: stay(step.askToHoldStill),
		EventLink:      lead(step.followLink, Boot),
		EventHomed:     stay(step.ignore),
		EventArm:       lead(step.followHeldArm, Boot),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.ignore),
		EventCommand:   lead(step.obeyCommand, Boot, Stopped, Service),
		EventDeadline:  lead(step.meetDeadline, Boot, Moving, Visitor, Help, Setup, Over),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      lead(step.takeUpMask, Boot),
	},
	// the game is over; the next one begins with a state of its own
	Over: {
		EventScan:      stay(step.beginIfLaid),
		EventPress:     stay(step.showPress),
		EventButton:    stay(step.beginOrAskToLay),
		EventUnsettled: stay(step.askToHoldStill),
		EventLink:      lead(step.followLink, Boot),
		EventHomed:     stay(step.ignore),
		EventArm:       stay(step.ignore),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.ignore),
		EventCommand:   lead(step.obeyCommand, Stopped, Service, Paused),
		EventDeadline:  stay(step.meetDeadline),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      stay(step.takeUpMask),
	},
	// after an emergency stop, until somebody clears it
	Stopped: {
		EventScan:      stay(step.ignore),
		EventPress:     stay(step.showPress),
		EventButton:    stay(step.refusePress),
		EventUnsettled: stay(step.explainWait),
		EventLink:      lead(step.followLinkWhileStopped, Boot),
		EventHomed:     stay(step.ignore),
		EventArm:       stay(step.ignore),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.ignore),
		EventCommand:   lead(step.obeyCommand, Boot, Service),
		EventDeadline:  stay(step.meetDeadline),
		EventEstop:     lead(step.goOnIfCleared, Boot, Service),
		EventDisk:      stay(step.ignore),
		EventMask:      stay(step.takeUpMask),
	},
	// the operator moves the arm
	Service: {
		EventScan:      stay(step.ignore),
		EventPress:     stay(step.showPress),
		EventButton:    stay(step.refusePress),
		EventUnsettled: stay(step.explainWait),
		EventLink:      stay(step.followLinkInService),
		EventHomed:     stay(step.noteHomed),
		EventArm:       stay(step.ignore),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.ignore),
		EventCommand:   lead(step.obeyCommand, Boot, Stopped),
		EventDeadline:  stay(step.meetDeadline),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      stay(step.takeUpMask),
	},
	// by the operator
	Paused: {
		EventScan:      stay(step.ignore),
		EventPress:     stay(step.showPress),
		EventButton:    stay(step.refusePress),
		EventUnsettled: stay(step.explainWait),
		EventLink:      lead(step.followLink, Boot),
		EventHomed:     stay(step.ignore),
		EventArm:       stay(step.ignore),
		EventEngine:    stay(step.ignore),
		EventHint:      stay(step.ignore),
		EventCommand:   resume(step.obeyCommand, Stopped, Service),
		EventDeadline:  stay(step.meetDeadline),
		EventEstop:     lead(step.followLatch, Stopped),
		EventDisk:      stay(step.ignore),
		EventMask:      stay(step.takeUpMask),
	},
}

// leadsTo reports whether a phase may become another one by an event.
func leadsTo(from Phase, kind EventKind, to Phase) bool {
	a := answers[from][kind]
	return from == to || slices.Contains(a.to, to) || a.resumes && slices.Contains(resumable, to)
}
