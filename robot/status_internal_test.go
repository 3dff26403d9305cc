package robot

import (
	"strings"
	"testing"
)

// The operator hears of hardware with another firmware than this program's, and of nothing else.
func TestFirmwareOfAnotherBuild(t *testing.T) {
	up := LinkStatus{State: LinkUp, Port: "/dev/ttyACM7", Firmware: "0badcafe"}
	virtual, down := up, up
	virtual.Virtual, down.State = true, LinkDown
	for _, c := range []struct {
		l    LinkStatus
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
		l.compare(c.ours)
		if (l.Hint == "") != (c.hint == "") || !strings.Contains(l.Hint, c.hint) {
			t.Errorf("%+v, ours %08x: hint %q", c.l, c.ours, l.Hint)
		}
	}
}
