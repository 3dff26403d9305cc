package voice

import (
	"math/rand/v2"
	"slices"

	"crownhead/face"
)

// memory is how many phrases back none is spoken again.
const memory = 10

// lead is the win estimate from which the robot speaks like one who is ahead, or behind.
const lead = 0.3

// chances are how often an event is spoken of; those not named, always.
var chances = map[string]float64{"my_move": 0.5, "joke": 0.2}

// A chooser picks phrases. It is pure: the seed and the moments decide.
type chooser struct {
	packs   Packs
	chance  *rand.Rand
	recent  []string // language and id, the newest last
	thought pondered // where thinking was last spoken of
}

// pondered is a ply of a game, counted from one so that the zero value is none.
type pondered struct{ game, ply int }

func newChooser(packs Packs, seed uint64) *chooser {
	return &chooser{packs: packs, chance: rand.New(rand.NewPCG(seed, 0))}
}

// choose returns the phrase for a moment, with its class; false when there is nothing to say.
func (c *chooser) choose(m face.Moment) (Phrase, class, bool) {
	for _, o := range occasions(m) {
		for _, event := range c.events(o.event, m) {
			if p, ok := c.pick(event, m); ok && c.wants(event, o.class) {
				c.remember(m.Lang + " " + p.ID)
				return p, o.class, true
			}
		}
	}
	return Phrase{}, 0, false
}

// events are what is tried for an event, in order: a rival jokes now and then, and who thinks again thinks for long.
func (c *chooser) events(event string, m face.Moment) []string {
	switch event {
	case "your_turn":
		return []string{"joke", event}
	case "thinking":
		here := pondered{m.Game, m.Ply + 1}
		again := c.thought == here
		c.thought = here
		if again {
			return []string{"long_thinking"}
		}
	}
	return []string{event}
}

// wants throws the dice over an event. What ends a game is always spoken of.
func (c *chooser) wants(event string, k class) bool {
	chance, rare := chances[event]
	return !rare || k == result || c.chance.Float64() < chance
}

// pick takes one of the phrases that suit and were not spoken lately. What suits just this moment comes up more often.
func (c *chooser) pick(event string, m face.Moment) (Phrase, bool) {
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
	return fits[c.chance.IntN(len(fits))], true
}

func (c *chooser) remember(phrase string) {
	c.recent = append(c.recent, phrase)
	c.recent = c.recent[max(0, len(c.recent)-memory):]
}

// suits tells whether a phrase's conditions hold.
func (p Phrase) suits(m face.Moment) bool {
	switch {
	case p.Attitude != "" && p.Attitude != m.Attitude:
		return false
	case len(p.Emotions) > 0 && !slices.Contains(p.Emotions, m.Emotion):
		return false
	case p.When == Ahead:
		return m.Win >= lead
	case p.When == Behind:
		return m.Win <= -lead
	}
	return true
}
