package web

import (
	"crownhead/face/say"
	"crownhead/robot"
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
		Takeback: c.Takeback, Offered: c.Draw == string(turn.RobotsDraw),
	}
	for _, command := range []turn.CommandName{turn.CommandHint, turn.CommandOfferDraw, turn.CommandResign, turn.CommandNewGame} {
		if key := whyNotNow(v, command); key != "" {
			view.Why[string(command)] = say.Text(lang, key, say.Args{})
		}
	}
	return view
}

// whyNotNow says why a wish can't be fulfilled now, or "".
func whyNotNow(v robot.Snapshot, command turn.CommandName) say.Key {
	switch {
	case v.Stopped || v.Phase == turn.Stopped:
		return say.UIWhyStopped
	case v.Paused:
		return say.UIWhyPaused
	case command == turn.CommandNewGame:
		return ""
	case isOver(v):
		return say.UIWhyOver
	case command == turn.CommandHint && v.Phase != turn.Visitor:
		return say.UIWhyTurn
	case command == turn.CommandHint && !v.Choices.Hint:
		return say.UIWhyHint
	case command == turn.CommandOfferDraw && len(v.Moves) == 0:
		return say.UIWhyStart
	case command == turn.CommandOfferDraw && v.Choices.Draw == string(turn.VisitorsDraw):
		return say.UIWhyAsked
	default:
		return ""
	}
}
