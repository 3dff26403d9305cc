package turn

import (
	"fmt"
	"slices"

	"crownhead/board"
	"crownhead/face/say"
)

// Step returns what an event makes of a state, and what follows from it. It is pure: the same state and event give the
// same answer, for ever.
func Step(s State, e Event) (State, StepResult) {
	t := stepper{s: s, e: e}
	t.dispatch()
	t.then.Position = fmt.Sprintf("%016x", t.s.Game.Position().Hash())
	if t.s.GameOver() {
		t.then.Result = t.s.Game.Outcome().Result
	}
	return t.s, t.then
}

// A stepper carries one event through the state machine.
type stepper struct {
	s    State
	e    Event
	then StepResult
	kept bool // the doubt is counted already
}

func (t *stepper) dispatch() {
	switch t.e.Kind {
	case EventScan:
		t.s.Sensors.Bits, t.s.Sensors.Seen, t.s.Wait.IdleMS = t.e.Bits, true, 0
		t.scanned()
	case EventPress:
		t.s.Wait.IdleMS = 0
		t.mood(MoodPressed)
	case EventUnsettled:
		t.unsettled()
	case EventButton:
		t.s.Sensors.Bits, t.s.Sensors.Seen = t.e.Bits, true
		t.pressed()
	case EventLink:
		t.linked()
	case EventHomed:
		t.homed()
	case EventArm:
		t.armed()
		t.pauseHeld()
	case EventEngine:
		t.answered()
	case EventHint:
		t.hinted()
	case EventCommand:
		t.commanded()
	case EventDeadline:
		t.due()
	case EventEstop:
		t.estop()
	case EventDisk:
		t.s.DiskFault = t.e.On
	case EventMask:
		t.masked()
	}
}

// scanned handles a board that has settled anew. While the visitor moves, only his press counts; while the arm moves,
// its runner watches the board itself.
func (t *stepper) scanned() {
	switch t.s.Phase {
	case Setup:
		t.goOn()
	case Visitor:
		t.mended()
		t.waitForVisitor()
	case Help:
		t.helpScanned()
	case Hold:
		t.holdScanned()
	case Over:
		t.maybeNewGame()
	}
}

// pressed handles the settled occupancy of a press.
func (t *stepper) pressed() {
	phase := t.s.Phase
	t.answerPress()
	t.doubt(phase)
}

func (t *stepper) answerPress() {
	switch t.s.Phase {
	case Setup:
		t.s.SetupConfirmed = true
		if !t.anew() {
			t.s.Said.Key = "" // said again, though nothing may have changed
			t.goOn()
		}
	case Visitor:
		t.judge()
	case Thinking:
		if !t.takeback() {
			t.notYet()
		}
	case Help:
		t.helpPressed()
	case Hold:
		t.holdScanned()
	case Over:
		if !t.maybeNewGame() {
			t.say(t.layKey(), nil, "")
		}
	default:
		t.notYet()
	}
}

// unsettled handles a press during which hands never left the board.
func (t *stepper) unsettled() {
	switch t.s.Phase {
	case Visitor, Setup, Help, Hold, Over:
		t.say(say.HoldStill, nil, "")
	default:
		t.notYet()
	}
}

// notYet answers a press for which it isn't the time: nobody presses into the void.
func (t *stepper) notYet() {
	switch t.s.Phase {
	case Thinking:
		t.say(say.Thinking, nil, "")
	case Moving:
		t.say(say.HandsOff, nil, "")
	default:
		t.again() // why there is nothing to do but wait
	}
}

// again repeats what was said last.
func (t *stepper) again() { t.speak(t.s.Said.Key, t.s.Said.Squares, t.s.Said.Move) }

func (t *stepper) effect(e Effect) { t.then.Effects = append(t.then.Effects, e) }

func (t *stepper) do(kind EffectKind) { t.effect(Effect{Kind: kind}) }

func (t *stepper) mood(m Mood) { t.feel(Feeling{Mood: m}) }

func (t *stepper) feel(f Feeling) {
	t.effect(Effect{Kind: EffectMood, Name: string(f.Mood), Do: Order{Mood: f}})
}

func (t *stepper) look(where Gaze) { t.lookAt(where, board.NoSquare) }

func (t *stepper) lookAt(where Gaze, sq board.Square) {
	t.effect(Effect{Kind: EffectLook, Name: string(where), Do: Order{Gaze: where, Square: sq}})
}

func (t *stepper) deadline(name DeadlineName, milliseconds int) {
	t.effect(Effect{Kind: EffectDeadline, Name: string(name), N: milliseconds, Do: Order{Deadline: name}})
}

// say says a sentence.
func (t *stepper) say(key say.Key, squares []board.Square, move string) {
	names := make([]string, len(squares))
	for i, sq := range squares {
		names[i] = sq.String()
	}
	t.speak(string(key), names, move)
}

func (t *stepper) speak(key string, squares []string, move string) {
	t.s.Said = Say{Key: key, Squares: squares, Move: move, Serial: t.s.Said.Serial + 1}
	t.then.Say = key
	t.effect(Effect{Kind: EffectSay, Key: key, Squares: squares, Move: move, Do: Order{Say: t.s.Said}})
}

// sayOnce says a sentence unless it was the last one said.
func (t *stepper) sayOnce(key say.Key, squares []board.Square) {
	same := t.s.Said.Key == string(key) && slices.EqualFunc(t.s.Said.Squares, squares,
		func(name string, sq board.Square) bool { return name == sq.String() })
	if !same {
		t.say(key, squares, "")
	}
}
