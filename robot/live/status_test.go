package live

import (
	"strings"
	"testing"

	"crownhead/robot"
	"crownhead/robot/turn"
)

// The operator hears of hardware with another firmware than this program's, and of nothing else.
func TestFirmwareOfAnotherBuild(t *testing.T) {
	up := robot.LinkStatus{State: turn.LinkUp, Port: "/dev/ttyACM7", Firmware: "0badcafe"}
	virtual, down := up, up
	virtual.Virtual, down.State = true, turn.LinkDown
	for _, c := range []struct {
		l    robot.LinkStatus
		ours uint32
		hint string
	}{
		{up, 0x0badcafe, ""},
		{up, 0x1badcafe, "make -C firmware flash PORT=/dev/ttyACM7"},
		{up, 0, ""},
		{virtual, 0x1badcafe, ""},
		{down, 0x1badcafe, ""},
	} {
		l := c.l
		compareFirmware(&l, c.ours)
		if (l.Remedy == "") != (c.hint == "") || !strings.Contains(l.Remedy, c.hint) {
			t.Errorf("%+v, ours %08x: hint %q", c.l, c.ours, l.Remedy)
		}
	}
}
