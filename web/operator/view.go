package operator

import (
	"cmp"
	"context"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/web/operator/words"
)

// An operatorView is the robot as the page shows it. The time line goes its own way, for it is long
// and rarely changes.
type operatorView struct {
	Now     time.Time              `json:"now"` // by the robot's clock, from which the page counts times
	Parts   []partStatus           `json:"parts"`
	Worst   health                 `json:"worst"`
	Phase   turn.Phase             `json:"phase"`
	Words   string                 `json:"words"`   // the phase in words
	Say     string                 `json:"say"`     // what the visitor's screen says
	Visitor string                 `json:"visitor"` // the visitor's colour: the board is drawn from there
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

// viewOf is a status as the operator sees it now, in their language.
func (c *Console) viewOf(status robot.Status, lang say.Lang) operatorView {
	v, now := c.snapshot(), time.Now()
	parts := c.partsNow(status, v, now)
	status = statusIn(lang, status)
	return operatorView{
		Now: now, Parts: partsIn(lang, parts), Worst: worstHealth(parts), Phase: v.Phase,
		Words:   words.Translate(lang, phaseWords(v)),
		Say:     say.Text(lang, say.Key(v.Say.Key), v.Say.Args()),
		Visitor: cmp.Or(v.Visitor, board.White.String()), Virtual: v.Virtual, Stopped: v.Stopped, Paused: v.Paused,
		Up: v.Link == turn.LinkUp, FEN: v.FEN, Sensors: status.Sensors, Arm: status.Arm, Sound: status.Sound,
		Config: status.Config, Calib: status.Calib,
	}
}

// partsNow describes every part, and since when it is as it is.
func (c *Console) partsNow(status robot.Status, v robot.Snapshot, now time.Time) []partStatus {
	parts := describeParts(status, v)
	c.changed.fillSince(parts, now)
	return parts
}

// WatchParts looks at every state until ctx ends, so that the page knows when a part changed though
// nobody was watching.
func (c *Console) WatchParts(ctx context.Context) {
	states, unsubscribe := c.status.SubscribeStatus()
	defer unsubscribe()
	for {
		select {
		case status := <-states:
			c.partsNow(status, c.snapshot(), time.Now())
		case <-ctx.Done():
			return
		}
	}
}
