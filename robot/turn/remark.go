package turn

import (
	"slices"

	"crownhead/face/say"
)

// A Remark is something worth saying about the game beside the one sentence: what is threatened, with a hint, or about the
// visitor's move, with the robot's answer. It names a sentence of face/say; the zero value is none.
type Remark struct {
	Key     string   `json:"key"`
	Squares []string `json:"squares"`
	Move    string   `json:"move"`
}

// remarks are those that an engine's answer may carry.
var remarks = []say.Key{say.RemarkBetter, say.RemarkCapture, say.RemarkCombination, say.ThreatCapture, say.ThreatKing}

// cheeky are remarks as a robot makes them that teases.
var cheeky = map[say.Key]say.Key{
	say.RemarkBetter: say.RemarkBetterCheeky, say.RemarkCapture: say.RemarkCaptureCheeky, say.RemarkCombination: say.RemarkCombinationCheeky,
}

// The attitudes; a negative robot teases.
const (
	attitudePositive = "positive"
	attitudeNegative = "negative"
)

// remark makes the remark that came with an answer. It stays until the visitor moves.
func (t *stepper) remark() {
	r := t.e.Remark
	key := say.Key(r.Key)
	if !slices.Contains(remarks, key) {
		return
	}
	if tease, has := cheeky[key]; has && t.s.Settings.Attitude == attitudeNegative {
		r.Key = string(tease)
	}
	t.s.Remark = r
	t.effect(Effect{Kind: EffectRemark, Key: r.Key, Squares: r.Squares, Move: r.Move})
}

// ShownRemark is the remark while the turn goes on: what keeps it from going on matters more.
func (s State) ShownRemark() Remark {
	r := Remark{Squares: []string{}}
	switch s.Phase {
	case Visitor, Thinking, Moving:
		if s.Remark.Key != "" {
			r = s.Remark
		}
	}
	if r.Squares == nil {
		r.Squares = []string{}
	}
	return r
}
