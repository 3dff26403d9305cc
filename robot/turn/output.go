package turn

import (
	"slices"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// say says a sentence, which is the prompt from then on. While a hand is led, an aside doesn't take the prompt's place:
// it is said beside it, as a remark.
func (t *eventRun) say(key say.Key, squares []board.Square, move string) {
	if slices.Contains(asides, key) && t.s.leadsHand() {
		names := board.SquareNames(squares)
		t.s.Remark = Remark{Key: string(key), Squares: names, Move: move}
		t.addEffect(Effect{Kind: EffectRemark, Key: string(key), Squares: names, Move: move})
		return
	}
	t.sayPrompt(Prompt{Key: key, Squares: squares, Move: move})
}

// sayPrompt says a sentence, which is the prompt from then on.
func (t *eventRun) sayPrompt(p Prompt) {
	key, names := string(p.Key), board.SquareNames(p.Squares)
	t.s.Prompt = p
	t.s.Said = Say{Key: key, Squares: names, Slot: p.Slot, Move: p.Move, Serial: t.s.Said.Serial + 1}
	t.result.Say = key
	t.addEffect(Effect{
		Kind: EffectSay, Key: key, Squares: names, N: p.Slot, Move: p.Move, Payload: Payload{Say: t.s.Said},
	})
}

// sayPromptOnce says a sentence unless it is the prompt already.
func (t *eventRun) sayPromptOnce(p Prompt) {
	if !t.s.Prompt.Is(p.Key) || !slices.Equal(t.s.Prompt.Squares, p.Squares) || t.s.Prompt.Slot != p.Slot {
		t.sayPrompt(p)
	}
}

// sayOnce says a sentence unless it is the prompt already.
func (t *eventRun) sayOnce(key say.Key, squares []board.Square) {
	t.sayPromptOnce(Prompt{Key: key, Squares: squares})
}

// sayInstead says something in the place of what has been said about this press.
func (t *eventRun) sayInstead(key say.Key, squares []board.Square, move string) {
	t.takeBackSentences()
	t.say(key, squares, move)
}

// takeBackSentences takes back what has been said about this press: the screen shows again what it
// showed before. What the face has shown stays, as journals of this version hold it.
func (t *eventRun) takeBackSentences() {
	t.s.Prompt, t.s.Said = t.before.Prompt, t.before.Said
	t.result.Effects = slices.DeleteFunc(t.result.Effects, func(e Effect) bool { return e.Kind == EffectSay })
	t.result.Say = ""
}

// remarks are those that an engine's answer may carry.
var remarks = []say.Key{
	say.RemarkBetter, say.RemarkCapture, say.RemarkCombination, say.ThreatCapture, say.ThreatKing,
}

// asides are sentences that ask for nothing on the board.
var asides = []say.Key{
	say.DrawDeclined, say.DrawLater, say.DrawThinking, say.StillThere, say.Thinking, say.Hint, say.EngineFault,
}

// leadsHand reports whether the prompt asks for something on the board that has not been done.
func (s State) leadsHand() bool {
	switch s.Phase {
	case Setup, Help, Hold:
		return true
	case VisitorTurn:
		if s.Prompt.Is(say.CrownYours) {
			return true
		}
		if !s.Turn.ComplaintShown {
			return false
		}
		switch s.inferMove().Verdict {
		case sensing.Unchanged, sensing.MoveMade:
			return false
		}
		return true
	}
	return false
}

// cheeky are remarks as a robot makes them that teases.
var cheeky = map[say.Key]say.Key{
	say.RemarkBetter: say.RemarkBetterCheeky, say.RemarkCapture: say.RemarkCaptureCheeky,
	say.RemarkCombination: say.RemarkCombinationCheeky,
}

// makeRemark makes the remark that came with an answer. It stays until the visitor moves.
func (t *eventRun) makeRemark(r Remark) {
	key := say.Key(r.Key)
	reminded := t.s.Phase == Thinking && t.s.Remark.Key == string(say.TouchMove) // a moment ago
	if !slices.Contains(remarks, key) || reminded {
		return
	}
	if tease, has := cheeky[key]; has && t.s.Settings.Attitude == command.AttitudeNegative {
		r.Key = string(tease)
	}
	t.s.Remark = r
	t.addEffect(Effect{Kind: EffectRemark, Key: r.Key, Squares: r.Squares, Move: r.Move})
}

func (t *eventRun) showMood(m Mood) { t.showFeeling(Feeling{Mood: m}) }

func (t *eventRun) showFeeling(f Feeling) {
	t.addEffect(Effect{Kind: EffectMood, Name: string(f.Mood), Payload: Payload{Mood: f}})
}

func (t *eventRun) turnEyes(where Gaze) { t.turnEyesTo(where, board.NoSquare) }

func (t *eventRun) turnEyesTo(where Gaze, sq board.Square) {
	t.addEffect(Effect{Kind: EffectLook, Name: string(where), Payload: Payload{Gaze: where, Square: sq}})
}

// requestMask wants a sensor masked, or believed again.
func (t *eventRun) requestMask(kind EffectKind, square string, reason MaskReason) {
	t.addEffect(Effect{Kind: kind, Name: string(reason), Squares: []string{square}, Payload: Payload{Mask: reason}})
}

// startDeadlines starts deadlines with their usual lengths.
func (t *eventRun) startDeadlines(names ...DeadlineName) {
	for _, name := range names {
		t.startDeadline(name, t.deadlines[name].after)
	}
}

// startDeadline starts a deadline in place of an earlier one of that name.
func (t *eventRun) startDeadline(name DeadlineName, milliseconds int) {
	t.addEffect(Effect{Kind: EffectDeadline, Name: string(name), N: milliseconds, Payload: Payload{Deadline: name}})
}

func (t *eventRun) order(kind EffectKind) { t.addEffect(Effect{Kind: kind}) }

func (t *eventRun) addEffect(e Effect) { t.result.Effects = append(t.result.Effects, e) }
