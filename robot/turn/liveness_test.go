package turn

import (
	"time"

	"crownhead/board"
	"crownhead/robot/command"

	"pgregory.net/rapid"
)

// A company is what is around a robot: an arm, an engine, a clock, and people of good will. It does
// nothing that it was not told to do, or asked for.
type company struct {
	homing, thinking, running bool
	pending                   map[DeadlineName]bool // deadlines
	masks                     []Event               // that Core makes of the wish to mask sensors
}

// saw takes in an event and what followed from it.
func (c *company) saw(e Event, then StepResult) {
	switch e.Kind {
	case EventDeadline:
		delete(c.pending, e.Deadline)
	case EventHomed:
		c.homing = false
	case EventEngine:
		c.thinking = false
	case EventLink:
		c.homing = c.homing && e.Link == LinkUp
	case EventArm:
		c.running = c.running && (e.Arm == ArmCarried || e.Arm == ArmRetry || e.Arm == ArmDisturbed)
	}
	for _, effect := range then.Effects {
		switch effect.Kind {
		case EffectDeadline:
			c.pending[effect.Payload.Deadline] = true
		case EffectMask, EffectUnmask:
			on := effect.Kind == EffectMask
			c.masks = append(c.masks, Event{Kind: EventMask, Square: effect.Squares[0], On: on, Mask: effect.Payload.Mask})
		case EffectHome:
			c.homing = true
		case EffectThink:
			c.thinking = true
		case EffectCancel:
			c.thinking = false
		case EffectStart, EffectContinueProgram:
			c.running = true
		case EffectAbandonProgram:
			c.running = false
		}
	}
}

// help is the next thing that somebody can do for the robot to go on; false when there is none.
func (c *company) help(s State) (Event, bool) {
	switch s.Phase {
	case NotReady:
		if !s.Link.Up {
			return up(9), true
		}
		return Event{Kind: EventHomed}, c.homing
	case Stopped:
		if s.Arm.ClearAsked && s.Arm.Latched {
			return Event{Kind: EventEstop}, true
		}
		return commandEvent(command.Clear), true
	case Setup:
		if s.Sensors.Bits != s.OccupiedByGame() || !s.Sensors.Seen {
			return scan(s.OccupiedByGame()), true
		}
		return press(s.OccupiedByGame()), true
	case Thinking:
		p := s.Game.Position()
		return Event{Kind: EventEngine, Move: p.Notation(p.Moves()[0]), Ply: s.Game.Plies()}, c.thinking
	case Moving:
		if s.Pending.isComplete() {
			return Event{Kind: EventArm, Arm: ArmDone, Carry: s.Pending.Done}, c.running
		}
		return Event{Kind: EventArm, Arm: ArmCarried, Carry: s.Pending.Done}, c.running
	case Help:
		return press(helping(s)), true
	case Hold:
		return c.letGo(s)
	case Service:
		return commandEvent(command.ServiceOff), true
	case Paused:
		return commandEvent(command.Resume), true
	}
	return Event{}, false
}

// helping is the board after what Help waits for.
func helping(s State) board.Bits {
	switch s.Wait.Reason {
	case awaitTray:
		return s.Pending.occupiedAfter(0)
	case awaitTurnOver:
		return s.OccupiedByGame()
	}
	return s.Pending.occupiedAfter(s.Pending.Done + 1)
}

// letGo gives back what Hold waits for.
func (c *company) letGo(s State) (Event, bool) {
	switch {
	case !s.Wait.ArmAtRest:
		before := s.Pending.occupiedAfter(s.Pending.Done)
		return trouble(ArmHeld, s.Pending.Done, before, before), c.running
	case s.Sensors.Bits != s.Wait.Expected:
		return scan(s.Wait.Expected), true
	}
	return due(deadlineSteady), c.pending[deadlineSteady]
}

// patience is how long each phase waits until it does something by itself.
var patience = map[Phase]DeadlineName{
	NotReady: deadlineHome, Thinking: deadlineEngine, Moving: deadlineArm,
	Hold: deadlineHelp,
}

// recovers fails unless the visitor gets their turn, or the game its end, when everybody does what
// they are asked for.
func (c *company) recovers(t *rapid.T, s State) {
	now := time.Hour
	const enough = 300
	for range enough {
		if s.Phase == VisitorTurn || s.Phase == Over {
			return
		}
		e, ok := c.help(s)
		if name := patience[s.Phase]; !ok && c.pending[name] {
			e, ok = due(name), true
		}
		if !ok {
			t.Fatalf("nothing leads out of %s: %+v, %+v", s.Phase, c, s)
		}
		e.T = now
		now += 2 * time.Second
		next, then := Step(s, e)
		c.saw(e, then)
		s = next
	}
	t.Fatalf("no way back from %s: %+v, %+v", s.Phase, c, s)
}
