package daemon

import (
	"context"
	"encoding/json"
	"time"

	"crownhead/firmware/twin/serve"
	"crownhead/internal/broadcast"
	"crownhead/web"
)

// worldLimit is how long the virtual robot's world may take to do what a page asks for.
const worldLimit = 2 * time.Second

// A worldFeed is the virtual robot's world for the pages. Its publishStates alone takes the client's states.
type worldFeed struct {
	client *serve.Client
	states broadcast.Value[json.RawMessage]
}

var _ web.World = (*worldFeed)(nil)

// publishStates turns states into JSON until the client is closed.
func (t *worldFeed) publishStates() {
	for s := range t.client.State() {
		data, err := json.Marshal(s)
		if err != nil {
			continue // a state is plain numbers and words
		}
		t.states.Publish(data)
	}
}

// Subscribe implements web.World.
func (t *worldFeed) Subscribe() (<-chan json.RawMessage, func()) { return t.states.Subscribe() }

// Do implements web.World.
func (t *worldFeed) Do(ctx context.Context, op web.Op) error {
	ctx, cancel := context.WithTimeout(ctx, worldLimit)
	defer cancel()
	_, err := t.client.Do(ctx, serve.Op{
		Name: op.Op, ID: op.ID, X: op.X, Y: op.Y, Announcement: serve.Announcement{FEN: op.FEN, Visitor: op.Visitor},
	})
	return err
}
