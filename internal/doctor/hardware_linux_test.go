package doctor

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware/link"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/serve"
)

const patience = 30 * time.Second

// listed are the ports that the system lists.
type listed []link.Device

func (l listed) List() ([]link.Device, error) { return l, nil }

// A robotUnderTest is a virtual robot behind a serial port, its world, and the check of it.
type robotUnderTest struct {
	*HardwareCheck
	t     *testing.T
	world *serve.Client
	said  chan string
	lines chan string
	link  Finding
}

// serveRobot runs a virtual robot with these faults behind a port.
func serveRobot(t *testing.T, faults string) (path string, world *serve.Client) {
	t.Helper()
	f, err := twin.ParseFaults(faults)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "port")
	ctx, cancel := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	wait.Go(func() {
		if err := serve.Run(ctx, serve.Config{
			Path: path, Seed: 1, Faults: f, Start: board.Start(), Visitor: board.White, Log: zerolog.Nop(),
		}); err != nil {
			t.Error(err)
		}
	})
	world = serve.Dial(serve.WorldPath(path))
	t.Cleanup(func() { world.Close(); cancel(); wait.Wait() })
	for limit := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if _, _, err := world.Counts(t.Context()); err == nil {
			return path, world
		}
		if time.Now().After(limit) {
			t.Fatal("the virtual robot never came")
		}
	}
}

func quickConfig(port string) config.Config {
	c := config.Default()
	c.Link.Port, c.Link.Quiet = port, 0.4
	c.Link.Silence = 3000 // the machine that tests may do ten things at once
	return c
}

// connectRobot connects a check with a virtual robot.
func connectRobot(t *testing.T, faults string) *robotUnderTest {
	t.Helper()
	path, world := serveRobot(t, faults)
	p := &robotUnderTest{t: t, world: world, said: make(chan string, 100), lines: make(chan string)}
	var err error
	if p.HardwareCheck, err = NewHardwareCheck(quickConfig(path), listed{}, p.lines,
		func(text string) { p.said <- text }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	findings := p.Connect(t.Context())
	expectFinding(t, findings[0], "ports", OK, path)
	p.link = findings[1]
	if t.Failed() {
		t.FailNow()
	}
	return p
}

// Scene 45: a robot without a fault, also when it moves because it was told to; nothing moves before.
func TestScene45Healthy(t *testing.T) {
	t.Parallel()
	p := connectRobot(t, "")
	expectFinding(t, p.link, "link", OK, " 0 damaged")
	findings := p.Controller()
	expectFinding(t, findings[0], "controller", OK, "virtual, firmware 77170001, protocol 1.0")
	expectFinding(t, findings[1], "supply", OK, "12.0 V")
	expectFinding(t, p.Sensors(), "sensors", OK, "all 32")
	expectFinding(t, p.Face(t.Context()), "face", OK)
	expectFinding(t, p.Home(t.Context(), false), "homing", Warn, "not checked", "--move")
	expectFinding(t, p.Pump(t.Context(), false), "pump", Warn, "not checked", "--pump")
	expectFinding(t, p.Pump(t.Context(), true), "pump", Warn, "not homed")
	if s := <-p.world.State(); s.Arm.Homed || s.Pump {
		t.Errorf("it has moved: %+v", s.Arm)
	}
	expectFinding(t, p.Home(t.Context(), true), "homing", OK, "all three switches")
	expectFinding(t, p.Pump(t.Context(), true), "pump", OK, "on for 1 s")
	if s := <-p.world.State(); s.Pump || s.Counts.Violations > 0 {
		t.Errorf("left behind: pump %v, %+v", s.Pump, s.Counts)
	}
}

// A noisy line, a dead and a stuck sensor are named, and so is the emergency button, after which nothing moves.
func TestScene45SensorsAndButton(t *testing.T) {
	t.Parallel()
	p := connectRobot(t, "dead=c3,stuck=d4,flip=0.002")
	expectFinding(t, p.link, "link", Warn, "a shorter USB cable")
	expectFinding(t, p.Sensors(), "sensors", Bad, "these read empty: c3; these full: d4",
		"lay these checkers in the middle")
	if _, err := p.world.Do(t.Context(), serve.Op{Name: serve.OpEstop, On: true}); err != nil {
		t.Fatal(err)
	}
	p.controller.waitUntil(t.Context(), patience, func() bool { return p.controller.protocol.State().Stopped })
	expectFinding(t, p.Controller()[0], "controller", Bad, "emergency button is pressed", "turn the button")
	expectFinding(t, p.Home(t.Context(), true), "homing", Bad, "clear the stop")
}

// Real hardware that nobody has calibrated does not home.
func TestScene44DoctorMovesNothingUncalibrated(t *testing.T) {
	x := &HardwareCheck{cfg: config.Default(), up: true, say: func(string) {}}
	m, err := link.NewHostProtocol(x.cfg.Link, link.Setup{StepsPerDegree: 88, Joints: [3]link.JointSetup{
		{Min: -85, Max: 105, Speed: 80, Accel: 250, StopDecel: 250},
		{Min: -85, Max: 105, Speed: 80, Accel: 250, StopDecel: 250},
		{Min: -85, Max: 105, Speed: 80, Accel: 250, StopDecel: 250},
	}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	x.controller = &controllerLink{protocol: m}
	expectFinding(t, x.Home(t.Context(), true), "homing", Warn, "not checked", "calibrated: false",
		"crownhead calibrate corners")
	expectFinding(t, x.Controller()[0], "controller", Warn, "real hardware", "crownhead calibrate corners")
	x.cfg.Calibrated = true
	expectFinding(t, x.Home(t.Context(), true), "homing", Bad, "not connected")
}

// Scene 20 on the robot: one checker goes from square to square, turned over on each, by what the person is told. A
// dead sensor is passed by when they press Enter.
func TestScene20OnTheRobot(t *testing.T) {
	t.Parallel()
	p := connectRobot(t, "dead=e1")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var person sync.WaitGroup
	person.Go(func() { p.obeyInstructions(ctx) })
	c := p.SensorPolarity(ctx, []board.Square{0, 2, 31})
	cancel()
	person.Wait()
	expectFinding(t, c, "poles", Bad, "e1: sees neither pole")
	if strings.Contains(c.Detail, "a1") || strings.Contains(c.Detail, "h8") {
		t.Errorf("a good sensor is blamed: %v", c)
	}
}

// obeyInstructions does what is asked for.
func (p *robotUnderTest) obeyInstructions(ctx context.Context) {
	state := <-p.world.State()
	id := state.Checkers[0].ID
	for {
		var told string
		select {
		case told = <-p.said:
		case <-ctx.Done():
			return
		}
		name, what, _ := strings.Cut(told, ": ")
		s, err := board.ParseSquare(name)
		switch {
		case strings.HasPrefix(told, "take all checkers off"):
			for _, c := range state.Checkers {
				p.checkError(p.world.RemoveID(ctx, c.ID))
			}
		case err != nil:
		default:
			p.checkError(p.world.RemoveID(ctx, id))
			time.Sleep(100 * time.Millisecond) // a hand is slower than the sensors
			if strings.HasPrefix(what, "turn") {
				p.checkError(p.world.FlipID(ctx, id))
			}
			const middle = 3.5
			b := state.Board
			p.checkError(
				p.world.MoveID(ctx, id, b.X+(middle-float64(s.Rank()))*b.Pitch, b.Y+(float64(s.File())-middle)*b.Pitch),
			)
			if name == "e1" {
				select {
				case p.lines <- "":
				case <-ctx.Done():
				}
			}
		}
	}
}

// checkError reports an error, unless the end of the test has caused it.
func (p *robotUnderTest) checkError(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		p.t.Error(err)
	}
}

// Without a controller the hint is told, and what could not be checked; another device is not taken for one.
func TestScene45NobodyThere(t *testing.T) {
	t.Parallel()
	silent := filepath.Join(t.TempDir(), "none")
	for _, c := range []struct {
		port  string
		words []string
	}{
		{silent, []string{"no such file", "plug the controller in"}},
		{
			link.Auto,
			[]string{
				"no controller found", "found now: COM7 (1234:5678 Modem)", "link.usb",
				"a virtual robot's port has no USB id",
			},
		},
	} {
		x, err := NewHardwareCheck(quickConfig(c.port), listed{{Name: "COM7", USB: "1234:5678", Product: "Modem"}}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		findings := x.Connect(t.Context())
		expectFinding(t, findings[0], "ports", Bad, c.words...)
		expectFinding(t, findings[1], "link", Warn, "no controller answers: see ports")
		for _, left := range append(x.Controller(), x.Sensors(), x.Face(t.Context()),
			x.Home(t.Context(), true), x.Pump(t.Context(), true), x.SensorPolarity(t.Context(), nil)) {
			expectFinding(t, left, left.Name, Warn, "not reached: see link")
		}
		x.Close()
	}
	if _, err := os.Stat(silent); err == nil {
		t.Error("looking made the port")
	}
}
