package wiring

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

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

// checkAllUsed names each definition that no pin has been made from, except the direction and input registers of
// a port that is used.
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
