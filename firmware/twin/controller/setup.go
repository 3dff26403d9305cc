package controller

import (
	"crownhead/firmware/link/wire"
)

// setup is what the host has told about limits and rates.
type setup struct {
	limits                 wire.SetupLimits
	homing                 wire.SetupHoming
	rates                  wire.SetupRates
	offered                offer
	haveLimits, haveHoming bool
	configuredSinceReset   bool   // once since the reset
	accepted               bool   // in this session
	crc                    uint16 // of what was accepted last
}

// An offer becomes the set-up when it is accepted as a whole: the arm may be in motion by the present one.
type offer struct {
	limits wire.SetupLimits
	homing wire.SetupHoming
}

// jointLimits is one joint's bounds.
func (s *setup) jointLimits(j int) wire.JointLimits {
	return wire.JointLimits{
		Min: s.limits.Min[j], Max: s.limits.Max[j], MaxSpeed: s.rates.MaxSpeed[j], MaxAccel: s.rates.MaxAccel[j],
	}
}
