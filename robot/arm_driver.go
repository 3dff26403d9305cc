package robot

import (
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/firmware/link"
	"crownhead/robot/turn"
)

// An armDriver drives the arm for a Core: the runner of its programs, and the link that takes their items.
type armDriver struct {
	link   *link.HostProtocol
	runner *arm.Runner
	items  sequenceMap

	homeWanted       bool // homing is to be started
	releasingChecker bool // the arm is homed, and lays down beside the board what hung on the nozzle
	failures         []ArmFailure
}

// An ArmFailure is why the arm has stopped carrying: it has asked turn.Step what to do, which may send it once more.
type ArmFailure struct {
	At     time.Duration
	Reason string
}

// keptFailures is how many failures are kept: the first ones tell most.
const keptFailures = 5

// recordFailure records a fault that the arm's runner has reported.
func (a *armDriver) recordFailure(now time.Duration, reason string) {
	if len(a.failures) < keptFailures {
		a.failures = append(a.failures, ArmFailure{now, reason})
	}
}

// status returns what the runner may know of the controller and the sensors.
func (a *armDriver) status(s *turn.State) arm.Status {
	st := a.link.State()
	return arm.Status{
		Done: a.items.completed(st.Status.Done), Idle: st.Idle,
		Bits: squaresAt(st.Bits, s.Settings.VisitorColor), Unknown: s.Sensors.Masked,
		Position: st.Status.Position, Homed: a.knowsPosition(s),
		Pumping: st.Pumping, Stopped: st.Stopped, Lossy: st.Lossy,
	}
}

// squaresAt turns places, as the wire counts them from the visitor's left, into squares.
func squaresAt(places uint32, visitor board.Color) board.Bits {
	bits := board.Bits(places)
	if visitor == board.Black {
		return bits.Rotate()
	}
	return bits
}

// knowsPosition reports whether the arm knows where it is, and may move from there.
func (a *armDriver) knowsPosition(s *turn.State) bool {
	st := a.link.State()
	return st.Up && st.Homed && (s.Arm.Homed || a.releasingChecker)
}

// advance advances the runner and returns its events. An item that the link refuses ends the program as a fault.
func (a *armDriver) advance(now time.Duration, s *turn.State) ([]arm.Event, time.Duration) {
	sender := itemSender{link: a.link, items: &a.items}
	events, next := a.runner.Advance(now, a.status(s), &sender)
	if sender.err != nil {
		a.runner.Abandon()
		events = append(events, arm.Event{Kind: arm.EventFault, Detail: sender.err.Error()})
	}
	return events, next
}

// abandonProgram gives the arm's program up; a moving arm slows down.
func (a *armDriver) abandonProgram() {
	a.runner.Abandon()
	if !a.link.State().Idle {
		_ = a.link.Stop(link.StopSoft) // without a link the controller stops by itself
	}
}

// An sequenceMap translates the numbers of queue items. On the link they are never zero and go on from the last item
// that the controller has done; the runner just counts.
type sequenceMap struct {
	last uint16 // number on the link of the last item sent
	done uint16 // the runner's number of the last item that is known to be complete
	sent [2 * link.QueueLen]struct{ link, runner uint16 }
	next int // place in sent
}

// restartAfter makes the numbers on the link go on from that of the controller's last item.
func (i *sequenceMap) restartAfter(done uint16) { *i = sequenceMap{last: done, done: i.done} }

// assign returns the number on the link of the runner's next item.
func (i *sequenceMap) assign(runner uint16) uint16 {
	i.last++
	if i.last == 0 {
		i.last++
	}
	i.sent[i.next] = struct{ link, runner uint16 }{i.last, runner}
	i.next = (i.next + 1) % len(i.sent)
	return i.last
}

// completed returns the runner's number of the last item that is complete.
func (i *sequenceMap) completed(link uint16) uint16 {
	for _, s := range i.sent {
		if s.link == link && link != 0 {
			i.done = s.runner
		}
	}
	return i.done
}

// An itemSender gives the runner's items to the link and keeps the first refusal.
type itemSender struct {
	link  *link.HostProtocol
	items *sequenceMap
	err   error
}

var _ arm.Controller = (*itemSender)(nil)

// Segment implements arm.Controller.
func (s *itemSender) Segment(id uint16, seg arm.Segment) {
	s.keepError(s.link.Segment(link.Segment{ID: s.items.assign(id), Ticks: seg.Ticks, End: seg.End, Exit: seg.Exit}))
}

// Actuate implements arm.Controller.
func (s *itemSender) Actuate(id uint16, pump, valve bool, dwell time.Duration) {
	s.keepError(s.link.Actuate(link.Actuate{
		ID: s.items.assign(id), Pump: wireBool(pump), Valve: wireBool(valve), DwellMs: uint16(dwell.Milliseconds()),
	}))
}

// Stop implements arm.Controller.
func (s *itemSender) Stop() { s.keepError(s.link.Stop(link.StopSoft)) }

func (s *itemSender) keepError(err error) {
	if s.err == nil {
		s.err = err
	}
}

func wireBool(on bool) uint8 {
	if on {
		return 1
	}
	return 0
}
