package doctor

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"time"

	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware"
	"crownhead/firmware/link"
	"crownhead/firmware/link/wire"
	"crownhead/robot"
)

// A HardwareCheck checks what hangs on the controller. Its methods are called in any order; without a controller all
// but Connect say that they could not check.
type HardwareCheck struct {
	Simulated bool // the port is a virtual robot's; the real firmware, when that drives one, doesn't know

	cfg        config.Config
	ports      link.PortLister
	say        func(text string) // tells the person what is about to happen; may be nil
	controller *controllerLink
	port       string // at which the controller is
	up         bool
}

// NewHardwareCheck prepares to look for the controller of a configuration. Lines are what the person types, nil if
// nobody does.
func NewHardwareCheck(
	cfg config.Config, ports link.PortLister, lines <-chan string, say func(string),
) (*HardwareCheck, error) {
	controller, err := openController(cfg.Link, robot.LinkSetup(cfg.Arm), ports, lines)
	if err != nil {
		return nil, err
	}
	if say == nil {
		say = func(string) {}
	}
	return &HardwareCheck{cfg: cfg, ports: ports, say: say, controller: controller}, nil
}

// Close gives the port back. A moving arm is slowed down before.
func (x *HardwareCheck) Close() { x.controller.closePort() }

const (
	searchWait  = 4 * time.Second // for each port that may be the controller's, besides the quiet time
	measureTime = 2 * time.Second
)

// Connect finds the controller and shakes hands with it.
func (x *HardwareCheck) Connect(ctx context.Context) []Finding {
	devices, _ := x.ports.List() // an error shows in the session
	limit := x.searchLimit(devices)
	x.say(fmt.Sprintf("looking for the controller for at most %.0f s", limit.Seconds()))
	began := time.Now()
	x.up = x.controller.waitUntil(ctx, limit, func() bool {
		_, refused := x.controller.findEvent(link.EventRefused)
		return x.controller.protocol.State().Up || refused
	}) && x.controller.protocol.State().Up
	port := x.controller.ports.State()
	x.port = port.Port
	if refused, ok := x.controller.findEvent(link.EventRefused); ok && !x.up {
		return []Finding{
			okFinding("ports", "%s is open", port.Port),
			{"link", Bad, refused.Reason, x.refusalHint(refused.Refusal)},
		}
	}
	if !x.up {
		return []Finding{portFault(port, devices), {"link", Warn, "no controller answers: see ports", ""}}
	}
	return []Finding{okFinding("ports", "the controller is at %s", port.Port), x.measureLine(ctx, time.Since(began))}
}

// searchLimit is how long the search may take: as long as each port that may be the controller's has to answer.
func (x *HardwareCheck) searchLimit(devices []link.Device) time.Duration {
	const look = time.Second
	likely := 1
	if x.cfg.Link.Port == link.Auto {
		likely = 0
		for _, d := range devices {
			if x.cfg.Link.MatchesUSB(d) {
				likely++
			}
		}
	}
	return look + time.Duration(likely)*(searchWait+time.Duration(x.cfg.Link.Quiet*float64(time.Second)))
}

// refusalHint is the hint for the reason why a controller is refused.
func (x *HardwareCheck) refusalHint(why link.Refusal) string {
	switch why {
	case link.RefusedVersion:
		return x.flashCommand()
	case link.RefusedMode:
		return "hold its set-up button for three seconds once more, or reset it"
	case link.RefusedSetup:
		return "look at arm.motion, arm.links.limits and link.homing in the configuration"
	}
	return ""
}

// flashCommand is the command that puts this program's firmware into the controller.
func (x *HardwareCheck) flashCommand() string {
	if x.Simulated {
		return "make -C firmware, and start crownhead twin anew"
	}
	return "make -C firmware flash PORT=" + x.port
}

// portFault says why no controller was found.
func portFault(port link.PortState, devices []link.Device) Finding {
	c := Finding{"ports", Bad, port.Problem, port.Hint}
	if c.Detail == "" {
		c.Detail = fmt.Sprintf("%s is open, but no controller answers there yet", port.Port)
		c.Hint = "is the controller on, and does it have crownhead's firmware?"
	}
	if len(devices) > 0 && !strings.Contains(c.Detail, "found now") {
		names := make([]string, len(devices))
		for i, d := range devices {
			names[i] = d.String()
		}
		c.Detail += "; found now: " + strings.Join(names, ", ")
	}
	return c
}

// measureLine measures the line for a while, and the sensors with it.
func (x *HardwareCheck) measureLine(ctx context.Context, took time.Duration) Finding {
	x.controller.resetCounts()
	before := x.controller.protocol.State()
	x.controller.waitUntil(ctx, measureTime, func() bool { return !x.controller.protocol.State().Up })
	after := x.controller.protocol.State()
	if !after.Up {
		return Finding{
			"link", Bad,
			"it came up and was lost again",
			"look at plug and cable, and at the controller's supply",
		}
	}
	frames := after.Traffic.Frames - before.Traffic.Frames
	damaged := after.Faults.Total() - before.Faults.Total()
	c := okFinding("link", "up after %.1f s; %d frames in %g s, %d damaged", took.Seconds(), frames,
		measureTime.Seconds(), damaged)
	if damaged > 0 {
		c.State, c.Hint = Warn, "a shorter USB cable, away from motors and pump; a lower link.baud needs its "+
			"firmware, too"
	}
	return c
}

// Controller tells which one it is, also if it was refused, and whether it is stopped.
func (x *HardwareCheck) Controller() []Finding {
	st := x.controller.protocol.State()
	if !x.up && st.Protocol == "" {
		return []Finding{unreachedFinding("controller"), unreachedFinding("supply")}
	}
	c := x.checkFirmware(st)
	if !x.up {
		return []Finding{c, unreachedFinding("supply")}
	}
	switch {
	case st.Status.Flags&wire.FlagEstop != 0:
		c.State, c.Detail, c.Hint = Bad, c.Detail+"; the emergency button is pressed", "turn the button until it "+
			"springs out"
	case x.mustStandStill(st):
		c.State, c.Detail, c.Hint = Warn, c.Detail+"; not calibrated, so it does not move", joinHints(c.Hint,
			"crownhead calibrate corners")
	}
	return []Finding{c, x.checkSupply()}
}

// mustStandStill tells that the arm must not move, for nobody has measured where it stands.
func (x *HardwareCheck) mustStandStill(st link.State) bool {
	return !st.Virtual && !x.Simulated && !x.cfg.Calibrated
}

// checkFirmware says which firmware the controller has, and whether it is the one that this program was built beside.
// A virtual controller has one of its own, which nobody can exchange.
func (x *HardwareCheck) checkFirmware(st link.State) Finding {
	kind := "real hardware"
	switch {
	case st.Virtual:
		kind = "virtual"
	case x.Simulated:
		kind = "the real firmware on a virtual robot"
	}
	c := okFinding("controller", "%s, firmware %08x, protocol %s", kind, st.Build, st.Protocol)
	switch {
	case st.Virtual:
	case st.Build == firmware.Hash():
		c.Detail += "; the firmware is this program's"
	default:
		c.State, c.Hint = Warn, x.flashCommand()
		c.Detail += fmt.Sprintf("; this program's firmware is %08x", firmware.Hash())
	}
	return c
}

// joinHints are two hints, of which the first may not be needed.
func joinHints(first, second string) string {
	if first == "" {
		return second
	}
	return first + "; then " + second
}

// The motors' supply, V.
const (
	leastSupply    = 10.8
	greatestSupply = 13.2
)

func (x *HardwareCheck) checkSupply() Finding {
	if x.controller.supply == 0 {
		return Finding{
			"supply", Warn,
			"the controller does not tell the voltage of the motors' supply",
			"is the divider on A4 wired?",
		}
	}
	volts := float64(x.controller.supply) / 1000
	c := okFinding("supply", "%.1f V for the motors", volts)
	switch {
	case volts < leastSupply:
		c.State, c.Hint = Bad, "12 V are wanted: is the mains adapter in, the emergency button out, the plug tight?"
	case volts > greatestSupply:
		c.State, c.Hint = Bad, "12 V are wanted: take this adapter away before it harms the drivers"
	}
	return c
}

// Sensors holds what they read against the start position, which looks the same from both sides.
func (x *HardwareCheck) Sensors() Finding {
	if !x.up {
		return unreachedFinding("sensors")
	}
	st := x.controller.protocol.State()
	start := uint32(board.Start().Occupied())
	missing, surplus, restless := namesOfSquares(start&^st.Bits), namesOfSquares(st.Bits&^start), x.flickeringSquares()
	switch {
	case !st.HasBits:
		return Finding{"sensors", Bad, "the controller tells nothing of them", "reset it; then its firmware is at fault"}
	case len(restless) > 0:
		return Finding{
			"sensors", Bad,
			"flickering with nobody at the board: " + strings.Join(restless, " "),
			"lay these checkers in the middle; then their magnets are weak, or the sensors' wires loose",
		}
	case st.Bits == start:
		return okFinding("sensors", "all 32 agree with the start position, and are at rest")
	case st.Bits == 0 || st.Bits == ^uint32(0):
		return Finding{
			"sensors", Bad,
			"all 32 read the same",
			"supply or cable of the sensor board; with no checker on it, set up the start position and run the " +
				"doctor again",
		}
	}
	c := Finding{
		"sensors", Warn, fmt.Sprintf("%d checkers; against the start position, with White at the visitor's side, "+
			"these read empty: %s; these full: %s",
			bits.OnesCount32(st.Bits), listOrNone(missing), listOrNone(surplus)),
		"set up the start position and run the doctor again; crownhead doctor --sensors tests each with both poles",
	}
	const few = 3
	if len(missing)+len(surplus) <= few {
		c.State = Bad
		c.Hint = "if the start position is set up: lay these checkers in the middle, then try others there; a " +
			"sensor that is dead or stuck is masked on the operator's page until it is exchanged"
	}
	return c
}

// flickeringSquares are the squares whose sensors changed while the line was measured.
func (x *HardwareCheck) flickeringSquares() (names []string) {
	for place, n := range x.controller.changes {
		if n > 1 { // one change is somebody who lays a checker down
			names = append(names, fmt.Sprintf("%v (%d changes in %g s)", board.Square(place), n, measureTime.Seconds()))
		}
	}
	return names
}

// namesOfSquares names places as they are when the visitor plays White.
func namesOfSquares(places uint32) (names []string) {
	for ; places != 0; places &= places - 1 {
		names = append(names, board.Square(bits.TrailingZeros32(places)).String())
	}
	return names
}

func listOrNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}
