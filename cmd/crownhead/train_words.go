package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// trainWords names the words that have a flag; all have the others.
var trainWords = map[string]string{
	"nodes": "patterns", "player": "patterns", "epochs": "patterns", "match-nodes": "patterns",
	"visits": "run", "fast": "run", "full": "run", "opening": "run", "even": "run", "temperature": "run", "cooling": "run", "rollouts": "run", "blocks": "run", "filters": "run",
	"window": "run", "passes": "run", "match-playouts": "run", "match-test": "run",
	"generations": "run patterns", "workers": "run patterns", "seed": "run patterns", "games": "run patterns", "batch": "run patterns", "rate": "run patterns",
	"decay": "run patterns", "blend": "run patterns", "match": "run patterns",
	"generation": "export", "single": "export", "out": "run patterns export",
}

// refuseForeign refuses flags that do nothing for the word given.
func (f *trainFlags) refuseForeign(c *call) (err error) {
	c.flags.Visit(func(given *flag.Flag) {
		if words := strings.Fields(trainWords[given.Name]); len(words) > 0 && !slices.Contains(words, c.args[0]) {
			err = errors.Join(err, fmt.Errorf("--%s belongs to train %s", given.Name, strings.Join(words, ", ")))
		}
	})
	if err != nil {
		return c.badUsage(err)
	}
	return nil
}
