package ctest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	draughts "crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/world"
)

// The virtual controller and the firmware answer one recorded conversation alike.
//
// What may differ, and why:
//   - HELLO's flag virtual, hash and boot number: they say who it is, and the cause of the first reset;
//   - when something is said, by some milliseconds: the firmware debounces the emergency button, and reads the switches until three
//     readings agree. In these the arm goes on at full speed, and then comes back slowly, so that homing ends a good deal later;
//   - the position after a soft stop in mid-move, by what the arm goes in that time; what the supply measures;
//   - whether the end of an item and the beginning of the next are told in one STATUS, or in two within two milliseconds;
//   - how often STATUS and SNAPSHOT come without any news, and the number of a snapshot with it.
const (
	apart    = 100 * ms
	astray   = 256 * 40 // 1/256 step, after a ramp
	supplyMv = 50

	beforeStop = 12 // the last item that is done before the soft stop
	together   = 2 * ms
)

func TestAnswersAlike(t *testing.T) {
	if *record {
		v := newVirtualController()
		h := newRawHost(t, newPairedControllers(t, host, v))
		playConversation(h, h.far.(person))
		writeConversation(t, h.sent)
	}
	lines := readConversation(t)
	virtual := newVirtualController()
	want := newRawHost(t, virtual)
	want.replay(lines, virtual)
	onBothTargets(t, func(t *testing.T, on target) {
		far := newPairedControllers(t, on, newVirtualController())
		got := newRawHost(t, far)
		got.replay(lines, far)
		compareLists(t, "in order", messageOrder(got), messageOrder(want))
		compareLists(t, "hello", greetings(got), greetings(want))
		compareLists(t, "confirmations", heardOfType[wire.StopConfirm](got), heardOfType[wire.StopConfirm](want))
		compareLists(t, "snapshots", fieldSnapshots(got), fieldSnapshots(want))
		compareStates(t, statusChanges(got), statusChanges(want))
		if got.status.Beat != want.status.Beat {
			t.Errorf("the last heartbeat is %d, and %d", got.status.Beat, want.status.Beat)
		}
	})
}

// compareLists demands that both say the same, in order.
func compareLists[M comparable](t *testing.T, what string, got, want []M) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\nthe firmware says %+v\nthe virtual one   %+v", what, got, want)
	}
}

// messageOrder is what came through the reliable half.
func messageOrder(h *rawHost) (all []string) {
	for _, w := range h.heard {
		if w.frame.Type.Sequenced() {
			all = append(all, fmt.Sprintf("%s %+v", w.frame.Type, w.message))
		}
	}
	return all
}

// greetings are the answers to requests, without who gives them.
func greetings(h *rawHost) (all []wire.Hello) {
	for _, g := range heardOfType[wire.Hello](h) {
		if g.Nonce == 0 {
			continue
		}
		g.Flags, g.Firmware, g.Boot, g.Cause = g.Flags&^wire.HelloVirtual, 0, 0, 0
		all = append(all, g)
	}
	return all
}

// fieldSnapshots are the snapshots that have news.
func fieldSnapshots(h *rawHost) (all []wire.Snapshot) {
	for _, s := range heardOfType[wire.Snapshot](h) {
		s.Counter = 0
		if len(all) == 0 || all[len(all)-1] != s {
			all = append(all, s)
		}
	}
	return all
}

// statusChanges are the statuses that have news.
func statusChanges(h *rawHost) (all []heardMessage) {
	var last wire.Status
	for _, w := range h.heard {
		s, ok := w.message.(wire.Status)
		if !ok {
			continue
		}
		news := wire.Status{State: s.State, Flags: s.Flags, Cause: s.Cause, Done: s.Done}
		switch {
		case len(all) > 0 && news == last:
			continue
		case len(all) > 0 && w.at-all[len(all)-1].at <= together:
			all[len(all)-1] = w
		default:
			all = append(all, w)
		}
		last = news
	}
	return all
}

func compareStates(t *testing.T, got, want []heardMessage) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		g, w := got[i].message.(wire.Status), want[i].message.(wire.Status)
		same := g.State == w.State && g.Flags == w.Flags && g.Cause == w.Cause && g.Done == w.Done
		late := max(got[i].at-want[i].at, want[i].at-got[i].at)
		if !same || late > apart || apartBy(g, w) {
			t.Fatalf("status %d of %d:\nthe firmware says at %v %+v\nthe virtual one   at %v %+v",
				i, len(want), got[i].at, g, want[i].at, w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d news, and %d", len(got), len(want))
	}
}

// apartBy tells positions that differ by more than they may. At rest after the queue they are the same; where
// the arm moves, and after a ramp, they differ by what it goes in some milliseconds; where it is not homed they
// mean nothing.
func apartBy(g, w wire.Status) bool {
	if max(g.SupplyMv, w.SupplyMv)-min(g.SupplyMv, w.SupplyMv) > supplyMv {
		return true
	}
	most := int32(0)
	switch {
	case g.Flags&wire.FlagHomed == 0:
		return false
	case g.Flags&wire.FlagMoving != 0 || g.Cause == wire.CauseSoft || g.Done == beforeStop && g.Cause == wire.CauseNone:
		most = astray
	}
	for j := range g.Position {
		if d := g.Position[j] - w.Position[j]; d > most || d < -most {
			return true
		}
	}
	return false
}

// A virtualController is the virtual controller in its world.
type virtualController struct {
	now   time.Duration
	world *world.World
	*controller.Controller
}

func newVirtualController() *virtualController {
	truth := groundtruth.New(1)
	truth.RobotSigma, truth.Backlash = 0, 0
	w := world.New(truth, 1)
	w.SetNoScatter(true)
	w.PlacePosition(draughts.Start(), draughts.White, 3)
	return &virtualController{world: w, Controller: controller.New(w, controller.Config{Seed: 1})}
}

func (v *virtualController) advance(in []byte) []byte {
	v.now += ms
	out, _ := v.Advance(v.now, in)
	return slices.Clone(out)
}

func (v *virtualController) perform(what string) {
	if what == "press" {
		v.world.Press(v.now)
		return
	}
	v.world.Estop(what == "estop")
}

// A pairedControllers is the firmware with an arm and a board that stand as in the virtual world.
type pairedControllers struct {
	*wiredFirmware
	red int // ms that the red button is held still
}

func newPairedControllers(t *testing.T, on target, v *virtualController) *pairedControllers {
	t.Helper()
	p := &pairedControllers{wiredFirmware: newWiredFirmware(t, on, v.world.State(0).Arm.Joints)}
	p.field = v.world.Sensors()
	return p
}

func (p *pairedControllers) advance(in []byte) []byte {
	if p.red > 0 {
		if p.red--; p.red == 0 {
			p.buttons &^= 1
		}
	}
	return p.wiredFirmware.advance(in)
}

func (p *pairedControllers) perform(what string) {
	switch what {
	case "press":
		p.red, p.buttons = 150, p.buttons|1
	case "estop":
		p.buttons, p.supply = p.buttons|4, 0 // which the button cuts
	default:
		p.buttons, p.supply = p.buttons&^4, 12000
	}
}
