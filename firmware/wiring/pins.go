// Package wiring draws how the robot's parts hang on the controller's pins, and lists them. It takes the pins from the header from
// which the firmware is compiled, so that neither picture nor table can say anything else.
package wiring

import (
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

// boards has what is printed beside the pins of an Arduino Mega, by ports, bit 0 first; "" is not led out.
var boards = map[byte][8]string{
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
func (p Pin) Mega() string { return boards[p.Port][p.Bit] }

// Header is pins.h, by names.
type Header struct {
	values map[string]string
	used   map[string]bool
	errs   []error
}

var define = regexp.MustCompile(`(?m)^#define (\w+) (\S.*)$`)

// Parse reads the definitions of pins.h.
func Parse(text []byte) *Header {
	h := &Header{values: map[string]string{}, used: map[string]bool{}}
	for _, m := range define.FindAllStringSubmatch(string(text), -1) {
		h.values[m[1]] = strings.TrimSpace(m[2])
	}
	return h
}

func (h *Header) fail(format string, args ...any) {
	h.errs = append(h.errs, fmt.Errorf(format, args...))
}

func (h *Header) value(name string) string {
	v, ok := h.values[name]
	if !ok {
		h.fail("pins.h has no %s", name)
	}
	h.used[name] = true
	return v
}

// number is a definition's number.
func (h *Header) number(name string) int {
	n, err := strconv.ParseInt(h.value(name), 0, 16)
	if err != nil {
		h.fail("%s: %w", name, err)
	}
	return int(n)
}

// pin is a bit of the port that a definition names: as PORTA or DDRA.
func (h *Header) pin(port string, bit int) Pin {
	v := h.value(port)
	letter := strings.TrimPrefix(strings.TrimPrefix(v, "PORT"), "DDR")
	if len(letter) != 1 || letter == v || bit < 0 || bit > 7 {
		h.fail("%s is %q, bit %d: no pin", port, v, bit)
		return Pin{'A', 0}
	}
	p := Pin{letter[0], bit}
	if p.Mega() == "" {
		h.fail("%s is not led out on the board", p)
	}
	return p
}

// bits are the pins of a mask, the lowest first; there must be n.
func (h *Header) bits(port, mask string, n int) (pins []Pin) {
	m := h.number(mask)
	for bit := range 8 {
		if m>>bit&1 != 0 {
			pins = append(pins, h.pin(port, bit))
		}
	}
	if len(pins) != n {
		h.fail("%s has %d bits, not %d", mask, len(pins), n)
		pins = make([]Pin, n)
	}
	return pins
}

// bit is the pin of a port whose bit has a name.
func (h *Header) bit(port, name string) Pin { return h.pin(port, h.number(name)) }
