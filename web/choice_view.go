package web

import (
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/turn"
)

// A choiceView is what the visitor has chosen, and which wishes can't be fulfilled now.
type choiceView struct {
	Level    string            `json:"level"`
	Colour   string            `json:"colour"` // the visitor's, in the next game
	Attitude string            `json:"attitude"`
	Why      map[string]string `json:"why"`      // by command: why not now, in words
	Takeback bool              `json:"takeback"` // there is a move to take back
	Offered  bool              `json:"offered"`  // the robot offers a draw
}

func newChoiceView(v robot.Snapshot, lang say.Lang) choiceView {
	c := v.Choices
	view := choiceView{
		Level: c.Level, Colour: c.Colour, Attitude: c.Attitude, Why: map[string]string{},
		Takeback: c.Takeback, Offered: c.Draw == string(turn.RobotsDraw) && whyNotNow(v, command.AcceptDraw) == "",
	}
	for _, name := range []command.Name{command.Hint, command.OfferDraw, command.Resign, command.NewGame} {
		if key := whyNotNow(v, name); key != "" {
			view.Why[string(name)] = say.Text(lang, key, say.Args{})
		}
	}
	return view
}

// whyNotNow says why a wish can't be fulfilled now, or "".
func whyNotNow(v robot.Snapshot, name command.Name) say.Key {
	switch {
	case v.Stopped || v.Phase == turn.Stopped:
		return say.UIWhyStopped
	case v.Paused:
		return say.UIWhyPaused
	case name == command.NewGame:
		return ""
	case isOver(v):
		return say.UIWhyOver
	case name == command.AcceptDraw && !turn.CountsIn(name, v.Phase):
		return say.UIWhyTurn
	case name == command.Hint && v.Phase != turn.VisitorTurn:
		return say.UIWhyTurn
	case name == command.Hint && !v.Choices.Hint:
		return say.UIWhyHint
	case name == command.OfferDraw && len(v.Moves) == 0:
		return say.UIWhyStart
	case name == command.OfferDraw && v.Choices.Draw == string(turn.VisitorsDraw):
		return say.UIWhyAsked
	default:
		return ""
	}
}
