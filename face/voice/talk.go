package voice

import (
	"time"

	"crownhead/face"
)

// patience is how long a phrase may wait until whoever speaks has finished; after that its occasion is over.
var patience = map[class]time.Duration{
	remark: 1500 * time.Millisecond, turn: 4 * time.Second, result: 10 * time.Second, warning: 3 * time.Second,
}

// A scene is where the game stands. A phrase is for one scene: when that has passed, it isn't begun any more.
type scene struct {
	game, ply int
	phase     string
}

// A line is a phrase that is spoken or waits.
type line struct {
	phrase Phrase
	class  class
	scene  scene
	until  time.Time // the latest it may begin
}

// A talk decides who speaks: one phrase at a time, and at most one that waits.
type talk struct {
	chooser *chooser
	scene   scene
	playing *line
	waiting *line
}

// see notes how the game stands; what waits for another scene is dropped.
func (t *talk) see(m face.Moment) {
	t.scene = scene{m.Game, m.Ply, m.Phase}
	if t.waiting != nil && t.waiting.scene != t.scene {
		t.waiting = nil
	}
}

// hear takes a moment, and returns the phrase to begin with; cut says that the one being spoken is to be broken off first.
func (t *talk) hear(now time.Time, m face.Moment) (begin *Phrase, cut bool) {
	t.see(m)
	phrase, k, ok := t.chooser.choose(m)
	if !ok {
		return nil, false
	}
	l := &line{phrase: phrase, class: k, scene: t.scene, until: now.Add(patience[k])}
	switch {
	case t.playing == nil:
		t.playing = l
		return &l.phrase, false
	case k > t.playing.class && (t.playing.class == remark || k == warning):
		t.playing, t.waiting = l, nil
		return &l.phrase, true
	case t.waiting == nil || k >= t.waiting.class:
		t.waiting = l
	}
	return nil, false
}

// ended notes that the phrase was spoken, and returns the next one.
func (t *talk) ended(now time.Time) *Phrase {
	t.playing, t.waiting = t.waiting, nil
	if t.playing != nil && now.After(t.playing.until) {
		t.playing = nil
	}
	if t.playing == nil {
		return nil
	}
	return &t.playing.phrase
}

// hush forgets what is spoken and what waits.
func (t *talk) hush() { t.playing, t.waiting = nil, nil }
