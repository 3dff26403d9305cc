package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"crownhead/board"
	"crownhead/firmware/twin/serve"
	"crownhead/internal/broadcast"
	"crownhead/robot"
	"crownhead/web"
)

// twinPatience is how long the virtual robot's world may take to do something.
const twinPatience = 2 * time.Second

const twinRetry = 20 * time.Millisecond

// A messenger tells the virtual robot's world what the robot says and when it hands the board over, so that the witness
// can count and a scripted visitor can hear. It has one goroutine, run; the robot never waits for it.
type messenger struct {
	client *serve.Client // nil until a virtual robot has been met
	port   string
	log    zerolog.Logger
	hand   chan board.Position
}

// newMessenger is the messenger to a world that is there already.
func newMessenger(client *serve.Client, log zerolog.Logger) *messenger {
	return &messenger{client: client, log: log.With().Str("component", "world").Logger(), hand: make(chan board.Position, 8)}
}

// newNeighbour is the messenger to the world beside a port, if the controller behind that is virtual.
func newNeighbour(port string, log zerolog.Logger) *messenger {
	m := newMessenger(nil, log)
	m.port = port
	return m
}

// handover is called by the robot's loop.
func (m *messenger) handover(fen string) {
	p, err := board.ParseFEN(fen)
	if err != nil {
		m.log.Error().Err(err).Msg("hand-over of a position that cannot be read")
		return
	}
	select {
	case m.hand <- p:
	default:
		m.log.Warn().Msg("the world does not keep up: a hand-over is not witnessed")
	}
}

// run passes everything on until ctx ends.
func (m *messenger) run(ctx context.Context, snapshots <-chan robot.Snapshot) {
	if m.client == nil {
		if !met(ctx, m.port, snapshots) {
			return
		}
		m.client = serve.Dial(serve.WorldPath(m.port))
		defer m.client.Close()
	}
	last := serve.Announcement{}
	for {
		select {
		case p := <-m.hand:
			m.passHandover(ctx, p)
		case s := <-snapshots:
			m.passHandovers(ctx)
			said := saidOf(s)
			if said.Serial == last.Serial && said.Phase == last.Phase && said.FEN == last.FEN {
				continue
			}
			if m.tell(ctx, func(ctx context.Context) error { return m.client.Announce(ctx, said) }) {
				last = said
			}
		case <-ctx.Done():
			return
		}
	}
}

// met waits for a virtual robot at a port.
func met(ctx context.Context, port string, snapshots <-chan robot.Snapshot) bool {
	for {
		select {
		case s := <-snapshots:
			if s.Virtual || worldBeside(port) {
				return true
			}
		case <-ctx.Done():
			return false
		}
	}
}

// passHandovers lets the witness look before the visitor hears anything that may make him move.
func (m *messenger) passHandovers(ctx context.Context) {
	for {
		select {
		case p := <-m.hand:
			m.passHandover(ctx, p)
		default:
			return
		}
	}
}

func (m *messenger) passHandover(ctx context.Context, p board.Position) {
	m.tell(ctx, func(ctx context.Context) error { return m.client.Handover(ctx, p) })
}

// tell reports whether the world was told; one that is not there yet, or not any more, is given a while.
func (m *messenger) tell(ctx context.Context, what func(context.Context) error) bool {
	limited, cancel := context.WithTimeout(ctx, twinPatience)
	defer cancel()
	err := what(limited)
	for errors.Is(err, serve.ErrNotConnected) && limited.Err() == nil {
		select {
		case <-limited.Done():
		case <-time.After(twinRetry):
			err = what(limited)
		}
	}
	if err != nil && ctx.Err() == nil {
		m.log.Warn().Err(err).Msg("the world was not told")
	}
	return err == nil
}

func saidOf(s robot.Snapshot) serve.Announcement {
	return serve.Announcement{
		Key: s.Say.Key, Squares: s.Say.Squares, Move: s.Say.Move, FEN: s.FEN, Start: s.Start,
		Visitor: s.Visitor, Phase: string(s.Phase), Serial: s.Say.Serial,
	}
}

// A table is the virtual robot's world for the pages. Its run is the only taker of the client's states.
type table struct {
	client *serve.Client
	states broadcast.Value[json.RawMessage]
}

var _ web.World = (*table)(nil)

func newTable(client *serve.Client) *table { return &table{client: client} }

// run turns states into JSON until the client is closed.
func (t *table) run() {
	for s := range t.client.State() {
		data, err := json.Marshal(s)
		if err != nil {
			continue // a state is plain numbers and words
		}
		t.states.Publish(data)
	}
}

// Subscribe implements web.World.
func (t *table) Subscribe() (<-chan json.RawMessage, func()) { return t.states.Subscribe() }

// Do implements web.World.
func (t *table) Do(ctx context.Context, op web.Op) error {
	ctx, cancel := context.WithTimeout(ctx, twinPatience)
	defer cancel()
	_, err := t.client.Do(ctx, serve.Op{
		Name: op.Op, ID: op.ID, X: op.X, Y: op.Y, Announcement: serve.Announcement{FEN: op.FEN, Visitor: op.Visitor},
	})
	return err
}

// layTable lays a position on the virtual robot's table.
func layTable(ctx context.Context, client *serve.Client, p board.Position, visitor board.Color) error {
	ctx, cancel := context.WithTimeout(ctx, twinPatience)
	defer cancel()
	if err := client.PlacePosition(ctx, p, visitor); err != nil {
		return fmt.Errorf("laying the checkers: %w", err)
	}
	return nil
}
