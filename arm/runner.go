package arm

import (
	"time"

	"crownhead/board"
)

// A stage is what a Runner is about.
type stage uint8

const (
	idle     stage = iota
	starting       // until the controller stands still and its position is taken over
	picking        // towards the checker, gripping it, lifting it, and looking whether its square is empty
	placing        // towards the target, letting go, lifting, and looking whether the target is full
	emptying       // lifting what may hang on the nozzle, and looking where it can be laid
	parking        // laying that down, and leaving the board
	stopping       // until the arm stands
	waiting        // for Resume
	serving        // as the operator sends it
)

// A Runner makes the controller run programs, and watches the board meanwhile.
//
// Start, Resume and Park are wishes that the next Advance sees to.
type Runner struct {
	arm     *Arm
	visitor board.Color
	program Program
	step    int
	stage   stage
	paused  stage // what waiting goes back to; waiting itself stands for help with the present carry

	near     bool  // the tip is above its place or lower: the place's own square may change
	switched bool  // pump and valve have gripped or let go
	tries    int   // of picking this checker up
	releases int   // of letting it go
	parked   Event // what to say once parked

	resume, park bool // wishes
	cut          bool // the last way by hand was

	flight flight
	watch  watch
	stopAt time.Duration // when the stop was asked for
}

// NewRunner makes a runner for games in which the visitor plays this colour. It believes the pump to be off.
func NewRunner(a *Arm, visitor board.Color) *Runner {
	return &Runner{arm: a, visitor: visitor, watch: newWatch(a.cfg.Watch)}
}

// Start runs a program from carry step on, wherever the arm is; what was running before is forgotten.
func (r *Runner) Start(p Program, step int) {
	r.program, r.step = p, min(max(step, 0), len(p.Carries))
	r.stage, r.paused = starting, idle
	r.resume, r.park = false, false
	r.tries, r.releases = 0, 0
	r.flight.drop()
}

// Halt gives the program up at once. What the controller has in its queue is left to it; where a checker that hangs on
// the nozzle comes from is remembered for Park.
func (r *Runner) Halt() {
	r.stage, r.paused = idle, idle
	r.resume, r.park = false, false
	r.flight.drop()
}

// Resume goes on after help, a disturbance or a stop, once the controller takes items again: with the next carry when
// the board shows that this one is complete, with this one when it shows it as it was before. If it shows neither, the
// arm reports a disturbance once more.
func (r *Runner) Resume() { r.resume = true }

// Park brings the tip beside the board when no program runs. A checker that may hang on the nozzle is laid down before:
// where it came from, or in the tray.
func (r *Runner) Park() { r.park = true }

// Active tells whether a program or a way to the parking place is unfinished.
func (r *Runner) Active() bool { return r.stage != idle || r.park }

// Advance does what is due. It returns what happened and when it wants to be called again at the latest; it also wants
// to be called with every new status.
func (r *Runner) Advance(now time.Duration, st Status, c Controller) (events []Event, next time.Duration) {
	t := &pass{Runner: r, now: now, st: st, out: c, next: Never}
	r.watch.see(now, st.Bits&^st.Unknown)
	t.land()
	for t.act() {
	}
	t.flight.send(now, c, st.Rough)
	t.lateness()
	return t.events, t.next
}

// A pass is one call of Advance.
type pass struct {
	*Runner
	now    time.Duration
	st     Status
	out    Controller
	events []Event
	next   time.Duration
}

// act does one thing and tells whether there may be another.
func (t *pass) act() bool {
	if t.stage > starting && !t.st.Homed {
		return t.fault("the controller has lost the arm's position")
	}
	switch t.stage {
	case idle:
		return t.parkWish()
	case starting:
		return t.start()
	case stopping:
		return t.stopped()
	case waiting:
		return t.resumed()
	case serving:
		t.served()
		return false
	default:
		return t.moving()
	}
}

// moving watches a stage that moves the arm.
func (t *pass) moving() bool {
	switch {
	case t.st.Held:
		t.suspend()
		return true
	case t.disturbed():
		t.say(EventDisturbed)
		t.stop()
		return true
	case !t.flight.empty():
		return false
	}
	switch t.stage {
	case picking:
		return t.lifted()
	case placing:
		return t.laid()
	case emptying:
		return t.emptied()
	default:
		return t.arrived()
	}
}

// parkWish parks when asked to.
func (t *pass) parkWish() bool {
	if !t.park || !t.ready() {
		return false
	}
	t.park = false
	t.flight.take(t.st)
	return t.goPark(Event{Kind: EventParked, Square: board.NoSquare})
}

// start begins the program where the arm is.
func (t *pass) start() bool {
	if !t.ready() {
		return false
	}
	t.flight.take(t.st)
	t.watch.forget()
	return t.nextCarry()
}

// ready tells whether the controller takes items and stands still.
func (t *pass) ready() bool { return t.st.Homed && t.st.Idle && !t.st.Held }

// wake asks for a call at that time.
func (t *pass) wake(at time.Duration) {
	if at > t.now {
		t.next = min(t.next, at)
	}
}

func (t *pass) say(kind string) {
	e := Event{Kind: kind, Step: t.step, Square: board.NoSquare, Seen: t.st.Bits}
	e.Expected, _ = t.expected()
	t.events = append(t.events, e)
}

// sayOf reports something about a place of the present carry.
func (t *pass) sayOf(kind string, p Place) {
	t.events = append(t.events, t.eventOf(kind, p))
}

func (t *pass) eventOf(kind string, p Place) Event {
	return Event{Kind: kind, Step: t.step, Square: p.Square, Slot: p.Slot, Expected: t.carry().Expect, Seen: t.st.Bits}
}

// fault gives up. The pump counts as off: homing follows.
func (t *pass) fault(detail string) bool {
	t.events = append(t.events, Event{Kind: EventFault, Step: t.step, Square: board.NoSquare, Detail: detail})
	t.flight.pump = false
	t.Halt()
	return false
}
