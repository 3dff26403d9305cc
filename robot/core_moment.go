package robot

import (
	"crownhead/face"
	"crownhead/face/say"
)

// felt remembers what has moved the face, for the voice.
func (c *Core) felt(what string) {
	if !c.quiet {
		c.moment.Felt = append(c.moment.Felt, what)
	}
}

// hear puts a moment out for the voice, when anything was said or felt, or the game stands otherwise than before.
func (c *Core) hear() {
	m := face.Moment{
		Lang: c.state.Settings.Lang, Attitude: c.state.Settings.Attitude, Mood: c.face.Emotion(),
		Game: c.game, Ply: c.state.Game.Plies(), Phase: string(c.state.Phase), Win: c.state.Standing(), Ends: c.state.GameOver(),
		Felt: c.moment.Felt,
	}
	for _, s := range c.out.Said {
		m.Said = append(m.Said, s.Key)
	}
	stands := m.Game != c.moment.Game || m.Ply != c.moment.Ply || m.Phase != c.moment.Phase
	c.moment = m
	c.moment.Felt = nil
	if stands || len(m.Said) > 0 || len(m.Felt) > 0 {
		c.out.Moment = &m
	}
}

// remarked lets the voice speak about a remark on the visitor's move.
func (c *Core) remarked(key string) {
	switch say.Key(key) {
	case say.RemarkBetter, say.RemarkBetterCheeky:
		c.felt(face.FeltBad)
	case say.RemarkCapture, say.RemarkCaptureCheeky, say.RemarkCombination, say.RemarkCombinationCheeky:
		c.felt(face.FeltGood)
	}
}
