package twin

import (
	"context"
	"fmt"
	"time"
)

const statePace = 50 * time.Millisecond // between two states to the same client

// Serve runs a virtual robot by cfg's clock behind a pseudo-terminal at cfg.Path, and its world behind a socket beside it,
// until ctx is done; then it removes both. Opening the port resets the controller. It waits for all its goroutines.
func Serve(ctx context.Context, cfg ServeConfig) error {
	if err := removeDead(WorldPath(cfg.Path)); err != nil {
		return fmt.Errorf("twin: serving the world at %s: %w", WorldPath(cfg.Path), err)
	}
	feed, err := listen(WorldPath(cfg.Path)) // one only can: whose this is has the port, too
	if err != nil {
		return fmt.Errorf("twin: serving the world at %s: %w", WorldPath(cfg.Path), err)
	}
	defer feed.close()
	port, err := openPort(cfg.Path)
	if err != nil {
		return fmt.Errorf("twin: making the port %s: %w", cfg.Path, err)
	}
	defer port.close()
	events := port.watch()
	cfg.Log.Info().Str("port", cfg.Path).Str("world", WorldPath(cfg.Path)).Msg("virtual robot ready")
	return serve(ctx, newEngine(cfg), port, events, feed)
}

// serve is the loop that owns the engine; it ends with ctx, or with an error when the board dies.
func serve(ctx context.Context, e *engine, port *port, events <-chan portEvent, feed *feed) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	var shown time.Duration
	for {
		select {
		case <-ctx.Done():
			return nil
		case ev := <-events:
			e.onPort(ev, port)
		case r := <-feed.requests:
			feed.reply(r.from, e.do(r.op))
			port.write(e.advance(nil))
		case c := <-feed.joined:
			feed.show(e.world.State(e.now()), c)
		case <-timer.C:
			port.write(e.advance(nil))
		}
		if e.failed != nil {
			return fmt.Errorf("twin: %w: %w", ErrDead, e.failed)
		}
		wait := e.wait()
		if e.world.changed || e.world.button.busy(e.now()) {
			if e.now()-shown >= statePace {
				shown = e.now()
				e.show(feed)
			}
			wait = min(wait, shown+statePace-e.now())
		}
		timer.Reset(e.cfg.Clock.Wall(max(wait, 0)))
	}
}

// show sends the state to everybody.
func (e *engine) show(feed *feed) {
	e.world.Changed()
	feed.show(e.world.State(e.now()), feed.all()...)
}

// onPort takes bytes, or resets the controller because the port was opened.
func (e *engine) onPort(ev portEvent, port *port) {
	if ev.opened {
		e.cfg.Log.Info().Msg("port opened: controller reset")
		port.flush()
		e.ctl.Reset(e.now(), resetByPort)
		e.next, e.spoilt = 0, 0
		return
	}
	port.write(e.advance(ev.data))
	e.complain()
}

const complaintPace = time.Second

// complain tells of bytes that were no frames; what a bad line spoils is sent again, and nothing else shows it.
func (e *engine) complain() {
	spoilt := e.ctl.Spoilt()
	if now := e.now(); spoilt > e.spoilt && now >= e.complaint {
		e.cfg.Log.Warn().Uint64("pieces", spoilt-e.spoilt).Msg("bytes that are no frames are thrown away")
		e.spoilt, e.complaint = spoilt, now+complaintPace
	}
}
