package virtual

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crownhead/robot"
	"crownhead/robot/journal"
	"crownhead/robot/sensors"
	"crownhead/robot/turn"
)

// A Device is the controller at the other end of the line, as a step machine.
type Device interface {
	Advance(now time.Duration, in []byte) (out []byte, next time.Duration)
}

// A Person plays against the robot: it sees what the screen shows and has a hand of its own.
type Person interface {
	Advance(now time.Duration, s robot.Snapshot) (next time.Duration)
}

// Config is a run in virtual time: the same frames as on a real line, no port and no clock. One seed gives one run.
type Config struct {
	Core     *robot.Core
	Device   Device
	Person   Person                           // may be nil
	Think    func(robot.Request) robot.Answer // called inline
	Thinking time.Duration                    // how long that takes in virtual time
	Baud     int                              // of the line
	Handover func(string, time.Duration)      // told the position; may be nil
	Archive  func(journal.Archived)           // may be nil
	Commands func() []turn.Command            // asked at every instant; may be nil
	Done     func(robot.Snapshot) bool        // asked at every new snapshot
	Limit    time.Duration                    // the run fails when it isn't done by then
}

// Latency is how long a byte takes at least from end to end of a virtual line.
const Latency = time.Millisecond

// ErrLimit means that a run in virtual time came to no end.
var ErrLimit = errors.New("robot: the run came to no end")

// Run runs until Done says so, and returns the virtual time that it took.
func Run(ctx context.Context, f Config) (time.Duration, error) {
	r := run{
		Config:   f,
		toDevice: pipe{baud: f.Baud}, toCore: pipe{baud: f.Baud},
		nextPerson: sensors.Never,
	}
	in := robot.Input{Opened: true}
	for steps := 0; ; steps++ {
		if steps%256 == 0 && ctx.Err() != nil {
			return r.now, fmt.Errorf("robot: running in virtual time: %w", ctx.Err())
		}
		if r.step(in) {
			return r.now, nil
		}
		in = robot.Input{}
		next := r.next()
		if next >= f.Limit {
			return r.now, fmt.Errorf("%w within %v: phase %s, said %s", ErrLimit, f.Limit, r.snap.Phase, r.snap.Say.Key)
		}
		r.now = max(next, r.now)
	}
}

// A run is the state of a run.
type run struct {
	Config
	now      time.Duration
	toDevice pipe
	toCore   pipe
	snap     robot.Snapshot
	answer   *robot.Answer
	answerAt time.Duration

	nextCore, nextDevice, nextPerson time.Duration
}

// step does everything at one instant: first the controller, then the robot, then the person.
func (r *run) step(in robot.Input) (done bool) {
	r.device()
	in.Bytes = r.toCore.receive(r.now)
	if r.answer != nil && r.now >= r.answerAt {
		in.Answer, r.answer = r.answer, nil
	}
	if r.Commands != nil {
		in.Commands = r.Commands()
	}
	out, next := r.Core.Advance(r.now, in)
	r.nextCore = next
	r.toDevice.send(r.now, out.Bytes)
	r.do(out)
	if r.Person != nil {
		r.nextPerson = r.Person.Advance(r.now, r.snap)
		r.device() // it feels at once what the hand has done
	}
	return out.Snapshot != nil && r.Done(r.snap)
}

func (r *run) device() {
	var out []byte
	out, r.nextDevice = r.Device.Advance(r.now, r.toDevice.receive(r.now))
	r.toCore.send(r.now, out)
}

// do carries out what the robot wants.
func (r *run) do(out robot.Output) {
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

// next is the earliest deadline of all, and later than now.
func (r *run) next() time.Duration {
	next := min(r.nextCore, r.nextDevice, r.nextPerson, r.toCore.next(), r.toDevice.next())
	if r.answer != nil {
		next = min(next, r.answerAt)
	}
	if next <= r.now {
		next = r.now + Latency // whatever is due at once has had its turn
	}
	return next
}

// A pipe is one direction of a virtual line: bytes arrive in order, at the line's pace, and never at once.
type pipe struct {
	baud   int
	free   time.Duration // when the last byte has left
	chunks []chunk
}

type chunk struct {
	at    time.Duration
	bytes []byte
}

// send puts bytes on the line; they arrive together when the last of them has.
func (p *pipe) send(now time.Duration, bytes []byte) {
	if len(bytes) == 0 {
		return
	}
	const bitsPerByte = 10
	p.free = max(p.free, now) + time.Duration(len(bytes))*bitsPerByte*time.Second/time.Duration(p.baud)
	p.chunks = append(p.chunks, chunk{at: p.free + Latency, bytes: slices.Clone(bytes)})
}

// receive returns what has arrived.
func (p *pipe) receive(now time.Duration) []byte {
	var got []byte
	for len(p.chunks) > 0 && p.chunks[0].at <= now {
		got = append(got, p.chunks[0].bytes...)
		p.chunks = p.chunks[1:]
	}
	return got
}

func (p *pipe) next() time.Duration {
	if len(p.chunks) == 0 {
		return sensors.Never
	}
	return p.chunks[0].at
}
