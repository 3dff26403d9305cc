package calibration

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/world"
	"crownhead/internal/app"
	"crownhead/internal/demo"
	"crownhead/internal/twinprocess"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/virtual"
)

// A virtualArm moves a virtual robot in virtual time.
type virtualArm struct {
	t      testing.TB
	core   *robot.Core
	world  *world.World
	device *twin.Device
	saved  *arm.Config // as a calibration has written it

	now, next        time.Duration
	toCore, toDevice []byte
	opened           bool
	refused          error
}

var _ armClient = (*virtualArm)(nil)

// newVirtualArm is robot n of those that are put up by eye, in the operator's hands.
func newVirtualArm(t testing.TB, n uint64, cfg config.Config) *virtualArm {
	t.Helper()
	p, err := app.BuildComponents(cfg)
	if err != nil {
		t.Fatal(err)
	}
	core, err := p.CoreConfig(app.GameSetup{Start: board.Start(), Visitor: board.White, Seed: n})
	if err != nil {
		t.Fatal(err)
	}
	h := &virtualArm{t: t, world: world.New(groundtruth.Misaligned(n), n)}
	h.device = twin.NewDevice(h.world, twin.FaultConfig{}, controller.Config{Seed: n, BootDelay: twinprocess.BootTime})
	core.Service, core.Link.Quiet = true, twinprocess.BootTime.Seconds()
	core.SaveCalibration = func(c arm.Config) error {
		h.saved = &c
		return nil
	}
	if h.core, err = robot.NewCore(core); err != nil {
		t.Fatal(err)
	}
	return h
}

// advanceTime goes to the next instant at which anything happens.
func (h *virtualArm) advanceTime(commands ...command.Command) {
	h.now = max(h.next, h.now+virtual.Latency)
	in := robot.Input{Opened: !h.opened, Bytes: h.toCore, Commands: commands}
	h.opened = true
	bytes, next := h.device.Advance(h.now, h.toDevice)
	h.toCore = append([]byte{}, bytes...)
	out, due := h.core.Advance(h.now, in)
	h.toDevice, h.refused = append([]byte{}, out.Bytes...), out.CommandErr
	if h.next = min(due, next); len(h.toCore)+len(h.toDevice) > 0 {
		h.next = h.now
	}
}

func (h *virtualArm) execute(name command.Name, args ...string) error {
	c := command.Command{Name: name, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		c.Args[args[i]] = args[i+1]
	}
	if h.advanceTime(c); h.refused != nil {
		return h.refused
	}
	return waitForRest(h)
}

func (h *virtualArm) waitFor(what string, limit time.Duration, wanted func(robot.Status) bool) error {
	for end := h.now + limit; h.now < end; h.advanceTime() {
		if wanted(h.status()) {
			return nil
		}
	}
	return fmt.Errorf("%s within %v", what, limit)
}

func (h *virtualArm) status() robot.Status { return h.core.Status(h.now) }

// A scriptedOperator reads the dialogue and answers it, by what their eyes see of the tip and of the place.
type scriptedOperator struct {
	strings.Builder
	world *world.World
	rng   *rand.Rand
	place string
	bias  groundtruth.Point // how they see this place
	step  string
	lines int
}

func newOperator(w *world.World, seed uint64) *scriptedOperator {
	return &scriptedOperator{world: w, rng: rand.New(rand.NewPCG(seed, 99))}
}

const eye = 0.1 // mm per axis: how well they see

// nextLine is their next line.
func (o *scriptedOperator) nextLine() (string, bool) {
	prompt := o.String()[strings.LastIndex(o.String(), "\n")+1:]
	o.lines++
	if o.lines > 3000 {
		return "", false
	}
	name, _, found := strings.Cut(prompt, ": tip at")
	if !found {
		return "write", true
	}
	if name != o.place {
		o.place = name
		o.bias = groundtruth.Point{
			X: o.rng.NormFloat64() * eye,
			Y: o.rng.NormFloat64() * eye,
			Z: o.rng.NormFloat64() * eye,
		}
	}
	return o.lineToward(o.distanceToPlace()), true
}

// distanceToPlace is how far the tip is from where they want it.
func (o *scriptedOperator) distanceToPlace() [3]float64 {
	a, err := arm.New(arm.DefaultConfig())
	if err != nil {
		panic(err)
	}
	p, err := a.ParsePlace(o.place)
	if err != nil {
		panic(err)
	}
	at := groundtruth.Point{}
	if p.HasSensor() {
		at = o.world.SquareCentre(p.Square)
	} else {
		at = o.world.TraySlot(p.Slot)
	}
	tip := o.world.Tip()
	return [3]float64{at.X - tip.X + o.bias.X, at.Y - tip.Y + o.bias.Y, at.Z - tip.Z + o.bias.Z}
}

// lineToward is the line that brings the tip nearer: sideways first, then down.
func (o *scriptedOperator) lineToward(off [3]float64) string {
	axis := 0
	if math.Abs(off[1]) > math.Abs(off[0]) {
		axis = 1
	}
	if aside := math.Abs(off[axis]); aside < 0.06 || aside < 1 && off[2] < -1 {
		axis = 2
	}
	far := math.Abs(off[axis])
	if far < 0.06 {
		return "take"
	}
	step := "0.1"
	switch {
	case far >= 10:
		step = "10"
	case far >= 1:
		step = "1"
	}
	if step != o.step {
		o.step = step
		return step
	}
	sign := "+"
	if off[axis] < 0 {
		sign = "-"
	}
	return "xyz"[axis:axis+1] + sign
}

// calibrateRobot lets an operator calibrate robot n, and returns the configuration that they have written.
func calibrateRobot(t testing.TB, n uint64, cfg config.Config) (arm.Config, *scriptedOperator) {
	t.Helper()
	h := newVirtualArm(t, n, cfg)
	o := newOperator(h.world, n)
	d := newDialogue(h, o, o.nextLine)
	d.file = "robot.yaml"
	if err := d.measureCorners(); err != nil || h.saved == nil {
		t.Fatalf("robot %d: %v after %d lines:\n%s", n, err, o.lines, tailOf(o.String()))
	}
	if c := h.world.Counts(); c.Violations > 0 {
		t.Errorf("robot %d: the witness counts %+v", n, c)
	}
	return *h.saved, o
}

func tailOf(text string) string { return text[max(0, len(text)-3000):] }

// measurePlacement sends the arm to all squares, as for laying a checker, and measures how far from their middles the tip
// really comes, and how far from the height that it should have.
func measurePlacement(t testing.TB, n uint64, cfg config.Config) (rms, worst, height float64) {
	t.Helper()
	h := newVirtualArm(t, n, cfg)
	d := newDialogue(h, &strings.Builder{}, func() (string, bool) { return "", false })
	if err := d.findController(); err != nil {
		t.Fatal(err)
	}
	for s := range board.NoSquare {
		if err := h.execute(command.Goto, "place", s.String(), "height", arm.HeightTouch); err != nil {
			t.Fatal(err)
		}
		tip, at := h.world.Tip(), h.world.SquareCentre(s)
		off := math.Hypot(tip.X-at.X, tip.Y-at.Y)
		rms, worst = rms+off*off/32, math.Max(worst, off)
		height = math.Max(height, math.Abs(tip.Z-at.Z-cfg.Arm.Board.CheckerHeight-cfg.Arm.Descent.GripClearance))
	}
	return math.Sqrt(rms), worst, height
}

var twins = flag.Int("twins", 2, "how many virtual robots are calibrated")

// A scripted operator calibrates virtual robots that nobody has measured, each with another truth: base and board
// turned, board moved and tilted, links longer or shorter, gears with play. Then the tip comes to every square within
// what was asked for.
func TestCalibrateTwins(t *testing.T) {
	for n := range uint64(*twins) {
		cfg := config.Default()
		before, beforeWorst, _ := measurePlacement(t, n+1, cfg)
		saved, o := calibrateRobot(t, n+1, cfg)
		cfg.Arm = saved
		rms, worst, height := measurePlacement(t, n+1, cfg)
		truth := groundtruth.Misaligned(n + 1)
		t.Logf(
			"robot %d: base %+.2f°, board (%+.1f, %+.1f) mm, %+.2f°, %+.1f mm high, slopes %+.2f° %+.2f°, links "+
				"%+.2f %+.2f %+.2f mm: before %.2f mm rms, %.2f worst; %d lines; after %.2f mm rms, %.2f worst, "+
				"height %.2f",
			n+1,
			truth.Yaw,
			truth.Board.X-220,
			truth.Board.Y,
			truth.Board.Yaw,
			truth.Board.Surface-12,
			truth.Board.TiltX,
			truth.Board.TiltY,
			truth.Upper-135,
			truth.Forearm-160,
			truth.Tool-50.9,
			before,
			beforeWorst,
			o.lines,
			rms,
			worst,
			height,
		)
		if rms > 0.5 || worst > 1.2 || height > 1 {
			t.Errorf("robot %d: %.2f mm root mean square, %.2f at the worst, %.2f in height", n+1, rms, worst, height)
		}
	}
}

// countRetries lets robot n play a few plies and counts what it had to try again or ask for, and what the witness saw amiss.
func countRetries(t testing.TB, n uint64, cfg config.Config) (tries, wrong int) {
	t.Helper()
	cfg.Game.Level = "child"
	p, err := app.BuildComponents(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d, err := demo.New(demo.Options{Games: 1, Visitor: "random", Seed: 5, RobotVariant: n, Plies: 20}, p)
	if err != nil {
		t.Fatal(err)
	}
	report, err := d.PlayFast(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return report.PickRetries + report.Helps, report.BoardMismatches + report.MotionFaults
}

// The picks prove it: a robot that misses its checkers, or puts them down beside their squares, no longer does once
// it is calibrated.
func TestCalibrationShowsInTheGame(t *testing.T) {
	const n = 4
	cfg := config.Default()
	before, _ := countRetries(t, n, cfg)
	cfg.Arm, _ = calibrateRobot(t, n, cfg)
	after, wrong := countRetries(t, n, cfg)
	t.Logf("robot %d: %d tries again before, %d after", n, before, after)
	if before < 10 || after > 1 || wrong > 0 {
		t.Errorf("robot %d: %d tries again before, %d after; %d things wrong after", n, before, after, wrong)
	}
}

// A controller that resets in the middle of a check is homed again, and the check goes on.
func TestCheckGoesOnAfterAReset(t *testing.T) {
	h := newVirtualArm(t, 1, config.Default())
	answers := 0
	o := &strings.Builder{}
	d := newDialogue(h, o, func() (string, bool) {
		if answers++; answers == 3 {
			h.device.Reset(h.now, wire.ResetExternal)
		}
		return "y", true
	})
	if err := d.checkPlaces(); err != nil || !strings.Contains(o.String(), "The line to the controller was lost") ||
		answers != len(checkedPlaces) {
		t.Errorf("%v after %d answers:\n%s", err, answers, o)
	}
	if c := h.world.Counts(); c.Violations > 0 {
		t.Errorf("the witness counts %+v", c)
	}
}

// Without spare kings every place may be right, too.
func TestCheckWithoutSpareKings(t *testing.T) {
	cfg := config.Default()
	cfg.Arm.Tray.Kings = nil
	o := &strings.Builder{}
	d := newDialogue(newVirtualArm(t, 1, cfg), o, func() (string, bool) { return "y", true })
	if err := d.checkPlaces(); err != nil {
		t.Errorf("%v:\n%s", err, o)
	}
}

// An interrupted dialogue doesn't wait for another line.
func TestLinesEndWithTheirContext(t *testing.T) {
	in, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	stops := make(chan bool, 1)
	next := readLines(ctx, in, func() { stops <- true })
	go fmt.Fprintln(out, " STOP ")
	if line, more := next(); line != "stop" || !more || !<-stops {
		t.Errorf("%q, %v", line, more)
	}
	cancel()
	if line, more := next(); line != "" || more {
		t.Errorf("%q, %v after the end", line, more)
	}
	_ = out.Close()
}

// The emergency stop ends a motion of the dialogue; the arm is homed before it moves again.
func TestStopInTheDialogue(t *testing.T) {
	h := newVirtualArm(t, 1, config.Default())
	lines := []string{"z-", "stop", "z-", "clear", "z-", "home", "z-", "quit"}
	o := &strings.Builder{}
	d := newDialogue(h, o, func() (string, bool) {
		line := lines[0]
		lines = lines[1:]
		if line == "stop" {
			h.advanceTime(command.Command{Name: command.Stop})
			_ = h.waitFor("", time.Second, func(robot.Status) bool { return false })
		}
		return line, true
	})
	err := d.measureCorners()
	for _, words := range []string{
		"a1: stopped> ", "Not done: the robot is stopped: clear the stop first", "a1: not homed> ",
		"home it first",
	} {
		if !strings.Contains(o.String(), words) {
			t.Errorf("%q isn't said", words)
		}
	}
	if !errors.Is(err, errUnwritten) || len(lines) > 0 {
		t.Errorf("%v, %q left:\n%s", err, lines, o)
	}
}
