package ctest

import (
	"testing"

	"crownhead/firmware/link/wire"
)

// A frameRig talks to the real binary frame by frame: every byte of either side is its own, and nothing is ever
// sent twice, so that a byte lost anywhere shows in the sequence numbers. Its arm stands at its switches and is
// home as soon as they open.
type frameRig struct {
	*firmwareProcess
	t       *testing.T
	seq     uint8 // of the last sequenced frame that was sent
	theirs  uint8 // of the last one received
	acked   uint8
	decoder wire.Decoder
	got     map[wire.Type]int
	status  wire.Status
	presses []wire.Press
	counter uint16 // of the snapshots
	queued  int    // bytes put on the line
	heard   int    // bytes taken from it
	ms      int    // since the reset
	beaten  int    // ms of the last heartbeat

	window  int            // sequenced frames on the line
	waiting []wire.Message // to be sent when the window has room

	segment uint8  // number of the last SEGMENT's frame
	id      uint16 // of the last item sent
	chain   []wire.Segment
	pulses  []pulse
}

// rigSession is the rig's session, and its nonce.
const rigSession = 7

// rigLimits are wide and fast: as much as the protocol allows.
var rigLimits = wire.JointLimits{Min: -wire.MaxPosition, Max: wire.MaxPosition, MaxSpeed: wire.MaxSpeed, MaxAccel: wire.MaxAccel}

func newFrameRig(t *testing.T, on target) *frameRig {
	t.Helper()
	r := &frameRig{firmwareProcess: startFirmware(t, on), t: t, got: map[wire.Type]int{}, window: wire.Window}
	r.command("reset")
	r.command("in 7 0 0 12000")
	r.run(50)
	r.queueMessage(wire.HelloRequest{Major: wire.Major, Nonce: rigSession})
	all := func(v int32) [3]int32 { return [3]int32{v, v, v} }
	r.queueMessage(wire.SetupLimits{Min: all(rigLimits.Min), Max: all(rigLimits.Max)})
	r.queueMessage(wire.SetupHoming{Fast: [3]int32{-1 << 24, 1 << 24, 1 << 24}, Slow: all(1 << 20)})
	r.queueMessage(wire.SetupRates{
		MaxSpeed: all(rigLimits.MaxSpeed), MaxAccel: all(rigLimits.MaxAccel), StopAccel: all(rigLimits.MaxAccel),
		SilenceMs: 500, VacuumS: 1,
	})
	r.queueMessage(wire.Home{})
	r.runUntil("home", func() bool { return r.status.State == wire.StateHoming })
	r.command("in 1 0 0 12000")
	r.run(50)
	r.command("in 0 0 0 12000")
	r.runUntil("ready", func() bool { return r.status.State == wire.StateReady })
	r.pulses = nil
	for _, meter := range []string{"cost", "edges", "bytes", "load"} {
		r.query("%s", meter) // from now on
	}
	return r
}

// queueMessage puts a message on the line, a sequenced one when its turn comes.
func (r *frameRig) queueMessage(m wire.Message) {
	if !m.Type().Sequenced() {
		r.sendMessage(m)
		return
	}
	r.waiting = append(r.waiting, m)
	r.fillWindow()
}

func (r *frameRig) fillWindow() {
	for len(r.waiting) > 0 && int(r.seq-r.acked) < r.window {
		r.sendMessage(r.waiting[0])
		r.waiting = r.waiting[1:]
	}
}

func (r *frameRig) sendMessage(m wire.Message) {
	p := r.encodeFrame(m)
	r.queued += len(p)
	r.command("receive %s", toHex(p))
}

// encodeFrame is the message as it goes on the line.
func (r *frameRig) encodeFrame(m wire.Message) []byte {
	f := wire.Frame{Type: m.Type(), Session: rigSession, Ack: r.theirs, Payload: wire.Marshal(m)}
	if f.Type.Sequenced() {
		r.seq++
		f.Seq = r.seq
	}
	return wire.Encode(f)
}

// run lets milliseconds pass and takes what was sent, keeps the queue filled and collects the pulses.
func (r *frameRig) run(ms int) {
	r.t.Helper()
	r.query("run %d", ms)
	had := r.theirs
	sent := fromHex(r.t, r.words[0])
	r.heard += len(sent)
	r.decoder.Feed(sent, r.receiveFrame)
	if e := r.decoder.Errors; e.Total() != 0 {
		r.t.Fatalf("damaged frames: %+v", e)
	}
	if r.theirs != had {
		r.queueMessage(wire.Ack{})
	}
	if r.ms += ms; r.ms-r.beaten >= 100 {
		r.beaten = r.ms
		r.queueMessage(wire.Heartbeat{Nonce: uint16(r.ms)})
	}
	r.fillWindow()
	r.sendChain()
	r.collectPulses()
}

// receiveFrame notes a frame of the controller.
func (r *frameRig) receiveFrame(f wire.Frame) {
	r.got[f.Type]++
	r.acked = f.Ack
	if f.Type.Sequenced() {
		if r.theirs++; f.Seq != r.theirs {
			r.t.Fatalf("frame %d of the controller is missing: %d came", r.theirs, f.Seq)
		}
	}
	m, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		r.t.Fatal(err)
	}
	switch m := m.(type) {
	case wire.Status:
		r.status = m
	case wire.Press:
		r.presses = append(r.presses, m)
	case wire.Snapshot:
		if r.counter++; m.Counter != r.counter {
			r.t.Fatalf("snapshot %d is missing: %d came", r.counter, m.Counter)
		}
	case wire.Fault:
		r.t.Fatalf("fault: %s, %+v", wire.FaultReason(m.Code), m)
	case wire.Nak:
		r.t.Fatalf("a frame was lost on the way to the controller: it has %d of %d", f.Ack, r.seq)
	}
}

// sendChain sends what is left of the chain, as far as the queue has room; with a wide window one segment at a
// time, for to plan them takes longer than to receive them.
func (r *frameRig) sendChain() {
	for len(r.chain) > 0 && r.id-r.status.Done < 15 {
		if r.window > wire.Window && (len(r.waiting) > 0 || int8(r.acked-r.segment) < 0) {
			return
		}
		r.id++
		r.chain[0].ID = r.id
		r.queueMessage(r.chain[0])
		r.segment = r.seq
		r.chain = r.chain[1:]
	}
}

// runUntil runs until something is so.
func (r *frameRig) runUntil(what string, so func() bool) {
	r.t.Helper()
	for range 2000 {
		if r.run(1); so() {
			return
		}
	}
	r.t.Fatalf("never %s: status %+v, frames %v", what, r.status, r.got)
}
