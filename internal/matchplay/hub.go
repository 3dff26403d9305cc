package matchplay

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/hub"
	"crownhead/engine/levels"
	"crownhead/engine/search"
	"crownhead/internal/cli"
	"crownhead/internal/version"
)

// fullStrength is the level of a player that does its best.
const fullStrength = "full"

// ServeHub is the engine for another program, which reads out and writes in.
func ServeHub(in io.Reader, out io.Writer) error {
	all, err := levels.Open(levels.Sources{})
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	defaults := search.DefaultOptions()
	e := hub.Engine{
		Name: "crownhead", Version: version.Read().Version, Author: "the crownhead authors", Country: "-",
		Params: []hub.Param{
			{Name: "level", Value: fullStrength, Values: append([]string{fullStrength}, all.Names()...)},
			{Name: "table-bits", Value: strconv.Itoa(defaults.TableBits), Max: search.MaxTableBits},
			{Name: "threads", Value: "1", Min: 1, Max: search.MaxThreads},
		},
		New: newHubPlayer,
	}
	if err := hub.Serve(e, in, out); err != nil {
		return cli.BadInput("hub", err, "standard input has the other program's commands, each a line of its own")
	}
	return nil
}

// newHubPlayer makes the player that the parameters ask for.
func newHubPlayer(values map[string]string) (engine.Player, error) {
	if name := values["level"]; name != fullStrength {
		p, l, err := levels.New(name, 1)
		if err == nil && l.Weights != "" {
			p = depthless{p, l.Limits}
		}
		return p, err
	}
	o := search.DefaultOptions()
	var err error
	if o.TableBits, err = strconv.Atoi(values["table-bits"]); err != nil {
		return nil, err
	}
	if o.Threads, err = strconv.Atoi(values["threads"]); err != nil {
		return nil, err
	}
	return search.New(o), nil
}

// depthless is a player that knows no depth, for programs that limit every engine by one: their other limits hold, or
// those of its level if there are none.
type depthless struct {
	engine.Player
	usual engine.Limits
}

// Choose implements engine.Player.
func (p depthless) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	if lim.Depth > 0 {
		lim.Depth = 0
		if lim == (engine.Limits{}) {
			lim = p.usual
		}
	}
	return p.Player.Choose(ctx, g, lim)
}
