package doctor

import (
	"fmt"
	"strings"
	"testing"

	"crownhead/firmware"
	"crownhead/firmware/link"
)

// Hardware with another firmware than this program's is to be flashed; a virtual controller never is.
func TestBuild(t *testing.T) {
	ours := firmware.Hash()
	x := &HardwareCheck{port: "/dev/ttyACM7"}
	for _, c := range []struct {
		st     link.State
		state  State
		detail string
		hint   string
	}{
		{link.State{Build: ours, Protocol: "1.0"}, OK, fmt.Sprintf("real hardware, firmware %08x, protocol 1.0; "+
			"the firmware is this program's", ours), ""},
		{link.State{Build: ours + 1, Protocol: "1.3"}, Warn, fmt.Sprintf("firmware %08x, protocol 1.3; this "+
			"program's firmware is %08x", ours+1, ours), "make -C firmware flash PORT=/dev/ttyACM7"},
		{link.State{Build: 1, Protocol: "1.0", Virtual: true}, OK, "virtual, firmware 00000001, protocol 1.0", ""},
	} {
		got := x.checkFirmware(c.st)
		if got.State != c.state || !strings.HasSuffix(got.Detail, c.detail) || got.Hint != c.hint {
			t.Errorf("%+v: %+v", c.st, got)
		}
	}
	if c := x.checkFirmware(link.State{Build: ours, Protocol: "1.0", Virtual: true}); strings.Contains(
		c.Detail, "program",
	) {
		t.Errorf("a virtual controller is compared: %+v", c)
	}
}

// A virtual robot that the real firmware drives doesn't say that it is virtual: its port does, and nothing holds it
// still.
func TestSimulated(t *testing.T) {
	st := link.State{Build: firmware.Hash(), Protocol: "1.0"}
	x := &HardwareCheck{Simulated: true}
	if c := x.checkFirmware(st); c.State != OK ||
		!strings.HasPrefix(c.Detail, "the real firmware on a virtual robot, ") {
		t.Errorf("%+v", c)
	}
	if x.mustStandStill(st) {
		t.Error("it is not let move")
	}
	st.Build++
	if c := x.checkFirmware(st); c.State != Warn || strings.Contains(c.Hint, "flash") {
		t.Errorf("another firmware: %+v", c)
	}
}
