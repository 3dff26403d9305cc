// Package twintest is for tests of the virtual robot: a host that drives it with frames made by
// hand, and worlds to drive.
package twintest

import (
	"math"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/world"
)

// A Controller is what a Host is connected to: a controller, or one at the end of a cable.
type Controller interface {
	Advance(now time.Duration, in []byte) (out []byte, next time.Duration)
	Reset(now time.Duration, cause uint8)
}

// A Host is the simplest host that can drive a controller. It makes frames by hand, without packages link
// and kinematics.
type Host struct {
	World      *world.World
	Controller Controller
	Now        time.Duration
	Mute       bool   // no heartbeat
	In         []byte // goes to the controller with the next Run

	Channel wire.ReliableLink
	Decoder wire.Decoder
	ID      uint16     // of the last queue item
	At      [3]float64 // degrees at the end of what was queued

	// What the controller has sent. Of the first four kinds only the last message is kept.
	Hello    wire.Hello
	Echo     *wire.SetupEcho
	Status   wire.Status
	Snapshot wire.Snapshot
	Presses  []wire.Press
	Faults   []wire.Fault
	Confirms []wire.StopConfirm

	t          testing.TB
	nextBeatAt time.Duration
}

// BootDelay is how long the boot loader of a controller under test listens.
const BootDelay = 100 * time.Millisecond

const (
	topSpeed = 100.0 // degrees/s
	topAccel = 540.0 // degrees/s²
)

// NewHost connects a host to the controller of a world.
func NewHost(t testing.TB, w *world.World, d Controller) *Host {
	return &Host{t: t, World: w, Controller: d}
}

// ConnectAndHome opens a session, sets up and homes.
func (h *Host) ConnectAndHome() {
	h.t.Helper()
	h.Connect(7)
	h.SetUp(500)
	h.Home()
}

// Run lets time pass: the controller is called when it wants to be.
func (h *Host) Run(d time.Duration) {
	until := h.Now + d
	for {
		var sent []byte
		if h.Channel.Session() != 0 {
			if !h.Mute && h.Now >= h.nextBeatAt {
				h.nextBeatAt = h.Now + 100*time.Millisecond
				sent = h.Channel.AppendUnsequenced(sent, wire.Heartbeat{Nonce: 1})
			}
			sent, _ = h.Channel.Advance(h.Now, sent)
		}
		out, next := h.Controller.Advance(h.Now, append(h.In, sent...))
		h.In = nil
		h.Decoder.Feed(out, h.recordFrame)
		if h.Now >= until {
			return
		}
		h.Now = min(next, h.Now+20*time.Millisecond, until)
	}
}

func (h *Host) recordFrame(f wire.Frame) {
	if f.Type != wire.TypeHello && !h.Channel.Receive(h.Now, f) {
		return
	}
	m, err := wire.Unmarshal(f.Type, f.Payload)
	if err != nil {
		h.t.Fatal(err)
	}
	switch m := m.(type) {
	case wire.Hello:
		h.Hello = m
	case wire.SetupEcho:
		h.Echo = &m
	case wire.Status:
		h.Status = m
	case wire.Snapshot:
		h.Snapshot = m
	case wire.Press:
		h.Presses = append(h.Presses, m)
	case wire.Fault:
		h.Faults = append(h.Faults, m)
	case wire.StopConfirm:
		h.Confirms = append(h.Confirms, m)
	}
}

// Connect opens a session.
func (h *Host) Connect(nonce uint32) {
	h.t.Helper()
	h.Run(200 * time.Millisecond)
	r := wire.HelloRequest{Major: wire.Major, Nonce: nonce}
	h.Channel.Reset(r.Session())
	h.In = wire.AppendEncode([]byte{0}, wire.Frame{Type: r.Type(), Session: r.Session(), Payload: wire.Marshal(r)})
	h.Run(50 * time.Millisecond)
	if h.Hello.Nonce != nonce {
		h.t.Fatalf("no answer to the hello: %+v", h.Hello)
	}
}

// Send queues sequenced messages, which leave with the next Run.
func (h *Host) Send(messages ...wire.Message) {
	h.t.Helper()
	for _, m := range messages {
		if err := h.Channel.Send(m); err != nil {
			h.t.Fatal(err)
		}
	}
}

// StepsPerDegree is the gear ratio of the drawing, in motor steps.
const StepsPerDegree = 32000.0 / 360

const tickSeconds = wire.TickMicros * 1e-6

// Position converts an angle in degrees to the unit of the wire.
func Position(deg float64) int32 { return int32(math.Round(deg * StepsPerDegree * wire.SubSteps)) }
func speedOf(deg float64) int32  { return int32(deg * StepsPerDegree * tickSeconds * (1 << 32)) }
func accelOf(deg float64) int32 {
	return int32(deg * StepsPerDegree * tickSeconds * tickSeconds * (1 << 40))
}

func three(f func(float64) int32, x float64) [3]int32 { return [3]int32{f(x), f(x), f(x)} }

// SetupMessages are limits and rates that suit the drawing's arm; silence is in milliseconds.
func SetupMessages(silence uint16) []wire.Message {
	return []wire.Message{
		wire.SetupLimits{
			Min: [3]int32{Position(-90), Position(-20), Position(-102)},
			Max: [3]int32{Position(90), Position(105), Position(18)},
		},
		wire.SetupHoming{
			Switch: [3]int32{Position(-80), Position(100), Position(10)},
			Fast:   [3]int32{speedOf(-30), speedOf(25), speedOf(25)}, Slow: three(speedOf, 2),
		},
		wire.SetupRates{
			MaxSpeed: three(speedOf, topSpeed), MaxAccel: three(accelOf, topAccel), StopAccel: three(accelOf, 500),
			SilenceMs: silence, VacuumS: 60,
		},
	}
}

// SetUp gives the controller its limits and rates; silence is in milliseconds.
func (h *Host) SetUp(silence uint16) {
	h.t.Helper()
	h.Send(SetupMessages(silence)...)
	h.Run(100 * time.Millisecond)
	if h.Echo == nil || h.Echo.Result != wire.SetupOK {
		h.t.Fatalf("set-up: %+v", h.Echo)
	}
}

// Home lets the arm seek its switches.
func (h *Host) Home() {
	h.t.Helper()
	h.Send(wire.Home{})
	h.Run(10 * time.Second)
	if h.Status.State != wire.StateReady || h.Status.Flags&wire.FlagHomed == 0 {
		h.t.Fatalf("not homed: %+v, faults %+v", h.Status, h.Faults)
	}
	h.At = [3]float64{-80, 100, 10}
}

// MoveJoints queues a smooth motion to these angles in segments of 50 ms, as slow as asked for, and waits for its end.
func (h *Host) MoveJoints(to [3]float64, degreesPerSecond float64) {
	h.t.Helper()
	const ticks = 1000
	longest := 0.0
	for j := range to {
		longest = max(longest, math.Abs(to[j]-h.At[j]))
	}
	n := int(math.Ceil(1.6*longest/degreesPerSecond/(ticks*tickSeconds))) + 3
	for i := 1; i <= n; i++ {
		h.Send(h.SegmentTo(to, float64(i)/float64(n), 1/(float64(n)*ticks), ticks))
		for h.Channel.Pending() > 0 || int16(h.ID-h.Status.Done) > 8 {
			h.Run(10 * time.Millisecond)
			if h.Status.State != wire.StateReady {
				return
			}
		}
	}
	h.At = to
	h.Drain()
}

// SegmentTo makes the segment that ends at part u of a smoothstep to these angles.
func (h *Host) SegmentTo(to [3]float64, u, perTick float64, ticks uint16) wire.Segment {
	h.ID++
	s := wire.Segment{ID: h.ID, Ticks: ticks}
	for j := range to {
		way := (to[j] - h.At[j]) * StepsPerDegree
		s.End[j] = int32(math.Round((h.At[j]*StepsPerDegree + way*(3*u*u-2*u*u*u)) * wire.SubSteps))
		s.Exit[j] = int32(way * 6 * u * (1 - u) * perTick * (1 << 32))
	}
	return s
}

// Drain waits until everything queued is done.
func (h *Host) Drain() {
	h.t.Helper()
	for range 1000 {
		h.Run(20 * time.Millisecond)
		if h.Status.Done == h.ID || h.Status.State != wire.StateReady {
			return
		}
	}
	h.t.Fatalf("item %d not done: %+v", h.ID, h.Status)
}

// SwitchVacuum switches pump and valve and waits for the dwell.
func (h *Host) SwitchVacuum(pump, valve uint8, dwell uint16) {
	h.t.Helper()
	h.ID++
	h.Send(wire.Actuate{ID: h.ID, Pump: pump, Valve: valve, DwellMs: dwell})
	h.Drain()
}

// SolveIK is the inverse kinematics of the drawing's arm, in closed form.
func SolveIK(x, y, z float64) [3]float64 {
	arm := groundtruth.Nominal()
	rho := math.Hypot(x, y) - arm.Tool
	zeta := z + arm.Nozzle - arm.Shoulder
	d2 := rho*rho + zeta*zeta
	d := math.Sqrt(d2)
	const deg = 180 / math.Pi
	a := math.Atan2(zeta, rho) + math.Acos((arm.Upper*arm.Upper+d2-arm.Forearm*arm.Forearm)/(2*arm.Upper*d))
	b := a + math.Acos((arm.Upper*arm.Upper+arm.Forearm*arm.Forearm-d2)/(2*arm.Upper*arm.Forearm)) - math.Pi
	return [3]float64{math.Atan2(y, x) * deg, a * deg, b * deg}
}

// MoveAbove moves the tip high above a point.
func (h *Host) MoveAbove(x, y float64) {
	h.t.Helper()
	h.MoveJoints(SolveIK(x, y, 65), 60)
}

// MoveZ moves the tip straight down or up to this height.
func (h *Host) MoveZ(x, y, z float64) {
	h.t.Helper()
	from := h.World.Tip().Z
	for _, part := range []float64{0.25, 0.5, 0.75, 1} {
		h.MoveJoints(SolveIK(x, y, from+(z-from)*part), 30)
	}
}

// Carry picks a checker at one place and lays it down at another.
func (h *Host) Carry(fromX, fromY, toX, toY, top float64) {
	h.t.Helper()
	h.MoveAbove(fromX, fromY)
	h.MoveZ(fromX, fromY, top+0.5)
	h.SwitchVacuum(1, 0, 300)
	h.MoveZ(fromX, fromY, 65)
	h.MoveAbove(toX, toY)
	h.MoveZ(toX, toY, top+0.5)
	h.SwitchVacuum(0, 1, 300)
	h.MoveZ(toX, toY, 65)
}

// SquareCentre returns the centre of a square.
func (h *Host) SquareCentre(square string) (x, y float64) {
	at := h.World.SquareCentre(Square(h.t, square))
	return at.X, at.Y
}

// Gripped returns the checker on the nozzle, or nil.
func (h *Host) Gripped() *world.Checker {
	for _, c := range h.World.Checkers() {
		if c.Gripped {
			return &c
		}
	}
	return nil
}

// CheckerOn returns the checker on a square.
func (h *Host) CheckerOn(square string) world.Checker {
	h.t.Helper()
	for i, c := range h.World.State(h.Now).Checkers {
		if c.Where == square {
			return h.World.Checkers()[i]
		}
	}
	h.t.Fatalf("no checker on %s", square)
	return world.Checker{}
}

// Where returns where the checker with this id is, in the words of world.State.
func (h *Host) Where(id int) string { return h.World.State(h.Now).Checkers[id-1].Where }

// LoseSteps drives a motor harder than it can, time and again, so that it loses 64 steps each time.
func (h *Host) LoseSteps(joint, times int) {
	at := h.World.MotorSteps()
	for range times {
		driven := at
		driven[joint] += 100
		h.World.ResetMotionHistory(at)
		h.World.MoveMotors(h.Now, driven)
	}
	h.World.ResetMotionHistory(at)
	h.World.MoveMotors(h.Now, at)
}

// ExactWorld makes the world of a robot without deviations and a hand without scatter, and lays a
// position. The changes are first made to its ground truth.
func ExactWorld(p board.Position, visitor board.Color, changes ...func(*groundtruth.Robot)) *world.World {
	truth := groundtruth.Nominal()
	truth.RobotSigma, truth.Backlash = 0, 0
	for _, change := range changes {
		change(&truth)
	}
	w := world.New(truth, 1)
	w.SetNoScatter(true)
	w.PlacePosition(p, visitor, 3)
	return w
}

// Square returns the square with this name.
func Square(t testing.TB, name string) board.Square {
	t.Helper()
	sq, err := board.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}
