package link

import "crownhead/firmware/link/wire"

// What a caller needs to command a HostProtocol without importing the wire.
type (
	Segment = wire.Segment
	Actuate = wire.Actuate
)

// QueueLen is how many items the controller's queue holds.
const QueueLen = wire.QueueLen

// Kinds of stops.
const (
	StopSoft      uint8 = wire.StopSoft
	StopEmergency uint8 = wire.StopEmergency
)

// Causes of a stop that matter to the host.
const (
	CauseEmergency uint8 = wire.CauseEmergency
	CauseButton    uint8 = wire.CauseButton  // the emergency button in hardware
	CauseSilence   uint8 = wire.CauseSilence // the controller heard nothing from the host
	CauseFault     uint8 = wire.CauseFault
)

// Modes of the lamp in the red button that the robot uses.
const (
	LampOff uint8 = wire.LedOff
	LampOn  uint8 = wire.LedOn
)
