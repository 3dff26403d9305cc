package wiring

import (
	"fmt"
	"strings"
)

// A Row is one function of the controller.
type Row struct {
	What string
	Pins []Pin
	Way  string // out, in, both
	Note string
}

// Rows is the table of pins.
func (p *Pins) Rows() []Row {
	return []Row{
		{"serial line, through the USB chip", []Pin{p.Receive, p.Transmit}, "in, out", "leave these two pins free"},
		{
			"emergency stop, second contact",
			[]Pin{p.Estop},
			"in, pull-up",
			"closed to ground; open is pressed, or a broken wire",
		},
		{
			"motors' supply",
			[]Pin{p.Supply},
			"analogue",
			fmt.Sprintf("divided by %d, taken behind the emergency stop", p.Divider),
		},
		{"STEP of base, upper arm, forearm", p.Step, "out", "a step at the rising edge"},
		{"DIR of base, upper arm, forearm", p.Dir, "out", "high: the position grows"},
		{
			"ENABLE of all three drivers",
			[]Pin{p.Enable},
			"out",
			"low: current; 10 kΩ to 5 V, so that a reset frees the motors",
		},
		{"SLEEP and RESET of all three", []Pin{p.Awake}, "out", "low: asleep; 10 kΩ to ground, likewise"},
		{"homing switches of base, upper arm, forearm", p.Switch, "in, pull-up", "low: the magnet is there"},
		{"field, columns 0 to 7", p.Column, "in, pull-up", "low: a magnet; 4.7 kΩ to 5 V"},
		{"field, power of rows 0 to 3", p.Row, "out", "high: this row is powered, one at a time for a millisecond"},
		{
			"eyes: DIN, CLK, CS",
			[]Pin{p.Data, p.Clock, p.Select},
			"out",
			"two MAX7219; the left eye is nearer to the controller",
		},
		{
			"servos: left brow, right brow, neck pan, neck tilt", p.Servo, "out",
			"pulses of 500…2500 µs, 50 a second; none: off",
		},
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
		cells := []string{r.What, strings.Join(mega, " "), strings.Join(chip, " "), r.Way, r.Note}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}
