package robot

import (
	"time"

	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/robot/turn"
)

// Servos are the widths of the servo pulses.
type Servos struct {
	Centre    float64 `yaml:"centre" doc:"pulse width that holds brows and neck straight" unit:"µs" min:"1000" max:"2000"`
	PerDegree float64 `yaml:"per_degree" doc:"change of the pulse width for one degree" unit:"µs/°" min:"1" max:"20"`
}

// DefaultServos are servos of the SG90's class.
func DefaultServos() Servos { return Servos{Centre: 1500, PerDegree: 10} }

// pulse is the width for an angle, within what any servo of the kind understands.
func (s Servos) pulse(degrees float64) uint16 {
	return uint16(min(max(s.Centre+degrees*s.PerDegree, 500), 2500))
}

// runFace lets the face go on and shows it, and lights the lamp in the button.
func (c *Core) runFace(now time.Duration) time.Duration {
	c.link.ButtonLed(lamp(c.state.Phase))
	frame, next := c.face.Advance(now)
	if frame == c.frame {
		return next
	}
	c.frame = frame
	c.link.Servos([4]uint16{
		c.cfg.Servos.pulse(frame.BrowLeft), c.cfg.Servos.pulse(frame.BrowRight),
		c.cfg.Servos.pulse(frame.NeckPan), c.cfg.Servos.pulse(frame.NeckTilt),
	})
	var rows [16]uint8
	copy(rows[:8], frame.Left[:])
	copy(rows[8:], frame.Right[:])
	c.link.Leds(rows)
	return next
}

// lamp is the button's lamp: lit while a press is waited for.
func lamp(p turn.Phase) uint8 {
	switch p {
	case turn.Visitor, turn.Setup, turn.Help, turn.Over:
		return link.LampOn
	}
	return link.LampOff
}

// snapshotFace is the face as pages show it.
func snapshotFace(f face.Frame) FaceSnapshot { return FaceSnapshot(f) }
