package controller

import (
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/witness"
)

// setup is what the host has configured: limits, homing and rates.
type setup struct {
	limits wire.SetupLimits
	homing wire.SetupHoming
	rates  wire.SetupRates
	crc    uint16 // of these three

	offered                offeredSetup
	haveLimits, haveHoming bool // of what is offered
	accepted               bool // in this session
	configuredSinceReset   bool
}

// An offeredSetup becomes the set-up when it is accepted as a whole: until then the arm may be in
// motion by the present one.
type offeredSetup struct {
	limits wire.SetupLimits
	homing wire.SetupHoming
}

// jointLimits returns one joint's bounds.
func (s *setup) jointLimits(j int) wire.JointLimits {
	return wire.JointLimits{
		Min: s.limits.Min[j], Max: s.limits.Max[j], MaxSpeed: s.rates.MaxSpeed[j], MaxAccel: s.rates.MaxAccel[j],
	}
}

// commitSetup checks what was offered, these rates included, and makes it the set-up if it is good.
// The echo says which set-up is in force.
func (c *Controller) commitSetup(rates wire.SetupRates) {
	s := &c.setup
	result := uint8(wire.SetupOK)
	switch {
	case !s.haveLimits || !s.haveHoming:
		result = wire.SetupOrder
	case c.hasWork():
		result = wire.SetupMoving
	default:
		result = wire.CheckSetup(s.offered.limits, s.offered.homing, rates)
	}
	if result == wire.SetupOK {
		s.limits, s.homing, s.rates = s.offered.limits, s.offered.homing, rates
		s.crc = wire.SetupCRC(s.limits, s.homing, rates)
		s.accepted, s.configuredSinceReset = true, true
		c.world.SetMotionLimits(witness.LimitsOf(s.limits, rates))
	}
	c.sendMessage(wire.SetupEcho{Result: result, CRC: s.crc})
	c.reports.nextStatusAt = 0
}
