package wire

import "fmt"

// Baud is the speed of the line, unless the firmware is built with another BAUD=. avr/hal_avr.c has the same number.
const Baud = 250_000

// Protocol version. Another major version means: no motion.
const (
	Major = 1
	Minor = 0
)

// Type is the first byte of a frame. It fixes the payload's length and whether
// the frame is sequenced.
type Type uint8

// Types from the host (below 0x40) and from the controller. Ack and Nak
// are sent by both.
const (
	TypeHelloRequest Type = 0x01
	TypeSetupLimits  Type = 0x02
	TypeSetupHoming  Type = 0x03
	TypeSetupRates   Type = 0x04
	TypeHome         Type = 0x05
	TypeSegment      Type = 0x06
	TypeActuate      Type = 0x07
	TypeClear        Type = 0x08
	TypeButtonLed    Type = 0x09
	TypeHeartbeat    Type = 0x10
	TypeStop         Type = 0x11
	TypeServos       Type = 0x12
	TypeLeds         Type = 0x13
	TypeAck          Type = 0x14
	TypeNak          Type = 0x15

	TypeHello       Type = 0x41
	TypeSetupEcho   Type = 0x42
	TypePress       Type = 0x43
	TypeFault       Type = 0x44
	TypeStatus      Type = 0x45
	TypeSnapshot    Type = 0x46
	TypeStopConfirm Type = 0x47
	TypeAnalogue    Type = 0x48 // reserved: 32 levels, signed by the magnet's pole
)

type typeSpec struct {
	name      string
	size      int
	sequenced bool
	decode    func([]byte) (Message, error)
}

// typeSpecs has every type of this version; a frame of another type is refused.
var typeSpecs = map[Type]typeSpec{
	TypeHelloRequest: {"hello_request", 6, false, decodePayload[HelloRequest]},
	TypeSetupLimits:  {"setup_limits", 24, true, decodePayload[SetupLimits]},
	TypeSetupHoming:  {"setup_homing", 36, true, decodePayload[SetupHoming]},
	TypeSetupRates:   {"setup_rates", 39, true, decodePayload[SetupRates]},
	TypeHome:         {"home", 0, true, decodePayload[Home]},
	TypeSegment:      {"segment", 28, true, decodePayload[Segment]},
	TypeActuate:      {"actuate", 6, true, decodePayload[Actuate]},
	TypeClear:        {"clear", 2, true, decodePayload[Clear]},
	TypeButtonLed:    {"button_led", 1, true, decodePayload[ButtonLed]},
	TypeHeartbeat:    {"heartbeat", 2, false, decodePayload[Heartbeat]},
	TypeStop:         {"stop", 3, false, decodePayload[Stop]},
	TypeServos:       {"servos", 8, false, decodePayload[Servos]},
	TypeLeds:         {"leds", 16, false, decodePayload[Leds]},
	TypeAck:          {"ack", 0, false, decodePayload[Ack]},
	TypeNak:          {"nak", 0, false, decodePayload[Nak]},
	TypeHello:        {"hello", 18, false, decodePayload[Hello]},
	TypeSetupEcho:    {"setup_echo", 3, true, decodePayload[SetupEcho]},
	TypePress:        {"press", 5, true, decodePayload[Press]},
	TypeFault:        {"fault", 8, true, decodePayload[Fault]},
	TypeStatus:       {"status", 23, false, decodePayload[Status]},
	TypeSnapshot:     {"snapshot", 8, false, decodePayload[Snapshot]},
	TypeStopConfirm:  {"stop_confirm", 3, false, decodePayload[StopConfirm]},
	TypeAnalogue:     {"analogue", 32, false, decodePayload[Analogue]},
}

// Size returns the length of the payload; known is false for a type that this version does not have.
func (t Type) Size() (size int, known bool) {
	s, ok := typeSpecs[t]
	return s.size, ok
}

// Sequenced reports whether frames of this type are numbered, and retransmitted until they are acknowledged.
func (t Type) Sequenced() bool { return typeSpecs[t].sequenced }

// String returns the type's name in snake case.
func (t Type) String() string {
	if s, ok := typeSpecs[t]; ok {
		return s.name
	}
	return fmt.Sprintf("type_%#02x", uint8(t))
}
