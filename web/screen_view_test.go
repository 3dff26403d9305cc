package web

import (
	"reflect"
	"testing"

	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// Squares glow in the colour they have in the text, those that the text leaves out too.
func TestSentence(t *testing.T) {
	for _, c := range []struct {
		say   turn.Say
		parts []textPart
		glows []glow
	}{
		{turn.Say{}, []textPart{}, []glow{}},
		{turn.Say{Key: "bar_even"}, []textPart{{Text: "Even"}}, []glow{}},
		{
			turn.Say{Key: "capture_goes_on", Squares: []string{"c3", "e5"}},
			[]textPart{{Text: "You can capture more: from "}, {"c3", "c3", 1}, {Text: " to "}, {"e5", "e5", 2}, {Text: "!"}},
			[]glow{{"c3", 1}, {"e5", 2}},
		},
		{
			turn.Say{Key: "my_capture", Move: "c3:e5:c3", Squares: []string{"d4"}},
			[]textPart{
				{Text: "I capture: "},
				{"c3", "c3", 1},
				{Text: ":"},
				{"e5", "e5", 2},
				{Text: ":"},
				{"c3", "c3", 1},
				{Text: "!"},
			},
			[]glow{{"c3", 1}, {"e5", 2}, {"d4", 3}},
		},
	} {
		m := newSquareMarker()
		parts, glows := m.markSentence(c.say.Key, say.Args{Squares: c.say.Squares, Move: c.say.Move}, say.English), m.glows
		if !reflect.DeepEqual(parts, c.parts) || !reflect.DeepEqual(glows, c.glows) {
			t.Errorf("%+v: %+v %+v", c.say, parts, glows)
		}
	}
}

// What is threatened glows beside the hint, each square in one colour; a remark on a move that was
// made is words alone.
func TestRemarks(t *testing.T) {
	v := robot.Snapshot{Say: turn.Say{Key: "hint", Squares: []string{"c3", "d4"}, Move: "c3-d4"}}
	v.Remark = turn.Remark{Key: "threat_capture", Squares: []string{"d4"}, Move: "g1:c5"}
	view := newScreenView(v, say.English)
	want := []textPart{{Text: "Beware of g1:c5: that would capture "}, {"d4", "d4", 2}, {Text: "."}}
	if !reflect.DeepEqual(view.Remark, want) || len(view.Glow) != 2 {
		t.Errorf("%+v, %+v", view.Remark, view.Glow)
	}
	v.Remark = turn.Remark{Key: "remark_better", Move: "e3-f4"}
	if view := newScreenView(v, say.English); !reflect.DeepEqual(view.Remark,
		[]textPart{{Text: "It happens! e3-f4 was stronger."}}) || len(view.Glow) != 2 {
		t.Errorf("%+v, %+v", view.Remark, view.Glow)
	}
	if view := newScreenView(robot.Snapshot{}, say.English); view.Remark == nil || len(view.Remark) > 0 {
		t.Errorf("%+v", view.Remark)
	}
}

// Sensors that don't agree are shown while the visitor can do something about it, and only then.
func TestOdd(t *testing.T) {
	v := robot.Snapshot{FEN: "W:Wa1:Bh8", Sensed: "00000001", Link: turn.LinkUp}
	for phase, want := range map[turn.Phase][]string{
		turn.VisitorTurn: {"h8"}, turn.Help: {"h8"}, turn.Setup: {"h8"},
		turn.Moving: {}, turn.Hold: {}, turn.Thinking: {}, turn.Over: {}, turn.NotReady: {}, turn.Stopped: {},
	} {
		v.Phase = phase
		if got := oddSquares(v); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", phase, got, want)
		}
	}
	v.Phase, v.Link = turn.VisitorTurn, turn.LinkDown
	if got := oddSquares(v); len(got) != 0 {
		t.Errorf("without link: %v", got)
	}
}

// The bar's words change where it leans, and the same for both sides.
func TestBarWords(t *testing.T) {
	for win, want := range map[float64]say.Key{
		0: say.BarEven, 0.19: say.BarEven, -0.19: say.BarEven,
		0.2: say.BarRobotLittle, -0.2: say.BarVisitorLittle, 0.6: say.BarRobotMuch, -1: say.BarVisitorMuch,
	} {
		if got := balanceKey(win); got != want {
			t.Errorf("%v: %s, want %s", win, got, want)
		}
	}
}

func TestTurnWords(t *testing.T) {
	for _, c := range []struct {
		phase           turn.Phase
		result, visitor string
		want, mover     string
	}{
		{turn.VisitorTurn, "*", "white", "Your move", "you"},
		{turn.Thinking, "*", "white", "The robot’s move", "robot"},
		{turn.Moving, "*", "black", "The robot’s move", "robot"},
		{turn.Hold, "*", "white", "", ""},
		{turn.Over, "2-0", "white", "You won", ""},
		{turn.Over, "2-0", "black", "The robot won", ""},
		{turn.Over, "0-2", "black", "You won", ""},
		{turn.Over, "1-1", "white", "A draw", ""},
		{turn.Over, "*", "white", "Game over", ""},
	} {
		v := robot.Snapshot{Phase: c.phase, Result: c.result, Visitor: c.visitor}
		if words, mover := turnWords(v, say.English), mover(v); words != c.want || mover != c.mover {
			t.Errorf("%+v: %q, %q", c, words, mover)
		}
	}
}

// A robot that has nothing to say yet still makes a page.
func TestViewOfNothing(t *testing.T) {
	v := newScreenView(robot.Snapshot{}, say.Ukrainian)
	if v.Side != "white" || v.Pieces == nil || v.Odd == nil || v.Say == nil || v.Glow == nil {
		t.Errorf("%+v", v)
	}
}

// Pages speak the robot's languages.
func TestLanguagesOfPages(t *testing.T) {
	if !reflect.DeepEqual(langs, say.Langs()) {
		t.Errorf("pages have %v, the robot %v", langs, say.Langs())
	}
}
