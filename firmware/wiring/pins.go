// Package wiring draws how the robot's parts hang on the controller's pins, and lists them. It takes the pins from the
// header from which the firmware is compiled, so that neither picture nor table can say anything else. The picture itself
// is wiring.svg.tmpl.
package wiring

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Pin is a bit of a port of the ATmega2560.
type Pin struct {
	Port byte // 'A'…'L'
	Bit  int
}

func (p Pin) String() string { return fmt.Sprintf("P%c%d", p.Port, p.Bit) }

// boardNames are what is printed beside the pins of an Arduino Mega, by ports, bit 0 first; "" is not led out.
var boardNames = map[byte][8]string{
	'A': {"D22", "D23", "D24", "D25", "D26", "D27", "D28", "D29"},
	'B': {"D53", "D52", "D51", "D50", "D10", "D11", "D12", "D13"},
	'C': {"D37", "D36", "D35", "D34", "D33", "D32", "D31", "D30"},
	'D': {"D21", "D20", "D19", "D18", "", "", "", "D38"},
	'E': {"D0", "D1", "", "D5", "D2", "D3"},
	'F': {"A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7"},
	'G': {"D41", "D40", "D39", "", "", "D4"},
	'H': {"D17", "D16", "", "D6", "D7", "D8", "D9"},
	'J': {"D15", "D14"},
	'K': {"A8", "A9", "A10", "A11", "A12", "A13", "A14", "A15"},
	'L': {"D49", "D48", "D47", "D46", "D45", "D44", "D43", "D42"},
}

// Mega is what is printed beside the pin on the board.
func (p Pin) Mega() string { return boardNames[p.Port][p.Bit] }

// Pins are all that the firmware uses.
type Pins struct {
	Step, Dir               []Pin // of base, upper arm, forearm
	Enable, Awake           Pin
	Switch                  []Pin // likewise
	Column, Row             []Pin
	Data, Clock, Select     Pin   // of the eyes
	Servo                   []Pin // left brow, right brow, neck pan, neck tilt
	Pump, Valve, Speed      Pin
	Red, Lamp, Setup, Estop Pin
	Supply                  Pin
	Divider                 int // of the motors' supply
	Receive, Transmit       Pin // the serial line, behind the USB chip
}

// ParsePins finds the pins in the text of pins.h. Everything that it defines must have a place here.
func ParsePins(text []byte) (Pins, error) {
	const (
		columns  = 8
		receive  = 0 // the serial line's pins are the chip's own
		transmit = 1
	)
	h := newHeader(text)
	p := Pins{
		Step:     h.maskPins("STEP_PORT", "STEP_MASK", 3),
		Enable:   h.bitPin("STEP_PORT", "ENABLE_BIT"),
		Awake:    h.bitPin("STEP_PORT", "AWAKE_BIT"),
		Switch:   h.maskPins("SWITCH_PORT", "SWITCH_MASK", 3),
		Row:      h.maskPins("ROW_PORT", "ROW_MASK", 4),
		Data:     h.bitPin("SPI_PORT", "SPI_DATA"),
		Clock:    h.bitPin("SPI_PORT", "SPI_CLOCK"),
		Select:   h.bitPin("SPI_PORT", "SPI_SELECT"),
		Servo:    append(h.maskPins("SERVO4_DDR", "SERVO4_MASK", 3), h.maskPins("SERVO3_DDR", "SERVO3_MASK", 1)...),
		Pump:     h.bitPin("VACUUM_PORT", "PUMP_BIT"),
		Valve:    h.bitPin("VACUUM_PORT", "VALVE_BIT"),
		Speed:    h.bitPin("SPEED_DDR", "SPEED_BIT"),
		Red:      h.bitPin("BUTTON_PORT", "RED_BIT"),
		Setup:    h.bitPin("BUTTON_PORT", "SETUP_BIT"),
		Estop:    h.bitPin("ESTOP_PORT", "ESTOP_BIT"),
		Lamp:     h.bitPin("LAMP_PORT", "LAMP_BIT"),
		Supply:   Pin{'F', h.number("SUPPLY_CHANNEL")},
		Divider:  h.number("SUPPLY_DIVIDER"),
		Receive:  Pin{'E', receive},
		Transmit: Pin{'E', transmit},
	}
	for joint := range p.Step {
		p.Dir = append(p.Dir, h.portPin("STEP_PORT", h.number("DIR_SHIFT")+joint))
	}
	for column := range columns {
		p.Column = append(p.Column, h.portPin("COLUMN_PORT", column))
	}
	h.checkAllUsed()
	return p, errors.Join(append(h.errs, p.checkUsedOnce())...)
}

// checkUsedOnce names a pin that has two functions.
func (p *Pins) checkUsedOnce() error {
	seen := map[Pin]string{}
	for _, r := range p.Rows() {
		for _, pin := range r.Pins {
			if other := seen[pin]; other != "" {
				return fmt.Errorf("wiring: %s is used for %q and for %q", pin, other, r.What)
			}
			seen[pin] = r.What
		}
	}
	return nil
}

// A header has the definitions of pins.h by their names, and gathers what is wrong with them.
type header struct {
	values map[string]string
	used   map[string]bool
	errs   []error
}

var definition = regexp.MustCompile(`(?m)^#define (\w+) (\S.*)$`)

func newHeader(text []byte) *header {
	h := &header{values: map[string]string{}, used: map[string]bool{}}
	for _, m := range definition.FindAllStringSubmatch(string(text), -1) {
		h.values[m[1]] = strings.TrimSpace(m[2])
	}
	return h
}

func (h *header) addError(format string, args ...any) {
	h.errs = append(h.errs, fmt.Errorf("wiring: "+format, args...))
}

func (h *header) value(name string) string {
	v, ok := h.values[name]
	if !ok {
		h.addError("pins.h has no %s", name)
	}
	h.used[name] = true
	return v
}

func (h *header) number(name string) int {
	n, err := strconv.ParseInt(h.value(name), 0, 16)
	if err != nil {
		h.addError("%s: %w", name, err)
	}
	return int(n)
}

// portPin is a bit of the port that a definition names: as PORTA or DDRA.
func (h *header) portPin(port string, bit int) Pin {
	v := h.value(port)
	letter := strings.TrimPrefix(strings.TrimPrefix(v, "PORT"), "DDR")
	if len(letter) != 1 || letter == v || bit < 0 || bit > 7 {
		h.addError("%s is %q, bit %d: no pin", port, v, bit)
		return Pin{'A', 0}
	}
	p := Pin{letter[0], bit}
	if p.Mega() == "" {
		h.addError("%s is not led out on the board", p)
	}
	return p
}

// bitPin is the pin of a port whose bit has a name.
func (h *header) bitPin(port, bit string) Pin { return h.portPin(port, h.number(bit)) }

// maskPins are the pins of a mask, the lowest first; there must be n.
func (h *header) maskPins(port, mask string, n int) (pins []Pin) {
	m := h.number(mask)
	for bit := range 8 {
		if m>>bit&1 != 0 {
			pins = append(pins, h.portPin(port, bit))
		}
	}
	if len(pins) != n {
		h.addError("%s has %d bits, not %d", mask, len(pins), n)
		pins = make([]Pin, n)
	}
	return pins
}

// checkAllUsed names each definition that no pin has been made from, except the direction and input registers of a port
// that is used.
func (h *header) checkAllUsed() {
	for name, value := range h.values {
		stem, register := strings.CutSuffix(name, "_DDR")
		if !register {
			stem, register = strings.CutSuffix(name, "_PIN")
		}
		port, named := h.values[stem+"_PORT"]
		ofUsedPort := register && named && value != "" && strings.TrimPrefix(port, "PORT") == value[len(value)-1:]
		if !h.used[name] && !ofUsedPort {
			h.addError("%s has no place in the wiring", name)
		}
	}
}
