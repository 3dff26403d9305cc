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

// A farEnd is what a talker talks to: the firmware, or the virtual one. A turn is one millisecond.
type farEnd interface{ turn(in []byte) []byte }

// A talker is a host that says what a test wants, true or false, and keeps what it is answered.
type talker struct {
	t    testing.TB
	far  farEnd
	now  time.Duration
	beat time.Duration // when the next heartbeat is due; wire.Never: none
	deaf bool          // it acknowledges nothing

	channel wire.Channel
	decoder wire.Decoder
	nonce   uint32
	out     []byte // to be sent
	heard   []heard
	sent    []utterance
	status  wire.Status
}

// heard is a message of the controller.
type heard struct {
	at      time.Duration
	frame   wire.Frame
	message wire.Message
}

func newTalker(t testing.TB, far farEnd) *talker { return &talker{t: t, far: far} }

// run lets time pass.
func (h *talker) run(d time.Duration) {
	h.t.Helper()
	for range int(d / ms) {
		h.now += ms
		if h.channel.Session() != 0 {
			if h.now >= h.beat {
				h.beat = h.now + 100*ms
				h.tell(wire.Heartbeat{Nonce: uint16(h.now / ms)})
			}
			h.out, _ = h.channel.Advance(h.now, h.out)
		}
		out := h.out
		h.out = nil
		h.decoder.Feed(h.far.turn(out), h.take)
	}
}

func (h *talker) take(f wire.Frame) {
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
	h.heard = append(h.heard, heard{h.now, f, m})
}

// say puts messages into the reliable half, tell sends one at once.
func (h *talker) say(messages ...wire.Message) {
	h.t.Helper()
	for _, m := range messages {
		h.note(m)
		if err := h.channel.Send(m); err != nil {
			h.t.Fatal(err)
		}
	}
}

func (h *talker) tell(m wire.Message) {
	h.note(m)
	h.out = h.channel.Append(h.out, m)
}

// raw sends a frame as it is.
func (h *talker) raw(f wire.Frame) { h.out = wire.AppendEncode(h.out, f) }

// greet asks for a session and returns the answer.
func (h *talker) greet(nonce uint32) (answer wire.Hello) {
	h.t.Helper()
	h.nonce, h.beat = nonce, 0
	r := wire.HelloRequest{Major: wire.Major, Nonce: nonce}
	h.channel.Reset(0)
	h.note(r)
	h.out = append(h.out, 0)
	h.raw(wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
	h.forget()
	h.until(100*ms, "answered", func() bool {
		all := said[wire.Hello](h)
		if len(all) > 0 {
			answer = all[len(all)-1]
		}
		return answer.Nonce == nonce
	})
	h.forget()
	h.channel.Reset(r.Session())
	return answer
}

// fresh begins a session and sets the controller up.
func (h *talker) fresh() {
	h.t.Helper()
	h.greet(h.nonce + 1)
	h.say(limits, homing, rates)
	if m, ok := await[wire.SetupEcho](h, 100*ms); !ok || m.Result != wire.SetupOK || m.CRC != wire.SetupCRC(limits, homing, rates) {
		h.t.Fatalf("set-up: %+v", m)
	}
	h.run(5 * ms)
	h.forget()
}

// home has the arm home. An arm at its switches is there so soon that no status may say that it was homing: what counts is
// one that acknowledges the frame.
func (h *talker) home() {
	h.t.Helper()
	h.say(wire.Home{})
	h.until(100*ms, "heard", func() bool { return h.channel.Pending() == 0 })
	h.forget()
	h.until(20*time.Second, "home", func() bool {
		return len(said[wire.Status](h)) > 0 && h.status.State == wire.StateReady && h.status.Flags&wire.FlagHomed != 0
	})
}

// until runs until something is so.
func (h *talker) until(patience time.Duration, what string, so func() bool) {
	h.t.Helper()
	for end := h.now + patience; !so(); h.run(ms) {
		if h.now > end {
			h.t.Fatalf("not %s: %+v; heard %+v", what, h.status, h.heard)
		}
	}
}

func (h *talker) forget() { h.heard = nil }

// await runs until the controller says something of a kind, and forgets it and what came before.
func await[M wire.Message](h *talker, patience time.Duration) (m M, ok bool) {
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

// said are the messages of a kind that were not forgotten.
func said[M wire.Message](h *talker) (all []M) {
	for _, w := range h.heard {
		if m, ok := w.message.(M); ok {
			all = append(all, m)
		}
	}
	return all
}

// What the talker sets the controller up with.
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

// hop is a segment that turns every joint by some degrees from where the arm rests, and back at rest.
func (h *talker) hop(id uint16, degrees float64, ticks uint16) wire.Segment {
	s := wire.Segment{ID: id, Ticks: ticks}
	for j, p := range h.status.Position {
		s.End[j] = p + position(degrees)
		if j != 0 {
			s.End[j] = p - position(degrees)
		}
	}
	return s
}
