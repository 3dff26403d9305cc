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

// An HardwareCheck checks what hangs on the controller. Its methods are called in any order; without a controller all but Connect
// say that they could not check.
type HardwareCheck struct {
	Simulated bool // the port is a virtual robot's; the real firmware, when that drives one, doesn't know

	cfg   config.Config
	ports link.PortLister
	say   func(text string) // tells the person what is about to happen; may be nil
	rig   *rig
	port  string // at which the controller is
	up    bool
}

// NewHardwareCheck prepares to look for the controller of a configuration. Lines are what the person types, nil if nobody does.
func NewHardwareCheck(cfg config.Config, ports link.PortLister, lines <-chan string, say func(string)) (*HardwareCheck, error) {
	r, err := newRig(cfg.Link, robot.LinkSetup(cfg.Arm), ports, lines)
	if err != nil {
		return nil, err
	}
	if say == nil {
		say = func(string) {}
	}
	return &HardwareCheck{cfg: cfg, ports: ports, say: say, rig: r}, nil
}

// Close gives the port back. A moving arm is slowed down before.
func (x *HardwareCheck) Close() { x.rig.close() }

const (
	searchWait  = 4 * time.Second // for each port that may be the controller's, besides the quiet time
	measureTime = 2 * time.Second
)

// Connect finds the controller and shakes hands with it.
func (x *HardwareCheck) Connect(ctx context.Context) []Check {
	devices, _ := x.ports.List() // an error shows in the session
	limit := x.patience(devices)
	x.say(fmt.Sprintf("looking for the controller for at most %.0f s", limit.Seconds()))
	began := time.Now()
	x.up = x.rig.until(ctx, limit, func() bool {
		_, refused := x.rig.event(link.EventRefused)
		return x.rig.machine.State().Up || refused
	}) && x.rig.machine.State().Up
	port := x.rig.session.State()
	x.port = port.Port
	if refused, ok := x.rig.event(link.EventRefused); ok && !x.up {
		return []Check{good("ports", "%s is open", port.Port), {"link", Bad, refused.Reason, x.refusal(refused.Refusal)}}
	}
	if !x.up {
		return []Check{portFault(port, devices), {"link", Warn, "no controller answers: see ports", ""}}
	}
	return []Check{good("ports", "the controller is at %s", port.Port), x.line(ctx, time.Since(began))}
}

// patience is how long the search may take: as long as each port that may be the controller's has to answer.
func (x *HardwareCheck) patience(devices []link.Device) time.Duration {
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

// refusal is the hint for the reason why a controller is refused.
func (x *HardwareCheck) refusal(why link.Refusal) string {
	switch why {
	case link.RefusedVersion:
		return x.flash()
	case link.RefusedMode:
		return "hold its set-up button for three seconds once more, or reset it"
	case link.RefusedSetup:
		return "look at arm.motion, arm.links.limits and link.homing in the configuration"
	}
	return ""
}

// flash is the command that puts this program's firmware into the controller.
func (x *HardwareCheck) flash() string {
	if x.Simulated {
		return "make -C firmware, and start crownhead twin anew"
	}
	return "make -C firmware flash PORT=" + x.port
}

// portFault says why no controller was found.
func portFault(port link.PortState, devices []link.Device) Check {
	c := Check{"ports", Bad, port.Problem, port.Hint}
	if port.Open || c.Detail == "" {
		c.Detail = fmt.Sprintf("%s is open, but no controller answers there", port.Port)
		c.Hint = "is it the right port, is the controller on, and does it have crownhead's firmware? link.port: auto looks at the others"
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

// line measures the line for a while, and the sensors with it.
func (x *HardwareCheck) line(ctx context.Context, took time.Duration) Check {
	x.rig.clear()
	before := x.rig.machine.State()
	x.rig.until(ctx, measureTime, func() bool { return !x.rig.machine.State().Up })
	after := x.rig.machine.State()
	if !after.Up {
		return Check{"link", Bad, "it came up and was lost again", "look at plug and cable, and at the controller's supply"}
	}
	frames := after.Traffic.Frames - before.Traffic.Frames
	damaged := after.Faults.Total() - before.Faults.Total()
	c := good("link", "up after %.1f s; %d frames in %g s, %d damaged", took.Seconds(), frames, measureTime.Seconds(), damaged)
	if damaged > 0 {
		c.State, c.Hint = Warn, "a shorter USB cable, away from motors and pump; a lower link.baud needs its firmware, too"
	}
	return c
}

// Controller tells which one it is, also if it was refused, and whether it is stopped.
func (x *HardwareCheck) Controller() []Check {
	st := x.rig.machine.State()
	if !x.up && st.Protocol == "" {
		return []Check{unreached("controller"), unreached("supply")}
	}
	c := x.build(st)
	if !x.up {
		return []Check{c, unreached("supply")}
	}
	switch {
	case st.Status.Flags&wire.FlagEstop != 0:
		c.State, c.Detail, c.Hint = Bad, c.Detail+"; the emergency button is pressed", "turn the button until it springs out"
	case x.fixed(st):
		c.State, c.Detail, c.Hint = Warn, c.Detail+"; not calibrated, so it does not move", both(c.Hint, "crownhead calibrate corners")
	}
	return []Check{c, x.supply()}
}

// fixed tells that the arm must not move, for nobody has measured where it stands.
func (x *HardwareCheck) fixed(st link.State) bool {
	return !st.Virtual && !x.Simulated && !x.cfg.Calibrated
}

// build says which firmware the controller has, and whether it is the one that this program was built beside. A virtual
// controller has one of its own, which nobody can exchange.
func (x *HardwareCheck) build(st link.State) Check {
	kind := "real hardware"
	switch {
	case st.Virtual:
		kind = "virtual"
	case x.Simulated:
		kind = "the real firmware on a virtual robot"
	}
	c := good("controller", "%s, firmware %08x, protocol %s", kind, st.Build, st.Protocol)
	switch {
	case st.Virtual:
	case st.Build == firmware.Hash():
		c.Detail += "; the firmware is this program's"
	default:
		c.State, c.Hint = Warn, x.flash()
		c.Detail += fmt.Sprintf("; this program's firmware is %08x", firmware.Hash())
	}
	return c
}

// both are two hints, of which the first may not be needed.
func both(first, second string) string {
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

func (x *HardwareCheck) supply() Check {
	if x.rig.supply == 0 {
		return Check{"supply", Warn, "the controller does not tell the voltage of the motors' supply", "is the divider on A4 wired?"}
	}
	volts := float64(x.rig.supply) / 1000
	c := good("supply", "%.1f V for the motors", volts)
	switch {
	case volts < leastSupply:
		c.State, c.Hint = Bad, "12 V are wanted: is the mains adapter in, the emergency button out, the plug tight?"
	case volts > greatestSupply:
		c.State, c.Hint = Bad, "12 V are wanted: take this adapter away before it harms the drivers"
	}
	return c
}

// Sensors holds what they read against the start position, which looks the same from both sides.
func (x *HardwareCheck) Sensors() Check {
	if !x.up {
		return unreached("sensors")
	}
	st := x.rig.machine.State()
	start := uint32(board.Start().Occupied())
	missing, surplus, restless := squares(start&^st.Bits), squares(st.Bits&^start), x.restless()
	switch {
	case !st.HasBits:
		return Check{"sensors", Bad, "the controller tells nothing of them", "reset it; then its firmware is at fault"}
	case len(restless) > 0:
		return Check{"sensors", Bad, "flickering with nobody at the board: " + strings.Join(restless, " "), "lay these checkers in the middle; then their magnets are weak, or the sensors' wires loose"}
	case st.Bits == start:
		return good("sensors", "all 32 agree with the start position, and are at rest")
	case st.Bits == 0 || st.Bits == ^uint32(0):
		return Check{"sensors", Bad, "all 32 read the same", "supply or cable of the sensor board; with no checker on it, set up the start position and ask again"}
	}
	c := Check{
		"sensors", Warn, fmt.Sprintf("%d checkers; against the start position, with White at the visitor's side, these read empty: %s; these full: %s",
			bits.OnesCount32(st.Bits), none(missing), none(surplus)),
		"set up the start position and ask again; crownhead doctor --sensors tests each with both poles",
	}
	const few = 3
	if len(missing)+len(surplus) <= few {
		c.State = Bad
		c.Hint = "if the start position is set up: lay these checkers in the middle, then try others there; a sensor that is dead or stuck is masked on the operator's page until it is exchanged"
	}
	return c
}

// restless are the squares whose sensors changed while the line was measured.
func (x *HardwareCheck) restless() (names []string) {
	for place, n := range x.rig.changes {
		if n > 1 { // one change is somebody who lays a checker down
			names = append(names, fmt.Sprintf("%v (%d changes in %g s)", board.Square(place), n, measureTime.Seconds()))
		}
	}
	return names
}

// squares names places as they are when the visitor plays White.
func squares(places uint32) (names []string) {
	for ; places != 0; places &= places - 1 {
		names = append(names, board.Square(bits.TrailingZeros32(places)).String())
	}
	return names
}

func none(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}
