package web

import (
	"crownhead/face/say"
	"crownhead/robot/turn"
)

// A choiceView is what the visitor has chosen, and which of his wishes he can't have now.
type choiceView struct {
	Level    string            `json:"level"`
	Colour   string            `json:"colour"` // his, in the next game
	Attitude string            `json:"attitude"`
	Why      map[string]string `json:"why"`      // by command: why not now, in words
	Takeback bool              `json:"takeback"` // there is a move to take back
	Offered  bool              `json:"offered"`  // the robot offers a draw
}

func choicesOf(v Snapshot, lang say.Lang) choiceView {
	c := v.Choices
	view := choiceView{
		Level: c.Level, Colour: c.Colour, Attitude: c.Attitude, Why: map[string]string{},
		Takeback: c.Takeback, Offered: c.Draw == string(turn.RobotsDraw),
	}
	for _, command := range []string{turn.CommandHint, turn.CommandOfferDraw, turn.CommandResign, turn.CommandNewGame} {
		if key := whyNot(v, command); key != "" {
			view.Why[command] = say.Text(lang, key, say.Args{})
		}
	}
	return view
}

// whyNot says why a wish can't be had now, or "".
func whyNot(v Snapshot, command string) say.Key {
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

// An answer is a move of which the visitor may say that it was his. Its hue tells it from the others.
type answer struct {
	LastMove
	Hue int `json:"hue"`
}

// recoloured names the squares by which answers differ in their hues, and no others.
func recoloured(parts []part, ends []glow) []part {
	hueOf := map[string]int{}
	for _, g := range ends {
		hueOf[g.Square] = g.Hue
	}
	list := make([]part, len(parts))
	for i, p := range parts {
		list[i] = part{Text: p.Text}
		if hue := hueOf[p.Square]; hue > 0 {
			list[i] = part{p.Text, p.Square, hue}
		}
	}
	return list
}

// answers are the moves to choose from, and the squares on which they differ.
func answers(moves []LastMove) ([]answer, []glow) {
	list, glows := make([]answer, len(moves)), []glow{}
	for i, m := range moves {
		list[i] = answer{m, i%hues + 1}
		glows = append(glows, glow{differs(m, moves), list[i].Hue})
	}
	return list, glows
}

// differs is the square by which a move is known among others: its end, or its beginning where another ends there.
func differs(m LastMove, others []LastMove) string {
	for _, o := range others {
		if o.To == m.To && o.From != m.From {
			return m.From
		}
	}
	return m.To
}
