package link

import (
	"time"

	"crownhead/internal/clock"
)

const (
	lateness   = 200 * time.Millisecond // a loop so late was held up; well below the silence that ends a session
	readerWait = 20 * time.Millisecond
)

// CatchUp adds to what came in first what the port has brought since: an owner that was held up must not take its own
// silence for the controller's. One that comes late after due, by its clock, gives the port's reader, which may have been
// held up with it, a moment. What follows a change of the port is left for the next look.
func CatchUp(from <-chan Incoming, first Incoming, due time.Time, clk clock.Clock) Incoming {
	if clk.Since(due) > lateness {
		time.Sleep(clk.Wall(readerWait))
	}
	all := first
	for all.Change == Received {
		select {
		case more, ok := <-from:
			if !ok {
				return all
			}
			all.Change, all.Data = more.Change, append(all.Data, more.Data...)
		default:
			return all
		}
	}
	return all
}
