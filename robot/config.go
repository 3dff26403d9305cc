package robot

import (
	"math"

	"crownhead/arm"
	"crownhead/engine"
	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/robot/journal"
	"crownhead/robot/turn"
)

// CoreConfig is what a Core is made of.
type CoreConfig struct {
	Settings   turn.Settings
	Arm        *arm.Arm
	Link       link.Config
	Setup      link.Setup
	Nonce      uint32 // of the first session with the controller
	Face       face.Config
	Servos     Servos
	Service    bool           // begin in service mode, with the arm in the operator's hands
	Calibrated bool           // real hardware may move
	Levels     []engine.Level // that visitors choose from, from the weakest to the strongest
	Glow       bool           // the page shows where a lifted checker may go
	Rules      bool           // the page shows the rules to newcomers

	// Journal opens the file for a new game's journal; nil keeps none. When it fails, the robot reports that
	// and plays on.
	Journal func(h journal.Header) (journal.File, error)
	// SaveCalibration writes a calibration into the configuration; nil when there is no file to write to.
	SaveCalibration func(arm.Config) error
	// Resume is an unfinished game, and ResumeFile its journal's file, positioned at its end.
	Resume     *journal.KeptGame
	ResumeFile journal.File
	// Masks are the sensors that were masked when the robot last ran.
	Masks []journal.Mask
}

// levelNames returns the names of the levels that visitors choose from.
func (cfg *CoreConfig) levelNames() []string {
	names := make([]string, len(cfg.Levels))
	for i, l := range cfg.Levels {
		names[i] = l.Name
	}
	return names
}

// levelRatings returns the Elo of the levels that have one, nil when none has.
func (cfg *CoreConfig) levelRatings() map[string]int {
	return mapNetworkLevels(cfg.Levels, func(l engine.Level) int { return int(math.Round(l.Elo)) })
}

// levelWeights returns the digests of the levels' networks, nil when no level has a network.
func (cfg *CoreConfig) levelWeights() map[string]string {
	return mapNetworkLevels(cfg.Levels, func(l engine.Level) string { return l.Weights })
}

// mapNetworkLevels maps the names of the levels that have a network to something of theirs. It returns nil when none
// has.
func mapNetworkLevels[T any](levels []engine.Level, value func(engine.Level) T) map[string]T {
	var values map[string]T
	for _, l := range levels {
		if l.Weights == "" {
			continue
		}
		if values == nil {
			values = map[string]T{}
		}
		values[l.Name] = value(l)
	}
	return values
}

// Servos are the pulse widths of the face's servos.
type Servos struct {
	Centre    float64 `yaml:"centre" doc:"pulse width that holds brows and neck straight" unit:"µs" min:"1000" max:"2000"`
	PerDegree float64 `yaml:"per_degree" doc:"change of the pulse width for one degree" unit:"µs/°" min:"1" max:"20"`
}

// DefaultServos returns the pulse widths of servos like the SG90.
func DefaultServos() Servos { return Servos{Centre: 1500, PerDegree: 10} }

// pulseWidth returns the width for an angle, within what any servo of the kind accepts.
func (s Servos) pulseWidth(degrees float64) uint16 {
	return uint16(min(max(s.Centre+degrees*s.PerDegree, 500), 2500))
}

// LinkSetup returns what the controller has to know about an arm before any motion.
func LinkSetup(c arm.Config) link.Setup {
	limits := c.Links.Limits
	joint := func(least, greatest float64) link.JointSetup {
		return link.JointSetup{
			Min: least, Max: greatest,
			Speed: c.Motion.JointSpeed, Accel: c.Motion.JointAccel, StopDecel: c.Motion.JointAccel,
		}
	}
	return link.Setup{
		StepsPerDegree: c.Motion.StepsPerDegree,
		Joints: [3]link.JointSetup{
			joint(limits.Base.Min, limits.Base.Max),
			joint(limits.Upper.Min, limits.Upper.Max),
			joint(limits.Forearm.Min, limits.Forearm.Max),
		},
	}
}
