package robot

import (
	"crownhead/face"
	"crownhead/face/say"
)

// noteCue remembers what the face reacted to, for the voice.
func (c *Core) noteCue(cue face.Cue) {
	if !c.quiet {
		c.moment.Cues = append(c.moment.Cues, cue)
	}
}

// hear puts a moment out for the voice, when anything was said or the face reacted, or the game stands otherwise than before.
func (c *Core) hear() {
	m := face.Moment{
		Lang: c.state.Settings.Lang, Attitude: face.Attitude(c.state.Settings.Attitude), Emotion: c.face.Emotion(),
		Game: c.game, Ply: c.state.Game.Plies(), Phase: string(c.state.Phase), Win: c.state.Standing(), Ends: c.state.GameOver(),
		Cues: c.moment.Cues,
	}
	for _, s := range c.out.Said {
		m.Said = append(m.Said, s.Key)
	}
	stands := m.Game != c.moment.Game || m.Ply != c.moment.Ply || m.Phase != c.moment.Phase
	c.moment = m
	c.moment.Cues = nil
	if stands || len(m.Said) > 0 || len(m.Cues) > 0 {
		c.out.Moment = &m
	}
}

// remarked lets the voice speak about a remark on the visitor's move.
func (c *Core) remarked(key string) {
	switch say.Key(key) {
	case say.RemarkBetter, say.RemarkBetterCheeky:
		c.noteCue(face.VisitorBad)
	case say.RemarkCapture, say.RemarkCaptureCheeky, say.RemarkCombination, say.RemarkCombinationCheeky:
		c.noteCue(face.VisitorGood)
	}
}
