package controller

import (
	"time"

	"crownhead/firmware/link/wire"
)

const (
	supplyMinMv = 10500
	supplyMaxMv = 14500
	supplyGrace = 100 * time.Millisecond // shorter dips are not counted: a motor's start makes one
)

// watchSupply stops a moving arm whose supply is out of bounds. The emergency button cuts the supply
// too; that is no fault.
func (c *Controller) watchSupply(now time.Duration) {
	mv := c.world.SupplyMv()
	if mv >= supplyMinMv && mv <= supplyMaxMv || c.world.EstopIn() {
		c.supplyOKAt = now
	}
	if now-c.supplyOKAt > supplyGrace && c.setup.configuredSinceReset && !c.motion.latched && c.hasWork() {
		c.faultAndHold(wire.Fault{Code: wire.FaultSupply, Detail: int32(mv)})
	}
}

// watchSilence holds the arm when the host has been silent for too long. The vacuum goes on for a
// while, so that a carried checker does not fall.
func (c *Controller) watchSilence(now time.Duration) {
	if c.setup.configuredSinceReset && now-c.lastFrameAt >= c.silenceTimeout() {
		c.holdWithoutHost(now)
	} else if c.setup.accepted {
		c.vacuumOffAt = wire.Never
	}
	if now >= c.vacuumOffAt {
		c.vacuumOffAt = wire.Never
		c.world.SetVacuum(false, false, now)
		c.sendMessage(wire.Fault{Code: wire.FaultVacuum})
	}
}

// nextSilence is when watchSilence has something to do.
func (c *Controller) nextSilence() time.Duration {
	next := c.vacuumOffAt
	if c.setup.configuredSinceReset && (c.hasWork() || c.vacuumPowered() && c.vacuumOffAt == wire.Never) {
		next = min(next, c.lastFrameAt+c.silenceTimeout())
	}
	return next
}

func (c *Controller) silenceTimeout() time.Duration {
	return time.Duration(c.setup.rates.SilenceMs) * time.Millisecond
}

// holdWithoutHost holds an arm that has work, and gives the vacuum its time. It is called when the host
// is silent, and when another session begins: its host knows nothing of what the arm is doing.
func (c *Controller) holdWithoutHost(now time.Duration) {
	if c.hasWork() {
		c.holdArm(wire.CauseSilence)
	}
	if c.vacuumPowered() && c.vacuumOffAt == wire.Never {
		c.vacuumOffAt = now + time.Duration(c.setup.rates.VacuumS)*time.Second
	}
}

// vacuumPowered reports that pump or valve has a current.
func (c *Controller) vacuumPowered() bool {
	pump, valve := c.world.Vacuum()
	return pump || valve
}
