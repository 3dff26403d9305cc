package twin

import (
	"time"

	"crownhead/firmware/twin/world"
)

// FaultConfig is everything that is to go wrong with a virtual robot. Its times count from power-up.
type FaultConfig struct {
	Flip      float64 // chance per byte, both directions, that one random bit is flipped
	Drop      float64 // chance per byte, both directions, that it is lost
	Duplicate float64 // chance per byte, both directions, that it arrives twice
	Delay     float64 // chance per byte, both directions, that it is delayed, and everything behind it

	PickMiss    float64 // chance that a pick fails
	TransitDrop float64 // chance that a checker falls from the nozzle on its way

	ReleaseDelay time.Duration // so much later than usual a checker leaves the nozzle

	Timed   []TimedFault
	Sensors world.SensorFaults
}
