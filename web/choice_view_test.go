package web

import (
	"reflect"
	"testing"

	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// A wish that can't be fulfilled now says why; one that can says nothing.
func TestWhyNot(t *testing.T) {
	playing := robot.Snapshot{
		Phase: turn.VisitorTurn, Result: "*", Moves: []string{"c3-d4"},
		Choices: robot.Choices{Hint: true},
	}
	for _, c := range []struct {
		name   string
		change func(*robot.Snapshot)
		want   map[string]say.Key
	}{
		{"the visitor's turn", func(*robot.Snapshot) {}, nil},
		{"the robot's turn", func(s *robot.Snapshot) { s.Phase, s.Choices.Hint = turn.Thinking, false }, map[string]say.Key{
			"hint": say.UIWhyTurn,
		}},
		{
			"a hint is thought of", func(s *robot.Snapshot) { s.Choices.Hint = false },
			map[string]say.Key{"hint": say.UIWhyHint},
		},
		{"nothing moved yet", func(s *robot.Snapshot) { s.Moves = nil }, map[string]say.Key{"offer_draw": say.UIWhyStart}},
		{"a draw is thought about", func(s *robot.Snapshot) { s.Choices.Draw = "offered" }, map[string]say.Key{
			"offer_draw": say.UIWhyAsked,
		}},
		{"a draw was declined", func(s *robot.Snapshot) { s.Choices.Draw = "declined" }, nil},
		{"over", func(s *robot.Snapshot) { s.Phase, s.Result = turn.Over, "1-1" }, map[string]say.Key{
			"hint": say.UIWhyOver, "offer_draw": say.UIWhyOver, "resign": say.UIWhyOver,
		}},
		{"paused", func(s *robot.Snapshot) { s.Paused = true }, map[string]say.Key{
			"hint": say.UIWhyPaused, "offer_draw": say.UIWhyPaused, "resign": say.UIWhyPaused, "new_game": say.UIWhyPaused,
		}},
		{"stopped", func(s *robot.Snapshot) { s.Stopped, s.Phase = true, turn.Stopped }, map[string]say.Key{
			"hint": say.UIWhyStopped, "offer_draw": say.UIWhyStopped, "resign": say.UIWhyStopped, "new_game": say.UIWhyStopped,
		}},
	} {
		v := playing
		c.change(&v)
		want := map[string]string{}
		for command, key := range c.want {
			want[command] = say.Text(say.Ukrainian, key, say.Args{})
		}
		if got := newChoiceView(v, say.Ukrainian).Why; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

// The robot's offer of a draw is shown only while it can be accepted.
func TestDrawOfferShown(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*robot.Snapshot)
		want   bool
	}{
		{"the visitor's turn", func(*robot.Snapshot) {}, true},
		{"the board is put right", func(s *robot.Snapshot) { s.Phase = turn.Setup }, true},
		{"stopped", func(s *robot.Snapshot) { s.Stopped, s.Phase = true, turn.Stopped }, false},
		{"service", func(s *robot.Snapshot) { s.Phase = turn.Service }, false},
		{"no link", func(s *robot.Snapshot) { s.Phase = turn.NotReady }, false},
		{"paused", func(s *robot.Snapshot) { s.Phase, s.Paused = turn.Paused, true }, false},
		{"over", func(s *robot.Snapshot) { s.Phase, s.Result = turn.Over, "0-2" }, false},
	} {
		v := robot.Snapshot{Phase: turn.VisitorTurn, Result: "*", Choices: robot.Choices{Draw: string(turn.RobotsDraw)}}
		c.change(&v)
		if got := newChoiceView(v, say.English).Offered; got != c.want {
			t.Errorf("%s: shown %v", c.name, got)
		}
	}
}

// Of moves to choose from, each is known on the board by a square of its own.
func TestAnswers(t *testing.T) {
	move := func(from, to string) robot.AnimatedMove { return robot.AnimatedMove{From: from, To: to} }
	for _, c := range []struct {
		moves []robot.AnimatedMove
		glows []glow
	}{
		{nil, []glow{}},
		{[]robot.AnimatedMove{move("c3", "b4"), move("c3", "d4")}, []glow{{"b4", 1}, {"d4", 2}}},
		{[]robot.AnimatedMove{move("c3", "d4"), move("e3", "d4")}, []glow{{"c3", 1}, {"e3", 2}}},
	} {
		list, glows := candidateMoves(c.moves)
		if len(list) != len(c.moves) || !reflect.DeepEqual(glows, c.glows) {
			t.Errorf("%v: %+v %+v", c.moves, list, glows)
		}
	}
}

// The sentence names an answer's square in the hue of the answer, whatever else it names.
func TestQuestion(t *testing.T) {
	v := newScreenView(robot.Snapshot{
		Say:     turn.Say{Key: "was_it", Move: "c3-d4"},
		Answers: []robot.AnimatedMove{{From: "c3", To: "b4"}, {From: "c3", To: "d4"}},
	}, say.English)
	want := []textPart{
		{Text: "Was it "},
		{Text: "c3"},
		{Text: "-"},
		{"d4", "d4", 2},
		{Text: "? Then press once more. If not, touch your move on the screen."},
	}
	if !reflect.DeepEqual(v.Say, want) || !reflect.DeepEqual(v.Glow, []glow{{"b4", 1}, {"d4", 2}}) {
		t.Errorf("%+v %+v", v.Say, v.Glow)
	}
}

// A square that is not sensed can't disagree with the game.
func TestMaskedIsNotOdd(t *testing.T) {
	v := robot.Snapshot{
		FEN: "W:Wa1,c1:Bh8", Sensed: "00000001", Link: turn.LinkUp, Phase: turn.VisitorTurn, Masked: []string{"h8"},
	}
	if got := oddSquares(v); !reflect.DeepEqual(got, []string{"c1"}) {
		t.Errorf("odd: %v", got)
	}
}
