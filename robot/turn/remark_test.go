package turn

import (
	"encoding/json"
	"testing"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// remarkable is the robot's answer with a remark.
func (x *script) remarkable(move, key string, squares ...string) *script {
	return x.feed(Event{
		Kind: EventEngine, Move: move, Ply: x.s.Game.Plies(),
		Remark: Remark{Key: key, Squares: squares, Move: "g3-f4"},
	})
}

// A remark on the visitor's move comes with the answer, in the robot's manner, and stays until the
// visitor moves again, or takes the move back. It changes nothing of the turn.
func TestRemark(t *testing.T) {
	for attitude, want := range map[string]say.Key{
		"positive": say.RemarkBetter, "neutral": say.RemarkBetter,
		"negative": say.RemarkBetterCheeky,
	} {
		x := begin(t, startFEN, board.White)
		x.s.Settings.Attitude = attitude
		x.visitor("c3-d4").remarkable("b6-a5", "remark_better").effects(EffectRemark, EffectCarry, EffectStart)
		if x.s.Remark.Key != string(want) || x.s.Remark.Move != "g3-f4" || x.s.Said.Key != string(say.MyMove) {
			t.Errorf("%s: %+v, said %s", attitude, x.s.Remark, x.s.Said.Key)
		}
		if x.arm().want(VisitorTurn, say.YourTurn); x.s.Remark.Key == "" {
			t.Error("forgotten while the visitor thinks")
		}
		y := *x
		if x.visitor("d4-c5"); x.s.Remark.Key != "" {
			t.Error("it stands after the visitor's next move")
		}
		if y.feed(commandEvent(command.Takeback)); y.s.Remark.Key != "" {
			t.Error("it stands after the move was taken back")
		}
	}
}

// With a hint comes what is threatened.
func TestHintNamesTheThreat(t *testing.T) {
	x := begin(t, startFEN, board.White).feed(commandEvent(command.Hint))
	threat := Remark{Key: string(say.ThreatCapture), Squares: []string{"d4"}, Move: "g1:c5"}
	x.feed(Event{Kind: EventHint, Move: "c3-d4", Ply: 0, Remark: threat}).want(VisitorTurn, say.Hint, "c3", "d4").
		effects(EffectRemark)
	if x.s.Remark.Key != threat.Key || x.s.Remark.Squares[0] != "d4" {
		t.Errorf("%+v", x.s.Remark)
	}
}

// What is no remark is none, whoever wrote it into a journal.
func TestNoRemark(t *testing.T) {
	for _, key := range []string{"", "stopped", "no_such_sentence"} {
		x := begin(t, startFEN, board.White).visitor("c3-d4").remarkable("b6-a5", key).effects(EffectCarry, EffectStart)
		if x.s.Remark.Key != "" {
			t.Errorf("%q: %+v", key, x.s.Remark)
		}
	}
}

// A journal keeps a remark, and lines without one are written as before.
func TestRemarkInTheJournal(t *testing.T) {
	e := Event{
		Kind: EventEngine, Move: "b6-a5", Ply: 1,
		Remark: Remark{Key: "remark_capture", Squares: []string{"d4"}, Move: "c3-d4"},
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var back Event
	if err := json.Unmarshal(text, &back); err != nil || back.Remark.Key != e.Remark.Key || back.Remark.Squares[0] != "d4" {
		t.Errorf("%s comes back as %+v, %v", text, back, err)
	}
	e.Remark = Remark{}
	if text, _ := json.Marshal(e); string(text) != `{"t":0,"event":"engine","move":"b6-a5","win":0,"ply":1}` {
		t.Errorf("%s", text)
	}
}
