package voice

import (
	"time"

	"crownhead/face"
)

// longestWait is how long a phrase may wait until another has finished; after that it would come too late.
var longestWait = map[priority]time.Duration{
	smallTalk: 1500 * time.Millisecond, progress: 4 * time.Second, outcome: 10 * time.Second, warning: 3 * time.Second,
}

// A standing is where the game stands. A phrase is for one standing: when that has passed, it isn't
// begun any more.
type standing struct {
	game, ply int
	phase     string
}

// An utterance is a phrase that is spoken or waits.
type utterance struct {
	phrase   Phrase
	priority priority
	standing standing
	until    time.Time // the latest time at which it may begin
}

// A speechQueue decides which phrase is spoken: one at a time, and at most one waits.
type speechQueue struct {
	chooser  *chooser
	standing standing
	playing  *utterance
	waiting  *utterance
}

func newSpeechQueue(o Options) *speechQueue {
	return &speechQueue{chooser: newChooser(o.Packs, o.Config.Moves, o.Seed)}
}

// updateStanding notes how the game stands, and drops what waits for another standing.
func (q *speechQueue) updateStanding(m face.Moment) {
	q.standing = standing{m.Game, m.Ply, m.Phase}
	if q.waiting != nil && q.waiting.standing != q.standing {
		q.waiting = nil
	}
}

// enqueue takes a moment, and returns the phrase to begin with, if one begins at once. With cut, the
// phrase that is being spoken is to be broken off first. A move is said after what else
// there is to say at that moment: "Well played!", and then "b6 to c5".
func (q *speechQueue) enqueue(now time.Time, m face.Moment) (begin *Phrase, cut bool) {
	q.updateStanding(m)
	if phrase, p, ok := q.chooser.choosePhrase(m); ok {
		begin, cut = q.admitPhrase(now, phrase, p)
	}
	move, p, ok := q.chooser.chooseMove(m)
	switch {
	case !ok:
	case begin == nil:
		begin, cut = q.admitPhrase(now, move, p)
	default:
		q.waiting = &utterance{phrase: move, priority: p, standing: q.standing, until: now.Add(longestWait[p])}
	}
	return begin, cut
}

// admitPhrase lets a phrase begin, wait, or be dropped. It returns what enqueue does.
func (q *speechQueue) admitPhrase(now time.Time, phrase Phrase, p priority) (begin *Phrase, cut bool) {
	u := &utterance{phrase: phrase, priority: p, standing: q.standing, until: now.Add(longestWait[p])}
	switch {
	case q.playing == nil:
		q.playing = u
		return &u.phrase, false
	case p > q.playing.priority && (q.playing.priority == smallTalk || p == warning):
		q.playing, q.waiting = u, nil
		return &u.phrase, true
	case q.waiting == nil || p >= q.waiting.priority:
		q.waiting = u
	}
	return nil, false
}

// finishUtterance notes that the phrase was spoken, and returns the next one.
func (q *speechQueue) finishUtterance(now time.Time) *Phrase {
	q.playing, q.waiting = q.waiting, nil
	if q.playing != nil && now.After(q.playing.until) {
		q.playing = nil
	}
	if q.playing == nil {
		return nil
	}
	return &q.playing.phrase
}

// dropAll forgets what is spoken and what waits.
func (q *speechQueue) dropAll() { q.playing, q.waiting = nil, nil }
