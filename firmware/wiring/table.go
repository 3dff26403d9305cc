package wiring

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"crownhead/board"
)

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

// Take finds them in the header. Whatever it defines must have a place here.
func (h *Header) Take() (Pins, error) {
	const (
		allOfPort = 8
		receive   = 0 // the serial line's are the chip's own
		transmit  = 1
	)
	p := Pins{
		Step: h.bits("STEP_PORT", "STEP_MASK", 3), Enable: h.bit("STEP_PORT", "ENABLE_BIT"), Awake: h.bit("STEP_PORT", "AWAKE_BIT"),
		Switch: h.bits("SWITCH_PORT", "SWITCH_MASK", 3), Row: h.bits("ROW_PORT", "ROW_MASK", 4),
		Data: h.bit("SPI_PORT", "SPI_DATA"), Clock: h.bit("SPI_PORT", "SPI_CLOCK"), Select: h.bit("SPI_PORT", "SPI_SELECT"),
		Servo: append(h.bits("SERVO4_DDR", "SERVO4_MASK", 3), h.bits("SERVO3_DDR", "SERVO3_MASK", 1)...),
		Pump:  h.bit("VACUUM_PORT", "PUMP_BIT"), Valve: h.bit("VACUUM_PORT", "VALVE_BIT"), Speed: h.bit("SPEED_DDR", "SPEED_BIT"),
		Red: h.bit("BUTTON_PORT", "RED_BIT"), Setup: h.bit("BUTTON_PORT", "SETUP_BIT"), Estop: h.bit("ESTOP_PORT", "ESTOP_BIT"),
		Lamp: h.bit("LAMP_PORT", "LAMP_BIT"), Supply: Pin{'F', h.number("SUPPLY_CHANNEL")}, Divider: h.number("SUPPLY_DIVIDER"),
		Receive: Pin{'E', receive}, Transmit: Pin{'E', transmit},
	}
	for j := range p.Step {
		p.Dir = append(p.Dir, h.pin("STEP_PORT", h.number("DIR_SHIFT")+j))
	}
	for k := range allOfPort {
		p.Column = append(p.Column, h.pin("COLUMN_PORT", k))
	}
	for name, value := range h.values {
		twin := strings.HasSuffix(name, "_DDR") || strings.HasSuffix(name, "_PIN") // of a port that is named, too
		if !h.used[name] && !(twin && h.sibling(name, value)) {
			h.fail("%s has no place in the wiring", name)
		}
	}
	return p, errors.Join(append(h.errs, p.clash())...)
}

// sibling tells whether the data direction or input register of a definition belongs to its port.
func (h *Header) sibling(name, value string) bool {
	stem := name[:strings.LastIndexByte(name, '_')]
	port, ok := h.values[stem+"_PORT"]
	return ok && value != "" && strings.TrimPrefix(port, "PORT") == value[len(value)-1:]
}

// clash names a pin that is used twice.
func (p *Pins) clash() error {
	seen := map[Pin]string{}
	for _, r := range p.Rows() {
		for _, pin := range r.Pins {
			if other := seen[pin]; other != "" {
				return fmt.Errorf("%s is used for %q and for %q", pin, other, r.What)
			}
			seen[pin] = r.What
		}
	}
	return nil
}

// A Row is one function of the controller.
type Row struct {
	What string
	Pins []Pin
	Way  string // out, in, both
	Note string
}

// Rows is the table of pins.
func (p *Pins) Rows() []Row {
	columns := slices.Clone(p.Column)
	return []Row{
		{"serial line, through the USB chip", []Pin{p.Receive, p.Transmit}, "in, out", "leave these two pins free"},
		{"emergency stop, second contact", []Pin{p.Estop}, "in, pull-up", "closed to ground; open is pressed, or a broken wire"},
		{"motors' supply", []Pin{p.Supply}, "analogue", fmt.Sprintf("divided by %d, taken behind the emergency stop", p.Divider)},
		{"STEP of base, upper arm, forearm", p.Step, "out", "a step at the rising edge"},
		{"DIR of base, upper arm, forearm", p.Dir, "out", "high: the position grows"},
		{"ENABLE of all three drivers", []Pin{p.Enable}, "out", "low: current; 10 kΩ to 5 V, so that a reset frees the motors"},
		{"SLEEP and RESET of all three", []Pin{p.Awake}, "out", "low: asleep; 10 kΩ to ground, likewise"},
		{"homing switches of base, upper arm, forearm", p.Switch, "in, pull-up", "low: the magnet is there"},
		{"field, columns 0 to 7", columns, "in, pull-up", "low: a magnet; 4.7 kΩ to 5 V"},
		{"field, power of rows 0 to 3", p.Row, "out", "high: this row is powered, one at a time for a millisecond"},
		{"eyes: DIN, CLK, CS", []Pin{p.Data, p.Clock, p.Select}, "out", "two MAX7219; the left eye is nearer to the controller"},
		{"servos: left brow, right brow, neck pan, neck tilt", p.Servo, "out", "pulses of 500…2500 µs, 50 a second; none: off"},
		{"pump", []Pin{p.Pump}, "out", "high: runs; 10 kΩ to ground at the gate"},
		{"valve", []Pin{p.Valve}, "out", "high: open to the air; likewise"},
		{"pump's speed", []Pin{p.Speed}, "out", "always high: for a pump driver that has such an input, else free"},
		{"red button", []Pin{p.Red}, "in, pull-up", "closes to ground"},
		{"lamp in the red button", []Pin{p.Lamp}, "out", "330 Ω in series, 10 mA"},
		{"set-up button", []Pin{p.Setup}, "in, pull-up", "closes to ground; inside the case"},
	}
}

// Table is the table of pins in Markdown.
func (p *Pins) Table() string {
	var b strings.Builder
	b.WriteString("| what | Mega | chip | | |\n|---|---|---|---|---|\n")
	for _, r := range p.Rows() {
		var mega, chip []string
		for _, pin := range r.Pins {
			mega, chip = append(mega, pin.Mega()), append(chip, pin.String())
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.What, strings.Join(mega, " "), strings.Join(chip, " "), r.Way, r.Note)
	}
	return b.String()
}

// square is the dark square above the sensor of a row and a column, as a visitor names it who plays White.
func square(row, column int) string { return board.Square(8*row + column).String() }
