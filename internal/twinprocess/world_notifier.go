package twinprocess

import (
	"context"
	"errors"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/firmware/twin/serve"
	"crownhead/firmware/twin/witness"
	"crownhead/robot"
)

// worldRetry is the time between two attempts to reach the world.
const worldRetry = 20 * time.Millisecond

// A WorldNotifier tells the virtual robot's world what the robot says and when it hands the board over, so that the witness
// can count and a scripted visitor can hear. One goroutine calls Run; the robot never waits for it.
type WorldNotifier struct {
	client    *serve.Client // nil until a virtual robot has been met
	port      string
	log       zerolog.Logger
	handovers chan board.Position
}

// NewWorldNotifier is the notifier to a world that is known.
func NewWorldNotifier(client *serve.Client, log zerolog.Logger) *WorldNotifier {
	return &WorldNotifier{
		client: client, log: log.With().Str("component", "world").Logger(), handovers: make(chan board.Position, 8),
	}
}

// NewPortWorldNotifier is the notifier to the world beside a port, if the controller behind that turns out to be
// virtual.
func NewPortWorldNotifier(port string, log zerolog.Logger) *WorldNotifier {
	n := NewWorldNotifier(nil, log)
	n.port = port
	return n
}

// HandOver is called by the robot's loop when it hands the board over.
func (n *WorldNotifier) HandOver(fen string) {
	p, err := board.ParseFEN(fen)
	if err != nil {
		n.log.Error().Err(err).Msg("hand-over of a position that cannot be read")
		return
	}
	select {
	case n.handovers <- p:
	default:
		n.log.Warn().Msg("the world does not keep up: a hand-over is not witnessed")
	}
}

// Run passes everything on until ctx ends.
func (n *WorldNotifier) Run(ctx context.Context, snapshots <-chan robot.Snapshot) {
	if n.client == nil {
		if !waitForVirtual(ctx, n.port, snapshots) {
			return
		}
		n.client = serve.Dial(serve.WorldPath(n.port))
		defer n.client.Close()
	}
	last := serve.Announcement{}
	for {
		select {
		case p := <-n.handovers:
			n.passHandover(ctx, p)
		case s := <-snapshots:
			n.passHandovers(ctx) // the witness looks before the visitor hears anything that may make them move
			said := saidOf(s)
			if said.Serial == last.Serial && said.Phase == last.Phase && said.FEN == last.FEN {
				continue
			}
			if n.tellWorld(ctx, func(ctx context.Context) error { return n.client.Announce(ctx, said) }) {
				last = said
			}
		case <-ctx.Done():
			return
		}
	}
}

// waitForVirtual waits until the controller at a port turns out to be virtual.
func waitForVirtual(ctx context.Context, port string, snapshots <-chan robot.Snapshot) bool {
	for {
		select {
		case s := <-snapshots:
			if s.Virtual || IsVirtual(port) {
				return true
			}
		case <-ctx.Done():
			return false
		}
	}
}

// Counts asks the witness, even when ctx has ended. Run must have ended.
func (n *WorldNotifier) Counts(ctx context.Context) (witness.Counts, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*worldLimit)
	defer cancel()
	n.passHandovers(ctx) // the last one may still wait
	counts, _, err := n.client.Counts(ctx)
	return counts, err
}

func (n *WorldNotifier) passHandovers(ctx context.Context) {
	for {
		select {
		case p := <-n.handovers:
			n.passHandover(ctx, p)
		default:
			return
		}
	}
}

func (n *WorldNotifier) passHandover(ctx context.Context, p board.Position) {
	n.tellWorld(ctx, func(ctx context.Context) error { return n.client.Handover(ctx, p) })
}

// tellWorld reports whether the world was told. A world that is not there yet, or no longer, gets a while.
func (n *WorldNotifier) tellWorld(ctx context.Context, what func(context.Context) error) bool {
	limited, cancel := context.WithTimeout(ctx, worldLimit)
	defer cancel()
	err := what(limited)
	for errors.Is(err, serve.ErrNotConnected) && limited.Err() == nil {
		select {
		case <-limited.Done():
		case <-time.After(worldRetry):
			err = what(limited)
		}
	}
	if err != nil && ctx.Err() == nil {
		n.log.Warn().Err(err).Msg("the world was not told")
	}
	return err == nil
}

func saidOf(s robot.Snapshot) serve.Announcement {
	return serve.Announcement{
		Key: s.Say.Key, Squares: s.Say.Squares, Slot: s.Say.Slot, Move: s.Say.Move, FEN: s.FEN, Start: s.Start,
		Visitor: s.Visitor, Phase: string(s.Phase), Serial: s.Say.Serial,
	}
}
