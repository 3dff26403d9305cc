package ctest

import (
	"math"
	"testing"
	"time"

	"crownhead/firmware/link/wire"
)

const (
	ms          = time.Millisecond
	tickSeconds = wire.TickMicros * 1e-6
)

// A controllerSide is what a rawHost talks to: the firmware, or the virtual one. A turn is one millisecond.
type controllerSide interface{ advance(in []byte) []byte }

// A rawHost is a host that says what a test wants, true or false, and keeps what it is answered.
type rawHost struct {
	t    testing.TB
	far  controllerSide
	now  time.Duration
	beat time.Duration // when the next heartbeat is due; wire.Never: none
	deaf bool          // it acknowledges nothing

	channel wire.ReliableLink
	decoder wire.Decoder
	nonce   uint32
	out     []byte // to be sent
	heard   []heardMessage
	sent    []utterance
	status  wire.Status
}

// heardMessage is a message of the controller.
type heardMessage struct {
	at      time.Duration
	frame   wire.Frame
	message wire.Message
}

func newRawHost(t testing.TB, far controllerSide) *rawHost { return &rawHost{t: t, far: far} }

// run lets time pass.
func (h *rawHost) run(d time.Duration) {
	h.t.Helper()
	for range int(d / ms) {
		h.now += ms
		if h.channel.Session() != 0 {
			if h.now >= h.beat {
				h.beat = h.now + 100*ms
				h.sendOnce(wire.Heartbeat{Nonce: uint16(h.now / ms)})
			}
			h.out, _ = h.channel.Advance(h.now, h.out)
		}
		out := h.out
		h.out = nil
		h.decoder.Feed(h.far.advance(out), h.receiveFrame)
	}
}

func (h *rawHost) receiveFrame(f wire.Frame) {
	if f.Type != wire.TypeHello && !h.deaf && !h.channel.Receive(h.now, f) {
		return
	}
	m, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		h.t.Fatalf("the controller says %+v: %v", f, err)
	}
	if s, ok := m.(wire.Status); ok {
		h.status = s
	}
	f.Payload = nil
	h.heard = append(h.heard, heardMessage{h.now, f, m})
}

// sendReliable puts messages into the reliable half, tell sends one at once.
func (h *rawHost) sendReliable(messages ...wire.Message) {
	h.t.Helper()
	for _, m := range messages {
		h.recordMessage(m)
		if err := h.channel.Send(m); err != nil {
			h.t.Fatal(err)
		}
	}
}

func (h *rawHost) sendOnce(m wire.Message) {
	h.recordMessage(m)
	h.out = h.channel.AppendUnsequenced(h.out, m)
}

// sendRaw sends a frame as it is.
func (h *rawHost) sendRaw(f wire.Frame) { h.out = wire.AppendEncode(h.out, f) }

// shakeHands asks for a session and returns the answer.
func (h *rawHost) shakeHands(nonce uint32) (answer wire.Hello) {
	h.t.Helper()
	h.nonce, h.beat = nonce, 0
	r := wire.HelloRequest{Major: wire.Major, Nonce: nonce}
	h.channel.Reset(0)
	h.recordMessage(r)
	h.out = append(h.out, 0)
	h.sendRaw(wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
	h.forgetHeard()
	h.runUntil(100*ms, "answered", func() bool {
		all := heardOfType[wire.Hello](h)
		if len(all) > 0 {
			answer = all[len(all)-1]
		}
		return answer.Nonce == nonce
	})
	h.forgetHeard()
	h.channel.Reset(r.Session())
	return answer
}

// setUpSession begins a session and sets the controller up.
func (h *rawHost) setUpSession() {
	h.t.Helper()
	h.shakeHands(h.nonce + 1)
	h.sendReliable(limits, homing, rates)
	if m, ok := awaitMessage[wire.SetupEcho](h, 100*ms); !ok || m.Result != wire.SetupOK || m.CRC != wire.SetupCRC(limits, homing, rates) {
		h.t.Fatalf("set-up: %+v", m)
	}
	h.run(5 * ms)
	h.forgetHeard()
}

// homeArm has the arm home. An arm at its switches is there so soon that no status may say that it was homing:
// what counts is one that acknowledges the frame.
func (h *rawHost) homeArm() {
	h.t.Helper()
	h.sendReliable(wire.Home{})
	h.runUntil(100*ms, "heard", func() bool { return h.channel.Pending() == 0 })
	h.forgetHeard()
	h.runUntil(20*time.Second, "home", func() bool {
		return len(heardOfType[wire.Status](h)) > 0 && h.status.State == wire.StateReady && h.status.Flags&wire.FlagHomed != 0
	})
}

// runUntil runs until something is so.
func (h *rawHost) runUntil(patience time.Duration, what string, so func() bool) {
	h.t.Helper()
	for end := h.now + patience; !so(); h.run(ms) {
		if h.now > end {
			h.t.Fatalf("not %s: %+v; heard %+v", what, h.status, h.heard)
		}
	}
}

func (h *rawHost) forgetHeard() { h.heard = nil }

// awaitMessage runs until the controller says something of a kind, and forgets it and what came before.
func awaitMessage[M wire.Message](h *rawHost, patience time.Duration) (m M, ok bool) {
	h.t.Helper()
	for end := h.now + patience; h.now <= end; h.run(ms) {
		for i, w := range h.heard {
			if m, ok := w.message.(M); ok {
				h.heard = h.heard[i+1:]
				return m, true
			}
		}
	}
	return m, false
}

// heardOfType are the messages of a kind that were not forgotten.
func heardOfType[M wire.Message](h *rawHost) (all []M) {
	for _, w := range h.heard {
		if m, ok := w.message.(M); ok {
			all = append(all, m)
		}
	}
	return all
}

// What a rawHost sets the controller up with.
var (
	limits = wire.SetupLimits{
		Min: [3]int32{position(-90), position(-20), position(-102)}, Max: [3]int32{position(90), position(105), position(18)},
	}
	homing = wire.SetupHoming{
		Switch: [3]int32{position(-80), position(100), position(10)},
		Fast:   [3]int32{speed(-60), speed(50), speed(50)}, Slow: [3]int32{speed(6), speed(6), speed(6)},
	}
	rates = wire.SetupRates{
		MaxSpeed: [3]int32{speed(100), speed(100), speed(100)}, MaxAccel: [3]int32{accel(540), accel(540), accel(540)},
		StopAccel: [3]int32{accel(500), accel(500), accel(500)}, SilenceMs: 500, VacuumS: 60,
	}
)

// position, speed and accel turn degrees and seconds into what goes over the wire.
func position(deg float64) int32 { return int32(math.Round(deg * stepsPerDegree * 256)) }
func speed(deg float64) int32    { return int32(deg * stepsPerDegree * tickSeconds * (1 << 32)) }

func accel(deg float64) int32 {
	return int32(deg * stepsPerDegree * tickSeconds * tickSeconds * (1 << 40))
}

// hopSegment is a segment that turns every joint by some degrees from where the arm rests, and back at rest.
func (h *rawHost) hopSegment(id uint16, degrees float64, ticks uint16) wire.Segment {
	s := wire.Segment{ID: id, Ticks: ticks}
	for j, p := range h.status.Position {
		s.End[j] = p + position(degrees)
		if j != 0 {
			s.End[j] = p - position(degrees)
		}
	}
	return s
}
