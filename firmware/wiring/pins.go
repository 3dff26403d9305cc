// Package wiring draws how the robot's parts hang on the controller's pins, and lists them. It takes the pins
// from the header from which the firmware is compiled, so that neither picture nor table can say anything else.
// The picture itself is wiring.svg.tmpl.
package wiring

import "fmt"

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
