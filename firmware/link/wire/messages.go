package wire

import (
	"encoding/binary"
	"fmt"
)

// Message is a typed payload. Its struct fields, in order and little-endian,
// are the payload's bytes.
type Message interface{ Type() Type }

// A validatedMessage is a message with fields of which only some values have a meaning.
type validatedMessage interface{ validate() error }

// HelloRequest opens a session: its number is the low byte of Nonce. That is never
// zero, and never the number of the last session.
type HelloRequest struct {
	Major, Minor uint8
	Nonce        uint32
}

// Session is the session number that the request opens.
func (m HelloRequest) Session() uint8 { return uint8(m.Nonce) }

// SetupLimits are the joint limits, base, upper arm, forearm, in 1/256 step.
type SetupLimits struct{ Min, Max [3]int32 }

// SetupHoming says where the switches are (1/256 step) and how fast to go to
// them (Fast, its sign is the direction) and off them (Slow, positive).
type SetupHoming struct{ Switch, Fast, Slow [3]int32 }

// SetupRates is the last part of the set-up, and the controller answers it with
// SetupEcho. It has the limits of speed (Q0.32 steps per tick) and acceleration
// (Q.40 steps per tick²), the deceleration of stops, the silence after which the
// controller stops, and how long it then keeps the vacuum.
type SetupRates struct {
	MaxSpeed, MaxAccel, StopAccel [3]int32
	SilenceMs                     uint16
	VacuumS                       uint8
}

// Home asks for homing.
type Home struct{}

// Segment is one queued piece of motion: in Ticks ticks from the last exit
// state to End (1/256 step) with velocity Exit (Q0.32 steps per tick).
type Segment struct {
	ID, Ticks uint16
	End, Exit [3]int32
}

// Actuate is a queued change of pump and valve, with a dwell after it.
type Actuate struct {
	ID          uint16
	Pump, Valve uint8 // 0 or 1
	DwellMs     uint16
}

// Clear releases a latched stop. Nonce is that of the last Stop of this session,
// zero without one. So a Clear that was retransmitted on a bad line cannot
// release a later stop.
type Clear struct{ Nonce uint16 }

// ButtonLed modes.
const (
	LedOff = iota
	LedOn
	LedSlow
	LedFast
)

// ButtonLed sets the lamp in the red button.
type ButtonLed struct{ Mode uint8 }

// Heartbeat says that the host is alive; Status carries Nonce back.
type Heartbeat struct{ Nonce uint16 }

// Kinds of stop: soft keeps position and vacuum, emergency gives both up.
const (
	StopSoft      = 1
	StopEmergency = 2
)

// Stop overtakes the queue and is latched; it is sent again until it is confirmed.
type Stop struct {
	Kind  uint8
	Nonce uint16
}

// Servos are the pulse widths of left brow, right brow, neck pan, neck tilt in
// µs; zero switches a servo off.
type Servos struct{ Micros [4]uint16 }

// Leds are the rows of the left eye, then of the right; bit 7 is leftmost.
type Leds struct{ Rows [16]uint8 }

// Ack carries an acknowledgement when nothing else does.
type Ack struct{}

// Nak is an Ack that asks to retransmit the frames after the acknowledged one, because a later frame has come.
type Nak struct{}

// Flags of Hello.
const (
	HelloVirtual   = 1 << 0
	HelloSetupMode = 1 << 1
)

// Reset causes of Hello.
const (
	ResetPower    = 1
	ResetExternal = 2 // the port was opened, or the reset button
	ResetBrownout = 3
	ResetWatchdog = 4
)

// Hello answers HelloRequest with its Nonce; unasked, with Nonce zero, it says
// that the controller is in no session.
type Hello struct {
	Major, Minor, Flags, Cause uint8
	Firmware, Boot, Nonce      uint32
	SetupCRC                   uint16 // zero: none accepted since the reset
}

// SetupEcho answers SetupRates: Result zero and the CRC of the values that the
// controller holds, or the reason why it refuses them.
type SetupEcho struct {
	Result uint8
	CRC    uint16
}

// Press is one press of the red button with the raw occupancy at that moment.
type Press struct {
	Count uint8
	Bits  uint32
}

// Fault reports what made the controller stop, or what it refused. ID is the
// queue item concerned, or zero.
type Fault struct {
	Code, Joint uint8
	ID          uint16
	Detail      int32
}

// Status is the controller's state.
type Status struct {
	State    uint8
	Flags    uint16
	Cause    uint8    // why it is stopping or stopped
	Free     uint8    // free queue places
	Done     uint16   // ID of the last queue item that is complete
	Position [3]int32 // 1/256 step
	SupplyMv uint16
	Beat     uint16 // nonce of the last heartbeat
}

// Snapshot is the raw occupancy by places. Buttons: bit 0 red, bit 1 set-up,
// bit 2 emergency stop. Presses counts like Press.Count.
type Snapshot struct {
	Counter          uint16
	Bits             uint32
	Buttons, Presses uint8
}

// StopConfirm says that the stop with this nonce is latched.
type StopConfirm struct {
	Kind  uint8
	Nonce uint16
}

// Analogue is reserved for a field that measures: per place a level, negative
// for a king's pole.
type Analogue struct{ Levels [32]int8 }

// Type implements Message.
func (HelloRequest) Type() Type { return TypeHelloRequest }

// Type implements Message.
func (SetupLimits) Type() Type { return TypeSetupLimits }

// Type implements Message.
func (SetupHoming) Type() Type { return TypeSetupHoming }

// Type implements Message.
func (SetupRates) Type() Type { return TypeSetupRates }

// Type implements Message.
func (Home) Type() Type { return TypeHome }

// Type implements Message.
func (Segment) Type() Type { return TypeSegment }

// Type implements Message.
func (Actuate) Type() Type { return TypeActuate }

// Type implements Message.
func (Clear) Type() Type { return TypeClear }

// Type implements Message.
func (ButtonLed) Type() Type { return TypeButtonLed }

// Type implements Message.
func (Heartbeat) Type() Type { return TypeHeartbeat }

// Type implements Message.
func (Stop) Type() Type { return TypeStop }

// Type implements Message.
func (Servos) Type() Type { return TypeServos }

// Type implements Message.
func (Leds) Type() Type { return TypeLeds }

// Type implements Message.
func (Ack) Type() Type { return TypeAck }

// Type implements Message.
func (Nak) Type() Type { return TypeNak }

// Type implements Message.
func (Hello) Type() Type { return TypeHello }

// Type implements Message.
func (SetupEcho) Type() Type { return TypeSetupEcho }

// Type implements Message.
func (Press) Type() Type { return TypePress }

// Type implements Message.
func (Fault) Type() Type { return TypeFault }

// Type implements Message.
func (Status) Type() Type { return TypeStatus }

// Type implements Message.
func (Snapshot) Type() Type { return TypeSnapshot }

// Type implements Message.
func (StopConfirm) Type() Type { return TypeStopConfirm }

// Type implements Message.
func (Analogue) Type() Type { return TypeAnalogue }

func (m Stop) validate() error      { return checkRange(m.Type(), "kind", m.Kind, StopSoft, StopEmergency) }
func (m ButtonLed) validate() error { return checkRange(m.Type(), "mode", m.Mode, LedOff, LedFast) }

func (m Actuate) validate() error {
	if err := checkRange(m.Type(), "pump", m.Pump, 0, 1); err != nil {
		return err
	}
	return checkRange(m.Type(), "valve", m.Valve, 0, 1)
}

func checkRange(t Type, field string, v, lo, hi uint8) error {
	if v < lo || v > hi {
		return fmt.Errorf("wire: %s: %s is %d, not within %d…%d", t, field, v, lo, hi)
	}
	return nil
}

// appendPayload appends the message's bytes.
func appendPayload(dst []byte, m Message) []byte {
	dst, err := binary.Append(dst, binary.LittleEndian, m)
	if err != nil {
		panic("wire: " + err.Error()) // only a message struct with a field of variable size
	}
	return dst
}

// Marshal returns the message's payload.
func Marshal(m Message) []byte { return appendPayload(nil, m) }

// Unmarshal reads a payload, strictly: length and enumerations must fit.
func Unmarshal(t Type, payload []byte) (Message, error) {
	s, ok := typeSpecs[t]
	if !ok {
		return nil, fmt.Errorf("wire: unknown %s", t)
	}
	if len(payload) != s.size {
		return nil, fmt.Errorf("wire: %s: payload of %d bytes, not %d", t, len(payload), s.size)
	}
	return s.decode(payload)
}

func decodePayload[M Message](payload []byte) (Message, error) {
	var m M
	if _, err := binary.Decode(payload, binary.LittleEndian, &m); err != nil {
		return nil, fmt.Errorf("wire: %s: %w", m.Type(), err)
	}
	if c, ok := Message(m).(validatedMessage); ok {
		if err := c.validate(); err != nil {
			return nil, err
		}
	}
	return m, nil
}
