package voice

import (
	"math/rand/v2"
	"slices"

	"crownhead/face"
)

// cooldown is how many other phrases must be spoken before one may come again.
const cooldown = 10

// A chooser picks phrases. It is pure: the seed and the moments decide.
type chooser struct {
	packs   Packs
	moves   bool // the robot says its moves
	rng     *rand.Rand
	recent  []string // language and id of the last phrases, the newest last
	thought ply      // where thinking was last spoken of
}

// A ply is a place in a game. Its number counts from one, so that the zero value is none.
type ply struct{ game, number int }

func newChooser(packs Packs, moves bool, seed uint64) *chooser {
	return &chooser{packs: packs, moves: moves, rng: rand.New(rand.NewPCG(seed, 0))}
}

// choosePhrase returns the phrase for a moment, with its priority; false when there is nothing to say.
func (c *chooser) choosePhrase(m face.Moment) (Phrase, priority, bool) {
	_, _, saysMove := c.chooseMove(m)
	for _, e := range eventsOf(m) {
		if saysMove && e.isMove() {
			continue
		}
		for _, name := range c.variantsOf(e, m) {
			if p, ok := c.pickPhrase(name, m); ok && c.rollChance(name, e.priority) {
				c.recent = append(c.recent, m.Lang+" "+p.ID)
				c.recent = c.recent[max(0, len(c.recent)-cooldown):]
				return p, e.priority, true
			}
		}
	}
	return Phrase{}, 0, false
}

// chooseMove returns the phrase that says the robot's move, with its priority; false when there is
// none to say, or the pack lacks a part of it.
func (c *chooser) chooseMove(m face.Moment) (Phrase, priority, bool) {
	if m.Move == nil || !c.moves {
		return Phrase{}, 0, false
	}
	phrase, ok := c.packs[m.Lang].composeMove(*m.Move)
	if m.Ends {
		return phrase, outcome, ok
	}
	return phrase, progress, ok
}

// variantsOf returns the events that are tried in place of one, in order: a rival may joke when it
// gives the turn, and a robot that speaks again of thinking at the same ply has thought for long.
func (c *chooser) variantsOf(e event, m face.Moment) []string {
	switch e.name {
	case "your_turn":
		return []string{"joke", e.name}
	case "thinking":
		here := ply{m.Game, m.Ply + 1}
		again := c.thought == here
		c.thought = here
		if again {
			return []string{"long_thinking"}
		}
	}
	return []string{e.name}
}

// rollChance draws whether an event is spoken of. What ends a game always is.
func (c *chooser) rollChance(name string, p priority) bool {
	chance := chanceOf(name)
	return chance == 0 || p == outcome || c.rng.Float64() < chance
}

// pickPhrase draws one of the phrases that suit and were not spoken lately. A phrase with conditions
// comes up twice as often as one that always suits.
func (c *chooser) pickPhrase(event string, m face.Moment) (Phrase, bool) {
	var fits []Phrase
	for _, p := range c.packs[m.Lang].Phrases {
		if p.Event != event || !p.suits(m) || slices.Contains(c.recent, m.Lang+" "+p.ID) {
			continue
		}
		fits = append(fits, p)
		if p.Attitude != "" || p.When != "" || len(p.Emotions) > 0 {
			fits = append(fits, p)
		}
	}
	if len(fits) == 0 {
		return Phrase{}, false
	}
	return fits[c.rng.IntN(len(fits))], true
}

// suits reports whether a phrase's conditions hold.
func (p Phrase) suits(m face.Moment) bool {
	switch {
	case p.Attitude != "" && p.Attitude != m.Attitude:
		return false
	case len(p.Emotions) > 0 && !slices.Contains(p.Emotions, m.Emotion):
		return false
	case p.When == whenAhead:
		return m.Win >= face.AheadFrom
	case p.When == whenBehind:
		return m.Win <= -face.AheadFrom
	}
	return true
}
