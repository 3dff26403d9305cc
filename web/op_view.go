package web

import (
	"sync"
	"time"

	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// A deskView is the robot as the operator's page shows it. The time line goes its own way, for it is long and rarely
// changes.
type deskView struct {
	Now     time.Time              `json:"now"` // the robot's clock, which times on the page are counted by
	Parts   []robotPart            `json:"parts"`
	Worst   health                 `json:"worst"`
	Phase   turn.Phase             `json:"phase"`
	Words   string                 `json:"words"`   // the phase in words
	Say     string                 `json:"say"`     // what the visitor's screen says, in English
	Visitor string                 `json:"visitor"` // the board is drawn from his side
	Virtual bool                   `json:"virtual"`
	Stopped bool                   `json:"stopped"`
	Paused  bool                   `json:"paused"`
	Up      bool                   `json:"up"`
	FEN     string                 `json:"fen"`
	Sensors [32]robot.SensorStatus `json:"sensors"`
	Arm     robot.ArmStatus        `json:"arm"`
	Sound   robot.SoundStatus      `json:"sound"`
	Config  []robot.ConfigRemark   `json:"config"`
	Calib   *robot.CalibStatus     `json:"calib"`
}

// view is what the operator sees now.
func (s *Server) view(status Status) deskView {
	v, now := s.robot.Snapshot(), s.gate.now()
	parts := robotParts(status, v)
	s.changes.date(parts, now)
	return deskView{
		Now: now, Parts: parts, Worst: worst(parts), Phase: v.Phase, Words: phaseWords(v),
		Say:     say.Text(say.English, say.Key(v.Say.Key), say.Args{Squares: v.Say.Squares, Move: v.Say.Move}),
		Visitor: sideOf(v), Virtual: v.Virtual, Stopped: v.Stopped, Paused: v.Paused, Up: v.Link == turn.LinkUp,
		FEN: v.FEN, Sensors: status.Sensors, Arm: status.Arm, Sound: status.Sound, Config: status.Config, Calib: status.Calib,
	}
}

func worst(parts []robotPart) health {
	rank := map[health]int{ill: 2, poor: 1}
	all := fine
	for _, p := range parts {
		if rank[p.State] > rank[all] {
			all = p.State
		}
	}
	return all
}

// changes remembers when each part last changed.
type changes struct {
	mu   sync.Mutex
	last map[string]robotPart
}

// date fills in since when each part is as it is.
func (c *changes) date(parts []robotPart, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil {
		c.last = map[string]robotPart{}
	}
	for i, p := range parts {
		before, known := c.last[p.ID]
		if known && before.State == p.State && before.Words == p.Words {
			parts[i].Since = before.Since
			continue
		}
		parts[i].Since = now
		c.last[p.ID] = parts[i]
	}
}
