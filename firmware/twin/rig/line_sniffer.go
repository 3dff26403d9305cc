package rig

import (
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/witness"
)

// A lineSniffer hears both directions of a rig's line. What limits the firmware was given, where it
// believes its arm to be and what it complains of are not to be seen at its pins. What the virtual
// controller knows besides, an item that came without the host having homed the arm, say, the
// firmware's fault tells.
type lineSniffer struct {
	fromHost, fromMCU              wire.Decoder
	offered, accepted              setup
	lastStatus                     wire.Status
	lastFaultSession, lastFaultSeq uint8         // of the last fault that was counted; it may be repeated
	hasSpoken                      bool          // the firmware has said something of the protocol since its reset
	silentFor                      time.Duration // for so long it hadn't, by its own clock
}

// A setup is what the witness needs of the host's set-up.
type setup struct {
	limits wire.SetupLimits
	rates  wire.SetupRates
}

func (s setup) witnessLimits() witness.Limits { return witness.LimitsOf(s.limits, s.rates) }

// decodeHost follows the host's set-up.
func (t *lineSniffer) decodeHost(bytes []byte) {
	t.fromHost.Feed(bytes, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return // the firmware says so
		}
		switch m := m.(type) {
		case wire.SetupLimits:
			t.offered.limits = m
		case wire.SetupRates:
			t.offered.rates = m
		}
	})
}

// decodeMCU passes on what the firmware says.
func (t *lineSniffer) decodeMCU(bytes []byte, take func(f wire.Frame, m wire.Message)) {
	t.fromMCU.Feed(bytes, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return // the host throws it away, too
		}
		t.hasSpoken = true
		take(f, m)
	})
}

// recordFault reports whether a fault has been heard before, and remembers it.
func (t *lineSniffer) recordFault(f wire.Frame) bool {
	if f.Session == t.lastFaultSession && f.Seq == t.lastFaultSeq {
		return true
	}
	t.lastFaultSession, t.lastFaultSeq = f.Session, f.Seq
	return false
}
