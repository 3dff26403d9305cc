package robot

import (
	"slices"

	"crownhead/robot/turn"
)

// A MoveHelp says where the visitor's checkers may go, for a page to show when one is lifted. It is
// empty while it isn't the visitor's turn, or the operator doesn't want it shown.
type MoveHelp struct {
	Lifted  string              `json:"lifted"`  // the square of the checker in the visitor's hand, as the sensors show it; "" for none
	Targets map[string][]string `json:"targets"` // by the square of each checker that may move: where it may land, on its way too
	Capture bool                `json:"capture"` // one of these checkers must capture
}

// moveHelp returns what a page may show. Nothing else depends on it.
func (c *Core) moveHelp() MoveHelp {
	s, help := &c.state, MoveHelp{Targets: map[string][]string{}}
	if !c.cfg.Glow || s.Phase != turn.VisitorTurn || s.Paused || len(s.Turn.Candidates) > 0 {
		return help
	}
	help.Lifted = s.LiftedChecker()
	p := s.Game.Position()
	for _, m := range p.Moves() {
		from := m.From.String()
		for _, sq := range p.Path(m)[1:] {
			if !slices.Contains(help.Targets[from], sq.String()) {
				help.Targets[from] = append(help.Targets[from], sq.String())
			}
		}
		help.Capture = m.IsCapture() // all of them are, or none
	}
	return help
}
