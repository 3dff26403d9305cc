//go:build linux && cgo && alsa

package voice

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
)

// tries is how often a phrase may be tried: on a busy machine a sound may stutter, but not each time.
const tries = 5

// retryUntilRight calls try until it has no complaint.
func retryUntilRight(t *testing.T, try func() (complaint string)) {
	t.Helper()
	complaint := ""
	for range tries {
		if complaint = try(); complaint == "" {
			return
		}
		t.Logf("once more: %s", complaint)
	}
	t.Error(complaint)
}

// compareHeard compares what was heard first with a phrase spoken at a gain, and returns what is wrong.
func (l *listener) compareHeard(t *testing.T, heard []float32, p Phrase, gain float64) (complaint string) {
	t.Helper()
	want := l.referenceOf(t, p)
	begins, ends := soundBounds(want, pulseRate)
	from, _ := soundBounds(heard, pulseRate)
	_, to := soundBounds(heard[:min(len(heard), from+ends-begins+pulseRate/10)], pulseRate) // another phrase may follow
	corr, loud := correlate(heard, want, pulseRate)
	told := fmt.Sprintf("%s: correlation %.4f, gain %.3f, heard after %v for %v, its sound is %v", p.ID, corr, loud,
		roundedLength(from), roundedLength(to-from), roundedLength(ends-begins))
	late := roundedLength(to - from - (ends - begins)).Abs()
	if corr < 0.97 || math.Abs(loud-gain) > 0.05*gain || late > 50*time.Millisecond {
		return told
	}
	t.Log(told)
	return ""
}

func (l *listener) referenceOf(t *testing.T, p Phrase) []float32 {
	t.Helper()
	want, err := referenceSound(p, pulseRate)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// Scenes 38 and 40 on a sound server's null sink, whose monitor is recorded: what is heard, when, how
// loud, and what isn't.
func TestScene38HeardOnANullSink(t *testing.T) {
	l := startListener(t)
	t.Run("nothing before anything is said", func(t *testing.T) { l.expectSilence(t, 0) })
	for _, lang := range packLangs() {
		t.Run("a phrase in "+lang, func(t *testing.T) {
			retryUntilRight(t, func() string { return l.speakAndCompare(t, lang, "your_turn", 1) })
			l.expectSilence(t, l.position())
		})
	}
	t.Run("half the volume", func(t *testing.T) {
		l.SetVolume(50)
		retryUntilRight(t, func() string { return l.speakAndCompare(t, "uk", "set_up", 0.25) })
	})
	t.Run("no volume", func(t *testing.T) {
		l.SetVolume(0)
		mark := l.position()
		l.saySentences("uk", "your_turn")
		l.expectSilence(t, mark)
		l.SetVolume(100)
	})
	t.Run("quiet hours", func(t *testing.T) {
		l.hour.Store(23)
		mark := l.position()
		l.saySentences("uk", "your_turn")
		l.expectSilence(t, mark)
		l.hour.Store(12)
	})
	t.Run("a phrase is cut short", func(t *testing.T) { retryUntilRight(t, func() string { return l.cutShort(t) }) })
	t.Run("40: the winning move is spoken before the end", func(t *testing.T) {
		retryUntilRight(t, func() string { return l.winAtOnce(t) })
	})
	t.Run("the sound server dies in the middle", func(t *testing.T) { l.surviveCrash(t) })
}

// expectSilence fails when anything is heard from a position until a second from now.
func (l *listener) expectSilence(t *testing.T, mark int) {
	t.Helper()
	l.waitFor(t, time.Second)
	if loudest := peakLevel(l.samplesSince(mark)); loudest > 0 {
		t.Errorf("%.4f is heard", loudest)
	}
}

// speakAndCompare lets a sentence be spoken and compares.
func (l *listener) speakAndCompare(t *testing.T, lang, key string, gain float64) (complaint string) {
	t.Helper()
	mark := l.position()
	l.saySentences(lang, key)
	s := l.awaitEnd(t)
	for len(s.sound) == 0 { // a try of the device
		s = l.awaitEnd(t)
	}
	l.waitFor(t, 300*time.Millisecond)
	return l.compareHeard(t, l.samplesSince(mark), l.phraseOfSound(t, lang, s.sound), gain)
}

// awaitSound waits until something is heard.
func (l *listener) awaitSound(t *testing.T, mark int) {
	t.Helper()
	l.waitUntil(t, mark, func(heard []float32) bool { return rms(heard[max(0, len(heard)-pulseRate/20):]) > 0.02 })
}

// cutShort lets a warning cut a phrase short.
func (l *listener) cutShort(t *testing.T) (complaint string) {
	mark := l.position()
	l.saySentences("en", "capture_goes_on")
	l.awaitSound(t, mark)
	l.notifyAt("en", "visitor", "hands_off")
	if s := l.awaitEnd(t); s.err == nil {
		return "the phrase was spoken to its end"
	}
	cut := l.position()
	s := l.awaitEnd(t)
	l.waitFor(t, 300*time.Millisecond)
	if findStart(l.samplesSince(cut), l.referenceOf(t, l.phraseOfSound(t, "en", s.sound)), pulseRate) < 0 {
		return "the warning is not heard"
	}
	return ""
}

// winAtOnce lets the robot win at once after its last move was announced.
func (l *listener) winAtOnce(t *testing.T) (complaint string) {
	mark := l.position()
	l.ply++
	l.notifyAt("en", "moving", "my_capture")
	l.notifyAt("en", "over", "end_loss_no_pieces")
	first, second := l.awaitEnd(t), l.awaitEnd(t)
	l.waitFor(t, 300*time.Millisecond)
	move, end := l.phraseOfSound(t, "en", first.sound), l.phraseOfSound(t, "en", second.sound)
	if move.Event != "my_capture" || end.Event != "robot_wins" {
		t.Fatalf("spoken: %s, then %s", move.ID, end.ID)
	}
	heard := l.samplesSince(mark)
	if complaint = l.compareHeard(t, heard, move, 1); complaint != "" {
		return complaint
	}
	at := findStart(heard, l.referenceOf(t, end), pulseRate)
	if at < 0 {
		return "the end is not heard"
	}
	return l.compareHeard(t, heard[at:], end, 1)
}

// surviveCrash kills the sound server in mid-phrase, and starts it again.
func (l *listener) surviveCrash(t *testing.T) {
	mark := l.position()
	l.saySentences("en", "end_win_no_pieces")
	l.awaitSound(t, mark)
	l.pulse.killDaemon()
	began := time.Now()
	for range 100 {
		l.saySentences("en", "your_turn")
	}
	if held := time.Since(began); held > livePatience/2 {
		t.Errorf("the game was held up for %v", held)
	}
	for l.awaitEnd(t).err == nil { // the phrase, unless it was on its way already, and then what comes after it
	}
	for range 3 { // it is tried again and again
		l.awaitEnd(t)
	}
	if got := l.Status(); got.State != StateAbsent || got.Remedy == "" {
		t.Errorf("state %+v", got)
	}
	if n := strings.Count(l.log.String(), "plays on"); n != 1 {
		t.Errorf("said %d times:\n%s", n, l.log.String())
	}
	l.pulse.startDaemon(t)
	l.recording = l.pulse.recordSink(t)
	for l.Status().State != StateOn {
		l.awaitEnd(t)
	}
	retryUntilRight(t, func() string { return l.speakAndCompare(t, "en", "resumed", 1) })
	if !strings.Contains(l.log.String(), "there is sound again") {
		t.Errorf("log:\n%s", l.log.String())
	}
}

func peakLevel(samples []float32) float64 {
	loudest := 0.0
	for _, x := range samples {
		loudest = max(loudest, math.Abs(float64(x)))
	}
	return loudest
}

// A listener is the real thing but for the loudspeaker: a player, its children, beep, ALSA, PulseAudio,
// and what is heard at the other end.
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

// Speak implements Speaker by a child process of the test's own program.
func (l *listener) Speak(ctx context.Context, sound []byte, volume int) error {
	err := ChildProcess{Command: []string{os.Args[0], "speak"}}.Speak(ctx, sound, volume)
	select {
	case l.spoken <- spokenSound{sound, err}:
	default:
	}
	return err
}

func startListener(t *testing.T) *listener {
	t.Helper()
	l := &listener{pulse: newPulse(t), spoken: make(chan spokenSound, 64), packs: manyOf(mustLoad(t))}
	l.hour.Store(12)
	l.recording = l.pulse.recordSink(t)
	c := DefaultConfig()
	c.Volume, c.QuietFrom, c.QuietTo = 100, "22:00", "08:00"
	l.Player = NewPlayer(Options{
		Packs: l.packs, Config: c, Lang: "en", Seed: 5, Speaker: l,
		Retry: 200 * time.Millisecond, Log: zerolog.New(&l.log),
		Clock: func() time.Time { return time.Date(2026, 5, 1, int(l.hour.Load()), 0, 0, 0, time.Local) },
	})
	ctx, cancel := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	wait.Go(func() { l.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		wait.Wait()
	})
	l.awaitEnd(t) // the first try of the device
	return l
}

// manyOf gives every phrase twins of other names, so that the cooldown refuses none.
func manyOf(packs Packs) Packs {
	for lang, pack := range packs {
		many := pack.Phrases
		for i := range 2 * cooldown {
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

// awaitEnd waits for the end of a call of Speak.
func (l *listener) awaitEnd(t *testing.T) spokenSound {
	t.Helper()
	select {
	case s := <-l.spoken:
		return s
	case <-time.After(livePatience):
		t.Fatalf("nothing is spoken; log:\n%s", l.log.String())
		return spokenSound{}
	}
}

func (l *listener) saySentences(lang string, keys ...string) {
	l.ply++
	l.notifyAt(lang, "visitor", keys...)
}

func (l *listener) notifyAt(lang, phase string, keys ...string) {
	l.Notify(face.Moment{
		Lang: lang, Attitude: face.Positive, Game: 1, Ply: l.ply, Phase: phase, Ends: phase != "visitor", Said: keys,
	})
}

// phraseOfSound finds the phrase of a sound.
func (l *listener) phraseOfSound(t *testing.T, lang string, sound []byte) Phrase {
	t.Helper()
	for _, p := range l.packs[lang].Phrases {
		if bytes.Equal(p.Sound, sound) {
			return p
		}
	}
	t.Fatalf("no phrase of %s has a sound of %d bytes", lang, len(sound))
	return Phrase{}
}
