package serve

import (
	"context"
	"fmt"
	"time"
)

const stateInterval = 50 * time.Millisecond // between two states to one client

// Run runs a virtual robot by cfg's clock behind a pseudo-terminal at cfg.Path, and its world
// behind a socket beside it, until ctx is done; then it removes both. Opening the port resets the
// controller. Run waits for all its goroutines.
func Run(ctx context.Context, cfg Config) error {
	// The socket comes first: the robot that has it also has the port, so there is only one at a path.
	b, err := openSocket(WorldPath(cfg.Path))
	if err != nil {
		return fmt.Errorf("serve: offering the world at %s: %w", WorldPath(cfg.Path), err)
	}
	defer b.close()
	port, err := openPort(cfg.Path)
	if err != nil {
		return fmt.Errorf("serve: making the port %s: %w", cfg.Path, err)
	}
	defer port.close()
	events := port.startWatching()
	cfg.Log.Info().Str("port", cfg.Path).Str("world", WorldPath(cfg.Path)).Msg("virtual robot ready")
	return runLoop(ctx, newRobot(cfg), port, events, b)
}

// runLoop is the loop that owns the robot. It ends with ctx, or with an error when the chip dies.
func runLoop(ctx context.Context, r *robot, port *port, events <-chan portEvent, b *worldServer) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	var publishedAt time.Duration
	for {
		select {
		case <-ctx.Done():
			return nil
		case ev := <-events:
			if ev.opened {
				r.cfg.Log.Info().Msg("port opened: controller reset")
				port.discardUnread()
				r.resetDevice()
			} else {
				port.writeBytes(r.advance(ev.data))
				r.logBadFrames()
			}
		case q := <-b.requests:
			b.sendReply(q.from, r.handleOp(q.op))
			port.writeBytes(r.advance(nil))
		case s := <-b.opened:
			b.sendState(r.world.State(r.now()), s)
		case <-timer.C:
			port.writeBytes(r.advance(nil))
		}
		if r.chipErr != nil {
			return fmt.Errorf("serve: %w: %w", ErrDead, r.chipErr)
		}
		wait := r.timeToNext()
		if r.world.Changed() || r.world.ButtonSettling(r.now()) {
			if r.now()-publishedAt >= stateInterval {
				publishedAt = r.now()
				r.world.MarkPublished()
				b.sendState(r.world.State(r.now()), b.allConnections()...)
			}
			wait = min(wait, publishedAt+stateInterval-r.now())
		}
		timer.Reset(r.cfg.Clock.Wall(max(wait, 0)))
	}
}
