package rig

import (
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/witness"
)

// A lineSniffer decodes both directions of a rig's serial line. It learns what no pin shows: the limits
// that the firmware was given, whether it is homed, and which faults it reports.
type lineSniffer struct {
	fromHost, fromMCU wire.Decoder
	offered, accepted setup
	lastStatus        wire.Status

	lastFaultSession, lastFaultSeq uint8 // to know one that is sent again

	hasSpoken bool          // the firmware has sent a frame of the protocol since its reset
	silentFor time.Duration // how long it had not, by its own clock
}

// A setup is the part of the host's set-up against which motion is held.
type setup struct {
	limits wire.SetupLimits
	rates  wire.SetupRates
}

func (s setup) witnessLimits() witness.Limits { return witness.LimitsOf(s.limits, s.rates) }

// decodeHost decodes what the host sends, and remembers the set-up that it offers.
func (t *lineSniffer) decodeHost(bytes []byte) {
	t.fromHost.Feed(bytes, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return // the firmware reports it
		}
		switch m := m.(type) {
		case wire.SetupLimits:
			t.offered.limits = m
		case wire.SetupRates:
			t.offered.rates = m
		}
	})
}

// decodeMCU decodes what the firmware sends, and hands the messages over.
func (t *lineSniffer) decodeMCU(bytes []byte, take func(f wire.Frame, m wire.Message)) {
	t.fromMCU.Feed(bytes, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return // the host ignores it too
		}
		t.hasSpoken = true
		take(f, m)
	})
}

// recordFault remembers a fault, and reports whether it is new: a fault is sent again until the host
// acknowledges it.
func (t *lineSniffer) recordFault(f wire.Frame) (isNew bool) {
	isNew = f.Session != t.lastFaultSession || f.Seq != t.lastFaultSeq
	t.lastFaultSession, t.lastFaultSeq = f.Session, f.Seq
	return isNew
}
