package sim

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Inputs are what the board's pins read.
type Inputs struct {
	Switches uint8  // closed limit switches, bit = joint
	Field    uint32 // places with a magnet
	Buttons  uint8  // RedButton, SetupButton, EmergencyButton
	SupplyMv int    // of the motors
}

// Buttons, as bits of Inputs.
const (
	RedButton       = 1 << 0
	SetupButton     = 1 << 1
	EmergencyButton = 1 << 2
)

// A Kind names what a pin belongs to.
type Kind byte

// Kinds of events, and what Index and Value are.
const (
	Step    Kind = 'm' // joint; 1 forward, 0 back
	Drivers Kind = 'd' // 1 awake and enabled
	Pump    Kind = 'p' // 1 on
	Valve   Kind = 'v' // 1 open
	Speed   Kind = 'w' // of the pump, of 255
	Lamp    Kind = 'l' // of the red button: 1 lit
	Servo   Kind = 's' // servo; its pulse in µs, 0 none
	Row     Kind = 'e' // row of the eyes, left one first; its LEDs, bit 7 leftmost
)

// An Event is a change at the pins.
type Event struct {
	Kind  Kind
	Index int
	Value int
	Cycle uint64
}

// Outputs are what a slice of time brought: the cycle at its end, the bytes sent and the changes at the pins.
type Outputs struct {
	Cycle  uint64
	Bytes  []byte
	Events []Event
}

// maxLineBytes is how many bytes go on a line of the channel; the program reads no longer ones.
const maxLineBytes = 4096

// encodeSlice is a slice as the program reads it.
func encodeSlice(micros int64, in Inputs, bytes []byte) string {
	var s strings.Builder
	for ; len(bytes) > maxLineBytes; bytes = bytes[maxLineBytes:] {
		fmt.Fprintf(&s, "receive %x\n", bytes[:maxLineBytes])
	}
	text := "-"
	if len(bytes) > 0 {
		text = hex.EncodeToString(bytes)
	}
	fmt.Fprintf(&s, "slice %d %d %d %d %d %s\n", micros, in.Switches, in.Field, in.Buttons, in.SupplyMv, text)
	return s.String()
}

// parseOutputs reads the program's answer.
func parseOutputs(line string) (o Outputs, err error) {
	cycle, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	bytes, rest, _ := strings.Cut(rest, " ")
	if o.Cycle, err = strconv.ParseUint(cycle, 10, 64); err != nil {
		return Outputs{}, fmt.Errorf("a cycle: %w", err)
	}
	if bytes != "-" {
		if o.Bytes, err = hex.DecodeString(bytes); err != nil {
			return Outputs{}, fmt.Errorf("bytes: %w", err)
		}
	}
	for rest != "" {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		e, err := parseEvent(word)
		if err != nil {
			return Outputs{}, err
		}
		o.Events = append(o.Events, e)
	}
	return o, nil
}

// parseEvent reads KIND INDEX = VALUE @ CYCLE, without spaces.
func parseEvent(word string) (e Event, err error) {
	change, at, timed := strings.Cut(word, "@")
	name, value, valued := strings.Cut(change, "=")
	if !timed || !valued || name == "" {
		return Event{}, fmt.Errorf("%q is no event", word)
	}
	e.Kind = Kind(name[0])
	for _, part := range []struct {
		text string
		to   *int
	}{{name[1:], &e.Index}, {value, &e.Value}} {
		if *part.to, err = strconv.Atoi(part.text); err != nil {
			return Event{}, fmt.Errorf("event %q: %w", word, err)
		}
	}
	if e.Cycle, err = strconv.ParseUint(at, 10, 64); err != nil {
		return Event{}, fmt.Errorf("event %q: %w", word, err)
	}
	return e, nil
}
