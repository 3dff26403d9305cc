package virtual

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/journal"
)

// A Device is the controller at the other end of the line, as a step machine.
type Device interface {
	Advance(now time.Duration, in []byte) (out []byte, next time.Duration)
}

// A Person plays against the robot: they see what the screen shows and act on the board by themselves.
type Person interface {
	Advance(now time.Duration, s robot.Snapshot) (next time.Duration)
}

// Config is what a run in virtual time is made of. One seed gives one run.
type Config struct {
	Core     *robot.Core
	Device   Device
	Person   Person                                       // may be nil
	Think    func(robot.EngineRequest) robot.EngineAnswer // called in the loop
	Thinking time.Duration                                // how long the engine takes in virtual time
	Baud     int                                          // of the line
	Handover func(string, time.Duration)                  // gets the position; may be nil
	Archive  func(journal.Archived)                       // may be nil
	Commands func() []command.Command                     // called at every instant; may be nil
	Done     func(robot.Snapshot) bool                    // called with every new snapshot; true ends the run
	Limit    time.Duration                                // of virtual time, after which the run fails
}

// Latency is the least time that a byte takes from one end of a virtual line to the other.
const Latency = time.Millisecond

// ErrLimit means that a run in virtual time has reached its limit.
var ErrLimit = errors.New("virtual: the run has not ended")

// Run runs the robot until Done reports true, and returns the virtual time that it took.
func Run(ctx context.Context, f Config) (time.Duration, error) {
	r := virtualRun{
		Config:   f,
		toDevice: serialLine{baud: f.Baud}, toCore: serialLine{baud: f.Baud},
		nextPerson: clock.Never,
	}
	in := robot.Input{Opened: true}
	for steps := 0; ; steps++ {
		if steps%256 == 0 && ctx.Err() != nil {
			return r.now, fmt.Errorf("virtual: running: %w", ctx.Err())
		}
		if r.advanceAll(in) {
			return r.now, nil
		}
		in = robot.Input{}
		next := r.nextInstant()
		if next >= f.Limit {
			return r.now, fmt.Errorf("%w within %v: phase %s, said %s", ErrLimit, f.Limit, r.snap.Phase, r.snap.Say.Key)
		}
		r.now = max(next, r.now)
	}
}

// A virtualRun is a run at one instant of virtual time.
type virtualRun struct {
	Config
	now      time.Duration
	toDevice serialLine
	toCore   serialLine
	snap     robot.Snapshot
	answer   *robot.EngineAnswer
	answerAt time.Duration

	nextCore, nextDevice, nextPerson time.Duration
}

// advanceAll advances everything at one instant: first the controller, then the robot, then the person.
func (r *virtualRun) advanceAll(in robot.Input) (done bool) {
	r.advanceDevice()
	in.Bytes = r.toCore.deliverDue(r.now)
	if r.answer != nil && r.now >= r.answerAt {
		in.Answer, r.answer = r.answer, nil
	}
	if r.Commands != nil {
		in.Commands = r.Commands()
	}
	out, next := r.Core.Advance(r.now, in)
	r.nextCore = next
	r.toDevice.transmit(r.now, out.Bytes)
	r.applyOutput(out)
	if r.Person != nil {
		r.nextPerson = r.Person.Advance(r.now, r.snap)
		r.advanceDevice() // it senses at once what the person has done
	}
	return out.Snapshot != nil && r.Done(r.snap)
}

// advanceDevice advances the controller and sends what it says.
func (r *virtualRun) advanceDevice() {
	var out []byte
	out, r.nextDevice = r.Device.Advance(r.now, r.toDevice.deliverDue(r.now))
	r.toCore.transmit(r.now, out)
}

// applyOutput does what the robot asks for.
func (r *virtualRun) applyOutput(out robot.Output) {
	if out.Snapshot != nil {
		r.snap = *out.Snapshot
	}
	if out.Cancel {
		r.answer = nil
	}
	if out.Think != nil {
		answer := r.Think(*out.Think)
		r.answer, r.answerAt = &answer, r.now+r.Thinking
	}
	if out.Handover != "" && r.Handover != nil {
		r.Handover(out.Handover, r.now)
	}
	if out.Archive != nil && r.Archive != nil {
		r.Archive(*out.Archive)
	}
}

// nextInstant returns the earliest deadline of all; it is later than now.
func (r *virtualRun) nextInstant() time.Duration {
	next := min(r.nextCore, r.nextDevice, r.nextPerson, r.toCore.nextArrival(), r.toDevice.nextArrival())
	if r.answer != nil {
		next = min(next, r.answerAt)
	}
	if next <= r.now {
		next = r.now + Latency // what is due now has been done
	}
	return next
}

// A serialLine is one direction of a virtual line: bytes arrive in order, at the line's pace, and after Latency
// at the earliest.
type serialLine struct {
	baud   int
	idleAt time.Duration // when the last byte has left
	chunks []chunk
}

type chunk struct {
	at    time.Duration
	bytes []byte
}

// transmit puts bytes on the line; they are delivered together when the last of them has arrived.
func (p *serialLine) transmit(now time.Duration, bytes []byte) {
	if len(bytes) == 0 {
		return
	}
	const bitsPerByte = 10
	p.idleAt = max(p.idleAt, now) + time.Duration(len(bytes))*bitsPerByte*time.Second/time.Duration(p.baud)
	p.chunks = append(p.chunks, chunk{at: p.idleAt + Latency, bytes: slices.Clone(bytes)})
}

// deliverDue returns the bytes that have arrived.
func (p *serialLine) deliverDue(now time.Duration) []byte {
	var got []byte
	for len(p.chunks) > 0 && p.chunks[0].at <= now {
		got = append(got, p.chunks[0].bytes...)
		p.chunks = p.chunks[1:]
	}
	return got
}

// nextArrival returns when the next bytes arrive.
func (p *serialLine) nextArrival() time.Duration {
	if len(p.chunks) == 0 {
		return clock.Never
	}
	return p.chunks[0].at
}
