package robot

import (
	"crownhead/face"
	"crownhead/face/say"
	"crownhead/robot/turn"
)

// spokenMove returns the robot's move when one of these sentences tells it, nil otherwise.
func (c *Core) spokenMove(said []turn.Say) *face.SpokenMove {
	tells := false
	for _, s := range said {
		tells = tells || s.Key == string(say.MyMove) || s.Key == string(say.MyCapture)
	}
	moves := c.state.Game.Moves()
	if !tells || len(moves) == 0 {
		return nil
	}
	before, m := c.state.Game.Positions()[len(moves)-1], moves[len(moves)-1]
	return &face.SpokenMove{
		From: m.From.String(), To: m.To.String(), Captured: len(before.CaptureOrder(m)), Crowned: before.Promotes(m),
	}
}
