package doctor

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"crownhead/firmware/link"
	"crownhead/internal/clock"
)

// A rig is the link to the controller, without the robot around it. Whoever owns it keeps it going by waiting with until.
type rig struct {
	session *link.PortManager
	machine *link.HostProtocol
	lines   <-chan string // what the person types; nil: nobody does
	begin   time.Time
	cancel  context.CancelFunc
	runs    sync.WaitGroup

	events  []link.Event // since until was called
	line    bool         // a line was typed since then
	bits    uint32
	changes [32]int // of each place, since they were last cleared
	supply  int     // the least, mV, likewise; 0: none told
}

func newRig(c link.Config, setup link.Setup, ports link.PortLister, lines <-chan string) (*rig, error) {
	session, err := link.NewPortManager(c, ports, zerolog.Nop())
	if err != nil {
		return nil, err
	}
	machine, err := link.NewHostProtocol(c, setup, rand.Uint32()|1)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &rig{session: session, machine: machine, lines: lines, begin: time.Now(), cancel: cancel}
	r.runs.Go(func() { session.Run(ctx) })
	return r, nil
}

const stopWait = 3 * time.Second // for an arm in motion to come to rest

// close slows a moving arm down and gives the port back.
func (r *rig) close() {
	if st := r.machine.State(); st.Up && !st.Idle {
		_ = r.machine.Stop(link.StopSoft) // no link, no motion
		r.until(context.Background(), stopWait, func() bool { st := r.machine.State(); return st.Resting || !st.Up })
	}
	r.cancel()
	for range r.session.Incoming() { // until the port has closed
	}
	r.runs.Wait()
}

// until lets time pass until done says so, for limit at the longest, and returns whether it did.
func (r *rig) until(ctx context.Context, limit time.Duration, done func() bool) bool {
	r.events, r.line = nil, false
	end := time.NewTimer(limit)
	defer end.Stop()
	tick := time.NewTimer(0)
	defer tick.Stop()
	for in := (link.PortEvent{}); ; {
		wait := r.advance(in)
		due := time.Now().Add(wait)
		tick.Reset(wait)
		if done() {
			return true
		}
		in = link.PortEvent{}
		select {
		case got, ok := <-r.session.Incoming():
			if !ok {
				return false
			}
			in = got
		case _, ok := <-r.lines:
			if r.line = ok; !ok {
				r.lines = nil
			}
		case <-tick.C:
		case <-end.C:
			return false
		case <-ctx.Done():
			return false
		}
		in = link.CatchUp(r.session.Incoming(), in, due, clock.Clock{})
	}
}

// advance takes what the port did and returns how long the link can wait.
func (r *rig) advance(in link.PortEvent) time.Duration {
	now := time.Since(r.begin)
	if in.Change == link.PortOpened {
		r.machine.PortOpened(now)
	}
	if in.Change == link.PortClosed {
		r.machine.PortClosed(now)
	}
	out, events, next := r.machine.Advance(now, in.Data)
	if len(out) > 0 {
		r.session.Write(out)
	}
	for _, e := range events {
		r.note(e)
	}
	if mv := int(r.machine.State().Status.SupplyMv); mv > 0 && (r.supply == 0 || mv < r.supply) {
		r.supply = mv
	}
	return max(next-time.Since(r.begin), 0)
}

// note keeps an event, and counts what flickers.
func (r *rig) note(e link.Event) {
	r.events = append(r.events, e)
	if e.Kind == link.EventOccupancy {
		for place := range r.changes {
			if (r.bits^e.Bits)>>place&1 != 0 {
				r.changes[place]++
			}
		}
		r.bits = e.Bits
	}
}

// clear begins a new measurement.
func (r *rig) clear() { r.changes, r.supply = [32]int{}, 0 }

// event is the first of the kind since until was called.
func (r *rig) event(kind link.EventKind) (link.Event, bool) {
	for _, e := range r.events {
		if e.Kind == kind {
			return e, true
		}
	}
	return link.Event{}, false
}
