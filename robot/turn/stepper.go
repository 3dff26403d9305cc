package turn

import (
	"fmt"
	"slices"
	"time"

	"crownhead/board"
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

// The tables say all that the machine does: what a phase answers to an event, what a command and a
// deadline do. A stepper carries them, because a handler may look something up in the table that
// names it.
type tables struct {
	answers   map[Phase]map[EventKind]answer
	commands  map[command.Name]commandRule
	deadlines map[DeadlineName]deadlineRule
}

// A handler does what a phase answers to an event.
type handler func(*stepper)

// An answer is a handler, with the phases to which it may lead beside the one that it finds. One
// that resumes may lead wherever the board shows that the game stands.
type answer struct {
	do      handler
	to      []Phase
	resumes bool
}

// stay leads to no other phase, lead to those that are named, and resume wherever the board shows, too.
func stay(do handler) answer                { return answer{do: do} }
func lead(do handler, to ...Phase) answer   { return answer{do: do, to: to} }
func resume(do handler, to ...Phase) answer { return answer{do: do, to: to, resumes: true} }

// resumable are the phases to which the board may show that the game stands.
var resumable = []Phase{Setup, Visitor, Thinking, Moving, Help, Over, Paused}

// A commandRule says what a command does.
type commandRule struct {
	do        handler // nil: nobody gives it
	in        []Phase // the phases in which it counts; nil: all
	otherwise handler // in the others; nil: nothing

	// now does a command that waits until no checker is in the air, and reports whether the turn
	// has ended with it.
	now func(*stepper) bool
}

// A deadlineRule says how long a deadline is, in milliseconds, and what its end means in the phases
// in which it counts. A time that belongs to a phase that was left means nothing.
type deadlineRule struct {
	after int // 0: as the settings say
	in    map[Phase]handler
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

// ignore answers what means nothing in a phase.
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

// say says a sentence, which is the prompt from then on.
func (t *stepper) say(key say.Key, squares []board.Square, move string) {
	names := make([]string, len(squares))
	for i, sq := range squares {
		names[i] = sq.String()
	}
	t.s.Prompt = Prompt{Key: key, Squares: squares, Move: move}
	t.s.Said = Say{Key: string(key), Squares: names, Move: move, Serial: t.s.Said.Serial + 1}
	t.result.Say = string(key)
	t.addEffect(Effect{Kind: EffectSay, Key: string(key), Squares: names, Move: move, Do: Order{Say: t.s.Said}})
}

// sayOnce says a sentence unless it is the prompt already.
func (t *stepper) sayOnce(key say.Key, squares []board.Square) {
	if !t.s.Prompt.Is(key) || !slices.Equal(t.s.Prompt.Squares, squares) {
		t.say(key, squares, "")
	}
}

// sayInstead says something in the place of what has been said about this press.
func (t *stepper) sayInstead(key say.Key, squares []board.Square, move string) {
	t.takeBackSentences()
	t.say(key, squares, move)
}

// takeBackSentences takes back what has been said about this press: the screen shows again what it
// showed before. What the face has shown stays, as journals of this version hold it.
func (t *stepper) takeBackSentences() {
	t.s.Prompt, t.s.Said = t.before.Prompt, t.before.Said
	t.result.Effects = slices.DeleteFunc(t.result.Effects, func(e Effect) bool { return e.Kind == EffectSay })
	t.result.Say = ""
}

// remarks are those that an engine's answer may carry.
var remarks = []say.Key{
	say.RemarkBetter, say.RemarkCapture, say.RemarkCombination, say.ThreatCapture, say.ThreatKing,
}

// cheeky are remarks as a robot makes them that teases.
var cheeky = map[say.Key]say.Key{
	say.RemarkBetter: say.RemarkBetterCheeky, say.RemarkCapture: say.RemarkCaptureCheeky,
	say.RemarkCombination: say.RemarkCombinationCheeky,
}

// makeRemark makes the remark that came with an answer. It stays until the visitor moves.
func (t *stepper) makeRemark(r Remark) {
	key := say.Key(r.Key)
	if !slices.Contains(remarks, key) {
		return
	}
	if tease, has := cheeky[key]; has && t.s.Settings.Attitude == command.AttitudeNegative {
		r.Key = string(tease)
	}
	t.s.Remark = r
	t.addEffect(Effect{Kind: EffectRemark, Key: r.Key, Squares: r.Squares, Move: r.Move})
}

func (t *stepper) showMood(m Mood) { t.showFeeling(Feeling{Mood: m}) }

func (t *stepper) showFeeling(f Feeling) {
	t.addEffect(Effect{Kind: EffectMood, Name: string(f.Mood), Do: Order{Mood: f}})
}

func (t *stepper) turnEyes(where Gaze) { t.turnEyesTo(where, board.NoSquare) }

func (t *stepper) turnEyesTo(where Gaze, sq board.Square) {
	t.addEffect(Effect{Kind: EffectLook, Name: string(where), Do: Order{Gaze: where, Square: sq}})
}

// requestMask wants a sensor masked, or believed again.
func (t *stepper) requestMask(kind EffectKind, square string, reason MaskReason) {
	t.addEffect(Effect{Kind: kind, Name: string(reason), Squares: []string{square}, Do: Order{Mask: reason}})
}

// startDeadlines starts deadlines with their usual lengths.
func (t *stepper) startDeadlines(names ...DeadlineName) {
	for _, name := range names {
		t.startDeadline(name, t.deadlines[name].after)
	}
}

// startDeadline starts a deadline in place of an earlier one of that name.
func (t *stepper) startDeadline(name DeadlineName, milliseconds int) {
	if name == deadlineHelp {
		t.s.Wait.HelpMS = milliseconds
	}
	t.addEffect(Effect{Kind: EffectDeadline, Name: string(name), N: milliseconds, Do: Order{Deadline: name}})
}

func (t *stepper) order(kind EffectKind) { t.addEffect(Effect{Kind: kind}) }

func (t *stepper) addEffect(e Effect) { t.result.Effects = append(t.result.Effects, e) }
