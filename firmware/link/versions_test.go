package link

import (
	"strings"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

// TestVersions: of another major version, older or newer, nothing is accepted but its HELLO; another minor
// version or another build of this major one makes no difference, and what it has beyond this program is
// ignored.
func TestVersions(t *testing.T) {
	for _, c := range []struct {
		name         string
		major, minor uint8
		reason       string // "": accepted
	}{
		{"this", wire.Major, wire.Minor, ""},
		{"newer by a little", wire.Major, wire.Minor + 9, ""},
		{"newer", wire.Major + 1, 0, "the controller speaks protocol 2.0, this program 1.0"},
		{"older", wire.Major - 1, 7, "the controller speaks protocol 0.7, this program 1.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newHostRig(t)
			b.controller.major, b.controller.minor, b.controller.build = c.major, c.minor, 0xfeed
			b.host.PortOpened(0)
			b.run(time.Second)
			unknown := wire.Frame{Type: 0x7e, Session: uint8(b.controller.nonce), Payload: []byte{1, 2, 3}}
			b.controller.out = wire.AppendEncode(b.controller.out, unknown)
			b.run(time.Second)
			got := b.takeEvents(EventUp, EventDown, EventRefused)
			if len(got) != 1 || got[0].Kind == EventRefused != (c.reason != "") || !strings.Contains(got[0].Reason, c.reason) {
				t.Errorf("%+v, want %q", got, c.reason)
			}
			if s := b.host.State(); s.Up != (c.reason == "") || s.Build != 0xfeed {
				t.Errorf("up %t, build %x", s.Up, s.Build)
			}
			if c.reason != "" && len(b.controller.got) != 0 {
				t.Errorf("told %+v", b.controller.got)
			}
		})
	}
}
