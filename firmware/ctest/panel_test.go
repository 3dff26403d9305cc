package ctest

import (
	"testing"
	"time"
)

// In the set-up mode the eyes show the field as the visitor has it before them, switches, buttons and supply, and
// the lamp flickers; afterwards all is dark.
func TestPanel(t *testing.T) {
	b := newDaemonRig(t, host)
	hold := func() {
		b.buttons = 2
		b.run(3100 * time.Millisecond)
		b.buttons = 0
		b.run(100 * time.Millisecond)
	}
	hold()
	b.supply = 11992 // what the converter makes of twelve volts
	const a1, c1, b2, h8 = 1 << 0, 1 << 1, 1 << 4, 1 << 31
	b.field, b.buttons, b.closed = a1|c1|b2|h8, 1|4, [3]bool{1: true}
	lit := 0
	b.each = func() { lit += int(b.wordInt(7)) }
	b.run(1000 * time.Millisecond)
	if got, want := b.words[12], "01000000000040a0"+"1818"+"00"+"c3c3"+"0000"+"fc"; got != want {
		t.Errorf("eyes %s, want %s", got, want)
	}
	if lit < 450 || lit > 550 {
		t.Errorf("the lamp is lit for %d ms of a second", lit)
	}
	b.each, b.field, b.closed = nil, 0, [3]bool{}
	hold()
	b.run(100 * time.Millisecond)
	if got := b.words[12]; got != "00000000000000000000000000000000" || b.words[7] != "0" {
		t.Errorf("eyes %s, lamp %s after it", got, b.words[7])
	}
}
