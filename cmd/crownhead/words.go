package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// A word is one of the things that a command can be told to do. Each has flags of its own.
type word struct {
	name    string
	usage   string // its flags and arguments, for the help
	summary string
	declare func(c *call) // its flags
	run     func(c *call) error
}

// choose takes the word out of a call, which is the word's from then on: its flags, its help, its errors.
func (c *call) choose(words []word) (word, error) {
	at, w := c.findWord(words)
	if at < 0 {
		return w, c.refuseWord(words)
	}
	c.args = slices.Delete(slices.Clone(c.args), at, at+1)
	c.cmd = command{name: c.cmd.name + " " + w.name, usage: w.usage, summary: w.summary}
	w.declare(c)
	c.foreign = func(name string) error { return w.foreign(words, name) }
	return w, nil
}

// findWord is the first argument that is a word and no flag's value, for flags may stand before it; else the first one that is
// called like a word, whose flags then tell what is wrong. It is at -1 where there is none.
func (c *call) findWord(words []word) (at int, found word) {
	at = -1
	for i, arg := range c.args {
		k := slices.IndexFunc(words, func(w word) bool { return w.name == arg })
		switch {
		case k < 0:
		case words[k].reads(c.args[:i]):
			return i, words[k]
		case at < 0:
			at, found = i, words[k]
		}
	}
	return at, found
}

// flagSet has the word's flags alone.
func (w word) flagSet() *flag.FlagSet {
	trial := newCall(command{}, nil, nil, nil)
	w.declare(trial)
	return trial.flags
}

// reads tells whether arguments are flags of the word with their values, and nothing else.
func (w word) reads(args []string) bool {
	flags := w.flagSet()
	return flags.Parse(args) == nil && flags.NArg() == 0
}

// refuseWord answers a call that has no word: with the words.
func (c *call) refuseWord(words []word) error {
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = w.name
	}
	wanted := strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	if len(c.args) == 0 {
		return c.badUsage(errors.New("wanted " + wanted))
	}
	if err := c.flags.Parse(c.args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(c.stdout, "crownhead %s %s\n%s\n", c.cmd.name, c.cmd.usage, c.cmd.summary)
		for _, w := range words {
			fmt.Fprintf(c.stdout, "  %s\n        %s\n", strings.TrimSpace(w.name+" "+w.usage), w.summary)
		}
		return err
	}
	return c.badUsage(fmt.Errorf("%.100q: wanted %s", c.args[0], wanted))
}

// foreign tells whose a flag is that is not the word's.
func (w word) foreign(words []word, name string) error {
	var owners []string
	for _, other := range words {
		if other.flagSet().Lookup(name) != nil {
			owners = append(owners, other.name)
		}
	}
	if len(owners) == 0 {
		return fmt.Errorf("there is no --%s", name)
	}
	return fmt.Errorf("--%s belongs to %s, and does nothing for %s", name, strings.Join(owners, ", "), w.name)
}
