package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"crownhead/arm"
	"crownhead/firmware/twin/serve"
	"crownhead/internal/broadcast"
	"crownhead/web"
	"crownhead/web/operator"
)

// layoutOf is what the drawings need of a configuration.
func layoutOf(cfg arm.Config) operator.ArmLayout {
	links, place := cfg.Links, cfg.Board
	return operator.ArmLayout{
		Upper: links.Upper, Forearm: links.Forearm, Tool: links.Tool, Shoulder: links.Shoulder, Nozzle: links.Nozzle,
		CentreX: place.CentreX, CentreY: place.CentreY, Yaw: place.Yaw, Pitch: place.Pitch, Surface: place.Surface,
		Travel: cfg.Descent.TravelHeight, Park: operator.Spot{X: cfg.Park.X, Y: cfg.Park.Y},
		Trophies: spotsOf(cfg.Tray.Trophies), Kings: spotsOf(cfg.Tray.Kings),
	}
}

func spotsOf(from []arm.Spot) []operator.Spot {
	list := make([]operator.Spot, len(from))
	for i, s := range from {
		list[i] = operator.Spot{X: s.X, Y: s.Y}
	}
	return list
}

// printOperatorAddress says where the operator's page is and which token it asks for. A token of the configuration is
// not printed: those who may know it do.
func printOperatorAddress(w io.Writer, address string, configured bool, token string) {
	if configured {
		fmt.Fprintf(w, "crownhead: operator's page: http://%s/operator; its token is web.token in the configuration\n",
			address)
		return
	}
	fmt.Fprintf(w, "crownhead: operator's page: http://%s/operator#%s\n", address, token)
	fmt.Fprintf(w,
		"crownhead: operator's token: %s (until the next start; web.token in the configuration sets one that stays)\n",
		token)
}

// worldLimit is how long the virtual robot's world may take to do what a page asks for.
const worldLimit = 2 * time.Second

// A table is the virtual robot's world for the pages. Its run is the only taker of the client's states.
type table struct {
	client *serve.Client
	states broadcast.Value[json.RawMessage]
}

var _ web.World = (*table)(nil)

// publishStates turns states into JSON until the client is closed.
func (t *table) publishStates() {
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
	ctx, cancel := context.WithTimeout(ctx, worldLimit)
	defer cancel()
	_, err := t.client.Do(ctx, serve.Op{
		Name: op.Op, ID: op.ID, X: op.X, Y: op.Y, Announcement: serve.Announcement{FEN: op.FEN, Visitor: op.Visitor},
	})
	return err
}
