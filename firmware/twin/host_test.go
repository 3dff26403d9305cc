package twin

import (
	"math"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
)

// A host is the least that can drive the controller: frames by hand, no package link, no package kinematics.
type host struct {
	t    testing.TB
	w    *World
	c    *Device
	now  time.Duration
	mute bool // no heartbeat
	in   []byte

	channel  wire.Channel
	decoder  wire.Decoder
	beat     time.Duration
	id       uint16
	at       [3]float64 // degrees at the end of what was queued
	hello    wire.Hello
	echo     *wire.SetupEcho
	status   wire.Status
	snapshot wire.Snapshot
	presses  []wire.Press
	faults   []wire.Fault
	confirms []wire.StopConfirm
}

const (
	testSpeed = 100.0 // degrees/s
	testAccel = 540.0 // degrees/s²
)

// controller is the one at the end of the host's cable.
func (h *host) controller() *Controller { return h.c.Driver.(*Controller) }

func newHost(t testing.TB, w *World) *host {
	return &host{t: t, w: w, c: NewDevice(w, Faults{}, ControllerConfig{Seed: 1, Boot: 100 * time.Millisecond})}
}

// homedHost is a host with a session, a set-up and a homed arm.
func homedHost(t testing.TB, w *World) *host {
	t.Helper()
	h := newHost(t, w)
	h.connect(7)
	h.setUp(500)
	h.home()
	return h
}

// run lets time pass: the controller is called when it wants to be.
func (h *host) run(d time.Duration) {
	until := h.now + d
	for {
		var sent []byte
		if h.channel.Session() != 0 {
			if !h.mute && h.now >= h.beat {
				h.beat = h.now + 100*time.Millisecond
				sent = h.channel.Append(sent, wire.Heartbeat{Nonce: 1})
			}
			sent, _ = h.channel.Advance(h.now, sent)
		}
		out, next := h.c.Advance(h.now, append(h.in, sent...))
		h.in = nil
		h.decoder.Feed(out, h.take)
		if h.now >= until {
			return
		}
		h.now = min(next, h.now+20*time.Millisecond, until)
	}
}

func (h *host) take(f wire.Frame) {
	if f.Type != wire.TypeHello && !h.channel.Receive(h.now, f) {
		return
	}
	m, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		h.t.Fatal(err)
	}
	switch m := m.(type) {
	case wire.Hello:
		h.hello = m
	case wire.SetupEcho:
		h.echo = &m
	case wire.Status:
		h.status = m
	case wire.Snapshot:
		h.snapshot = m
	case wire.Press:
		h.presses = append(h.presses, m)
	case wire.Fault:
		h.faults = append(h.faults, m)
	case wire.StopConfirm:
		h.confirms = append(h.confirms, m)
	}
}

func (h *host) connect(nonce uint32) {
	h.t.Helper()
	h.run(200 * time.Millisecond)
	r := wire.HelloRequest{Major: wire.Major, Nonce: nonce}
	h.channel.Reset(r.Session())
	h.in = wire.AppendEncode([]byte{0}, wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
	h.run(50 * time.Millisecond)
	if h.hello.Nonce != nonce {
		h.t.Fatalf("no answer to the hello: %+v", h.hello)
	}
}

func (h *host) send(messages ...wire.Message) {
	h.t.Helper()
	for _, m := range messages {
		if err := h.channel.Send(m); err != nil {
			h.t.Fatal(err)
		}
	}
}

const (
	stepsPerDegree = 32000.0 / 360
	tickSeconds    = 50e-6
)

func position(deg float64) int32 { return int32(math.Round(deg * stepsPerDegree * 256)) }
func speed(deg float64) int32    { return int32(deg * stepsPerDegree * tickSeconds * (1 << 32)) }
func accel(deg float64) int32 {
	return int32(deg * stepsPerDegree * tickSeconds * tickSeconds * (1 << 40))
}

func three(f func(float64) int32, x float64) [3]int32 { return [3]int32{f(x), f(x), f(x)} }

func (h *host) setUp(silence uint16) {
	h.t.Helper()
	h.send(
		wire.SetupLimits{
			Min: [3]int32{position(-90), position(-20), position(-102)}, Max: [3]int32{position(90), position(105), position(18)},
		},
		wire.SetupHoming{
			Switch: [3]int32{position(-80), position(100), position(10)},
			Fast:   [3]int32{speed(-30), speed(25), speed(25)}, Slow: three(speed, 2),
		},
		wire.SetupRates{
			MaxSpeed: three(speed, testSpeed), MaxAccel: three(accel, testAccel), StopAccel: three(accel, 500),
			SilenceMs: silence, VacuumS: 60,
		},
	)
	h.run(100 * time.Millisecond)
	if h.echo == nil || h.echo.Result != wire.SetupOK {
		h.t.Fatalf("set-up: %+v", h.echo)
	}
}

func (h *host) home() {
	h.t.Helper()
	h.send(wire.Home{})
	h.run(10 * time.Second)
	if h.status.State != wire.StateReady || h.status.Flags&wire.FlagHomed == 0 {
		h.t.Fatalf("not homed: %+v, faults %+v", h.status, h.faults)
	}
	h.at = [3]float64{-80, 100, 10}
}

// glide queues a smooth motion to these angles in knots of 50 ms, as slow as asked for, and lets it happen.
func (h *host) glide(to [3]float64, degreesPerSecond float64) {
	h.t.Helper()
	const ticks = 1000
	longest := 0.0
	for j := range to {
		longest = max(longest, math.Abs(to[j]-h.at[j]))
	}
	n := int(math.Ceil(1.6*longest/degreesPerSecond/(ticks*tickSeconds))) + 3
	for i := 1; i <= n; i++ {
		h.send(h.knot(to, float64(i)/float64(n), 1/(float64(n)*ticks), ticks))
		for h.channel.Pending() > 0 || int16(h.id-h.status.Done) > 8 {
			h.run(10 * time.Millisecond)
			if h.status.State != wire.StateReady {
				return
			}
		}
	}
	h.at = to
	h.drain()
}

// knot is the segment that ends at part u of a smoothstep.
func (h *host) knot(to [3]float64, u, perTick float64, ticks uint16) wire.Segment {
	h.id++
	s := wire.Segment{ID: h.id, Ticks: ticks}
	for j := range to {
		way := (to[j] - h.at[j]) * stepsPerDegree
		s.End[j] = int32(math.Round((h.at[j]*stepsPerDegree + way*(3*u*u-2*u*u*u)) * 256))
		s.Exit[j] = int32(way * 6 * u * (1 - u) * perTick * (1 << 32))
	}
	return s
}

// drain waits until everything queued is done.
func (h *host) drain() {
	h.t.Helper()
	for range 1000 {
		h.run(20 * time.Millisecond)
		if h.status.Done == h.id || h.status.State != wire.StateReady {
			return
		}
	}
	h.t.Fatalf("item %d not done: %+v", h.id, h.status)
}

// pump switches pump and valve and waits for the dwell.
func (h *host) pump(pump, valve uint8, dwell uint16) {
	h.t.Helper()
	h.id++
	h.send(wire.Actuate{ID: h.id, Pump: pump, Valve: valve, DwellMs: dwell})
	h.drain()
}

// aim is the inverse of the drawing's arm, in closed form, for tests only.
func aim(x, y, z float64) [3]float64 {
	rho := math.Hypot(x, y) - nominalTool
	zeta := z + nominalNozzle - nominalShoulder
	d2 := rho*rho + zeta*zeta
	d := math.Sqrt(d2)
	const deg = 180 / math.Pi
	a := math.Atan2(zeta, rho) + math.Acos((nominalUpper*nominalUpper+d2-nominalForearm*nominalForearm)/(2*nominalUpper*d))
	b := a + math.Acos((nominalUpper*nominalUpper+nominalForearm*nominalForearm-d2)/(2*nominalUpper*nominalForearm)) - math.Pi
	return [3]float64{math.Atan2(y, x) * deg, a * deg, b * deg}
}

// over moves the tip above a place, lower moves it straight down or up there.
func (h *host) over(x, y float64) {
	h.t.Helper()
	h.glide(aim(x, y, 65), 60)
}

func (h *host) lower(x, y, z float64) {
	h.t.Helper()
	from := h.w.arm.tip.Z
	for _, part := range []float64{0.25, 0.5, 0.75, 1} {
		h.glide(aim(x, y, from+(z-from)*part), 30)
	}
}

// carry picks a checker at one place and lays it down at another.
func (h *host) carry(fromX, fromY, toX, toY, top float64) {
	h.t.Helper()
	h.over(fromX, fromY)
	h.lower(fromX, fromY, top+0.5)
	h.pump(1, 0, 300)
	h.lower(fromX, fromY, 65)
	h.over(toX, toY)
	h.lower(toX, toY, top+0.5)
	h.pump(0, 1, 300)
	h.lower(toX, toY, 65)
}

func (h *host) spot(s string) (float64, float64) { return h.w.spot(square(h.t, s)) }

// startHost is a homed host before the start position on an undisturbed robot.
func startHost(t testing.TB) *host {
	t.Helper()
	return homedHost(t, exactWorld(t, board.Start(), board.White))
}
