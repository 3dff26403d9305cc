package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/engine/hub"
	"crownhead/engine/levels"
	"crownhead/engine/search"
)

func hubCommand() command {
	return command{
		"hub", "",
		"the engine on standard input and output, by the Hub protocol, version 2; variant russian",
		runHub,
	}
}

// fullStrength is the level of a player that does its best.
const fullStrength = "full"

func runHub(c *call) error {
	if err := c.parse(0, 0); err != nil {
		return err
	}
	all, err := levels.Open(levels.Sources{})
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	defaults := search.DefaultOptions()
	e := hub.Engine{
		Name: "crownhead", Version: buildVersion().Version, Author: "the crownhead authors", Country: "-",
		Params: []hub.Param{
			{Name: "level", Value: fullStrength, Values: append([]string{fullStrength}, all.Names()...)},
			{Name: "table-bits", Value: strconv.Itoa(defaults.TableBits), Max: search.MaxTableBits},
			{Name: "threads", Value: "1", Min: 1, Max: search.MaxThreads},
		},
		New: hubPlayer,
	}
	if err := hub.Serve(e, os.Stdin, c.stdout); err != nil {
		return badInput("hub", err, "standard input has the other program's commands, each a line of its own")
	}
	return nil
}

// hubPlayer makes the player that the parameters ask for.
func hubPlayer(values map[string]string) (engine.Player, error) {
	if name := values["level"]; name != fullStrength {
		p, l, err := levels.New(name, 1)
		if err == nil && l.Weights != "" {
			p = shallow{p, l.Limits}
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

// shallow is a player who knows no depth, for programs that limit every engine by one: other limits hold, or its level's if there are none.
type shallow struct {
	engine.Player
	usual engine.Limits
}

// Choose implements engine.Player.
func (p shallow) Choose(ctx context.Context, g board.Game, lim engine.Limits) (engine.Answer, error) {
	if lim.Depth > 0 {
		lim.Depth = 0
		if lim == (engine.Limits{}) {
			lim = p.usual
		}
	}
	return p.Player.Choose(ctx, g, lim)
}
