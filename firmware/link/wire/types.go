package wire

import "fmt"

// Baud is the speed of the line as the firmware is built, unless BAUD= says another; avr/hal_avr.c has the same number.
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

type spec struct {
	name      string
	size      int
	sequenced bool
	decode    func([]byte) (Message, error)
}

// specs is the whole vocabulary; a type that is not here is refused.
var specs = map[Type]spec{
	TypeHelloRequest: {"hello_request", 6, false, decode[HelloRequest]},
	TypeSetupLimits:  {"setup_limits", 24, true, decode[SetupLimits]},
	TypeSetupHoming:  {"setup_homing", 36, true, decode[SetupHoming]},
	TypeSetupRates:   {"setup_rates", 39, true, decode[SetupRates]},
	TypeHome:         {"home", 0, true, decode[Home]},
	TypeSegment:      {"segment", 28, true, decode[Segment]},
	TypeActuate:      {"actuate", 6, true, decode[Actuate]},
	TypeClear:        {"clear", 2, true, decode[Clear]},
	TypeButtonLed:    {"button_led", 1, true, decode[ButtonLed]},
	TypeHeartbeat:    {"heartbeat", 2, false, decode[Heartbeat]},
	TypeStop:         {"stop", 3, false, decode[Stop]},
	TypeServos:       {"servos", 8, false, decode[Servos]},
	TypeLeds:         {"leds", 16, false, decode[Leds]},
	TypeAck:          {"ack", 0, false, decode[Ack]},
	TypeNak:          {"nak", 0, false, decode[Nak]},
	TypeHello:        {"hello", 18, false, decode[Hello]},
	TypeSetupEcho:    {"setup_echo", 3, true, decode[SetupEcho]},
	TypePress:        {"press", 5, true, decode[Press]},
	TypeFault:        {"fault", 8, true, decode[Fault]},
	TypeStatus:       {"status", 23, false, decode[Status]},
	TypeSnapshot:     {"snapshot", 8, false, decode[Snapshot]},
	TypeStopConfirm:  {"stop_confirm", 3, false, decode[StopConfirm]},
	TypeAnalogue:     {"analogue", 32, false, decode[Analogue]},
}

// Size is the payload's length; known is false for a type that this version
// does not have.
func (t Type) Size() (size int, known bool) {
	s, ok := specs[t]
	return s.size, ok
}

// Sequenced tells whether frames of this type are numbered, acknowledged and
// repeated until they are.
func (t Type) Sequenced() bool { return specs[t].sequenced }

// String is the type's name in snake case.
func (t Type) String() string {
	if s, ok := specs[t]; ok {
		return s.name
	}
	return fmt.Sprintf("type_%#02x", uint8(t))
}
