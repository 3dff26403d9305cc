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

// A controllerLink is the link to the controller, without the robot around it. Its owner keeps it going by
// waiting with waitUntil.
type controllerLink struct {
	ports    *link.PortManager
	protocol *link.HostProtocol
	lines    <-chan string // what the person types; nil: nobody does
	begin    time.Time
	cancel   context.CancelFunc
	runs     sync.WaitGroup

	events  []link.Event // since the last wait began
	line    bool         // a line was typed since then
	bits    uint32
	changes [32]int // of each place, since they were last cleared
	supply  int     // the least, mV, likewise; 0: none told
}

func openController(
	c link.Config, setup link.Setup, lister link.PortLister, lines <-chan string,
) (*controllerLink, error) {
	ports, err := link.NewPortManager(c, lister, zerolog.Nop())
	if err != nil {
		return nil, err
	}
	protocol, err := link.NewHostProtocol(c, setup, rand.Uint32()|1)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &controllerLink{ports: ports, protocol: protocol, lines: lines, begin: time.Now(), cancel: cancel}
	r.runs.Go(func() { ports.Run(ctx) })
	return r, nil
}

const stopWait = 3 * time.Second // for an arm in motion to come to rest

// closePort slows a moving arm down and gives the port back.
func (r *controllerLink) closePort() {
	if st := r.protocol.State(); st.Up && !st.Idle {
		_ = r.protocol.Stop(link.StopSoft) // no link, no motion
		r.waitUntil(context.Background(), stopWait, func() bool {
			st := r.protocol.State()
			return st.Resting || !st.Up
		})
	}
	r.cancel()
	for range r.ports.Incoming() { // until the port has closed
	}
	r.runs.Wait()
}

// waitUntil lets time pass until done says so, for limit at the longest, and returns whether it did.
func (r *controllerLink) waitUntil(ctx context.Context, limit time.Duration, done func() bool) bool {
	r.events, r.line = nil, false
	end := time.NewTimer(limit)
	defer end.Stop()
	tick := time.NewTimer(0)
	defer tick.Stop()
	for in := (link.PortEvent{}); ; {
		wait := r.advanceLink(in)
		due := time.Now().Add(wait)
		tick.Reset(wait)
		if done() {
			return true
		}
		in = link.PortEvent{}
		select {
		case got, ok := <-r.ports.Incoming():
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
		in = link.CatchUp(r.ports.Incoming(), in, due, clock.Clock{})
	}
}

// advanceLink takes what the port did and returns how long the link can wait.
func (r *controllerLink) advanceLink(in link.PortEvent) time.Duration {
	now := time.Since(r.begin)
	if in.Change == link.PortOpened {
		r.protocol.PortOpened(now)
	}
	if in.Change == link.PortClosed {
		r.protocol.PortClosed(now)
	}
	out, events, next := r.protocol.Advance(now, in.Data)
	if len(out) > 0 {
		r.ports.Write(out)
	}
	for _, e := range events {
		r.recordEvent(e)
	}
	if mv := int(r.protocol.State().Status.SupplyMv); mv > 0 && (r.supply == 0 || mv < r.supply) {
		r.supply = mv
	}
	return max(next-time.Since(r.begin), 0)
}

// recordEvent keeps an event, and counts what flickers.
func (r *controllerLink) recordEvent(e link.Event) {
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

// resetCounts begins a new measurement.
func (r *controllerLink) resetCounts() { r.changes, r.supply = [32]int{}, 0 }

// findEvent returns the first event of a kind since the last wait began.
func (r *controllerLink) findEvent(kind link.EventKind) (link.Event, bool) {
	for _, e := range r.events {
		if e.Kind == kind {
			return e, true
		}
	}
	return link.Event{}, false
}
