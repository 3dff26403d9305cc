//go:build linux && cgo && alsa

package voice

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
)

// A listener is the real thing but for the loudspeaker: a player, its children, beep, ALSA, PulseAudio, and what is heard
// at the other end.
type listener struct {
	*Player
	*recording
	pulse  *pulse
	spoken chan spokenSound // each call of Speak that has ended
	log    lockedBuffer
	hour   atomic.Int32
	ply    int
	packs  Packs
}

// A spokenSound is a call of Speak.
type spokenSound struct {
	sound []byte
	err   error
}

// A lockedBuffer is a log that a test may read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Speak implements Speaker by a child of the test's own program.
func (l *listener) Speak(ctx context.Context, sound []byte, volume int) error {
	err := Child{Command: []string{os.Args[0], "speak"}}.Speak(ctx, sound, volume)
	select {
	case l.spoken <- spokenSound{sound, err}:
	default:
	}
	return err
}

func listen(t *testing.T) *listener {
	t.Helper()
	l := &listener{pulse: newPulse(t), spoken: make(chan spokenSound, 64), packs: manyOf(mustLoad(t))}
	l.hour.Store(12)
	l.recording = l.pulse.record(t)
	c := DefaultConfig()
	c.Volume, c.QuietFrom, c.QuietTo = 100, "22:00", "08:00"
	l.Player = NewPlayer(Options{
		Packs: l.packs, Config: c, Lang: "en", Seed: 5, Speaker: l, Retry: 200 * time.Millisecond, Log: zerolog.New(&l.log),
		Clock: func() time.Time { return time.Date(2026, 5, 1, int(l.hour.Load()), 0, 0, 0, time.Local) },
	})
	ctx, cancel := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	wait.Go(func() { l.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		wait.Wait()
	})
	l.ended(t) // the first try of the device
	return l
}

// manyOf gives every phrase twins of other names, so that none is refused for having been spoken lately.
func manyOf(packs Packs) Packs {
	for lang, pack := range packs {
		many := pack.Phrases
		for i := range 2 * memory {
			for _, p := range pack.Phrases {
				p.ID = fmt.Sprintf("%s-%d", p.ID, i)
				many = append(many, p)
			}
		}
		pack.Phrases = many
		packs[lang] = pack
	}
	return packs
}

// ended waits for the end of a call of Speak.
func (l *listener) ended(t *testing.T) spokenSound {
	t.Helper()
	select {
	case s := <-l.spoken:
		return s
	case <-time.After(livePatience):
		t.Fatalf("nothing is spoken; log:\n%s", l.log.String())
		return spokenSound{}
	}
}

func (l *listener) says(lang string, keys ...string) {
	l.ply++
	l.moment(lang, "visitor", keys...)
}

func (l *listener) moment(lang, phase string, keys ...string) {
	l.Notify(face.Moment{Lang: lang, Attitude: face.Positive, Game: 1, Ply: l.ply, Phase: phase, Ends: phase != "visitor", Said: keys})
}

// phrase finds the phrase of a sound.
func (l *listener) phrase(t *testing.T, lang string, sound []byte) Phrase {
	t.Helper()
	for _, p := range l.packs[lang].Phrases {
		if bytes.Equal(p.Sound, sound) {
			return p
		}
	}
	t.Fatalf("no phrase of %s has a sound of %d bytes", lang, len(sound))
	return Phrase{}
}
