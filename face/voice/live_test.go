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

// tries is how often a phrase may be tried: a busy machine may let a sound stutter, but not each time.
const tries = 5

// again does something until what was heard is as wanted.
func again(t *testing.T, try func() (complaint string)) {
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

// compare holds what was heard first against a phrase spoken at a gain, and returns what is wrong.
func (l *listener) compare(t *testing.T, heard []float32, p Phrase, gain float64) (complaint string) {
	t.Helper()
	want := l.reference(t, p)
	begins, ends := bounds(want, pulseRate)
	from, _ := bounds(heard, pulseRate)
	_, to := bounds(heard[:min(len(heard), from+ends-begins+pulseRate/10)], pulseRate) // another phrase may follow
	corr, loud := likeness(heard, want, pulseRate)
	told := fmt.Sprintf("%s: correlation %.4f, gain %.3f, heard after %v for %v, its sound is %v", p.ID, corr, loud,
		seconds(from), seconds(to-from), seconds(ends-begins))
	if corr < 0.97 || math.Abs(loud-gain) > 0.05*gain || seconds(to-from-(ends-begins)).Abs() > 50*time.Millisecond {
		return told
	}
	t.Log(told)
	return ""
}

func (l *listener) reference(t *testing.T, p Phrase) []float32 {
	t.Helper()
	want, err := reference(p, pulseRate)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// Scenes 38 and 40 on a sound server's null sink, whose monitor is recorded: what is heard, when, how loud, and what isn't.
func TestScene38HeardOnANullSink(t *testing.T) {
	l := listen(t)
	t.Run("nothing before anything is said", func(t *testing.T) { l.silent(t, 0) })
	for _, lang := range packLangs() {
		t.Run("a phrase in "+lang, func(t *testing.T) {
			again(t, func() string { return l.hears(t, lang, "your_turn", 1) })
			l.silent(t, l.mark())
		})
	}
	t.Run("half the volume", func(t *testing.T) {
		l.SetVolume(50)
		again(t, func() string { return l.hears(t, "uk", "set_up", 0.25) })
	})
	t.Run("no volume", func(t *testing.T) {
		l.SetVolume(0)
		mark := l.mark()
		l.says("uk", "your_turn")
		l.silent(t, mark)
		l.SetVolume(100)
	})
	t.Run("quiet hours", func(t *testing.T) {
		l.hour.Store(23)
		mark := l.mark()
		l.says("uk", "your_turn")
		l.silent(t, mark)
		l.hour.Store(12)
	})
	t.Run("a remark is cut short", func(t *testing.T) { again(t, func() string { return l.cutsShort(t) }) })
	t.Run("40: the winning move is spoken before the end", func(t *testing.T) { again(t, func() string { return l.wins(t) }) })
	t.Run("the sound server dies in the middle", func(t *testing.T) { l.survives(t) })
}

// silent wants nothing at all to be heard from a mark until a second from now.
func (l *listener) silent(t *testing.T, mark int) {
	t.Helper()
	l.pass(t, time.Second)
	if loudest := peak(l.since(mark)); loudest > 0 {
		t.Errorf("%.4f is heard", loudest)
	}
}

// hears lets a sentence be spoken and compares.
func (l *listener) hears(t *testing.T, lang, key string, gain float64) (complaint string) {
	t.Helper()
	mark := l.mark()
	l.says(lang, key)
	s := l.ended(t)
	for len(s.sound) == 0 { // a try of the device
		s = l.ended(t)
	}
	l.pass(t, 300*time.Millisecond)
	return l.compare(t, l.since(mark), l.phrase(t, lang, s.sound), gain)
}

// talking waits until something is heard.
func (l *listener) talking(t *testing.T, mark int) {
	t.Helper()
	l.until(t, mark, func(heard []float32) bool { return rms(heard[max(0, len(heard)-pulseRate/20):]) > 0.02 })
}

// cutsShort lets a warning cut a phrase short.
func (l *listener) cutsShort(t *testing.T) (complaint string) {
	mark := l.mark()
	l.says("en", "capture_goes_on")
	l.talking(t, mark)
	l.moment("en", "visitor", "hands_off")
	if s := l.ended(t); s.err == nil {
		return "the phrase was spoken to its end"
	}
	cut := l.mark()
	s := l.ended(t)
	l.pass(t, 300*time.Millisecond)
	if begun(l.since(cut), l.reference(t, l.phrase(t, "en", s.sound)), pulseRate) < 0 {
		return "the warning is not heard"
	}
	return ""
}

// wins lets the robot win at once after its last move was announced.
func (l *listener) wins(t *testing.T) (complaint string) {
	mark := l.mark()
	l.ply++
	l.moment("en", "moving", "my_capture")
	l.moment("en", "over", "end_loss_no_pieces")
	first, second := l.ended(t), l.ended(t)
	l.pass(t, 300*time.Millisecond)
	move, end := l.phrase(t, "en", first.sound), l.phrase(t, "en", second.sound)
	if move.Event != "my_capture" || end.Event != "robot_wins" {
		t.Fatalf("spoken: %s, then %s", move.ID, end.ID)
	}
	heard := l.since(mark)
	if complaint = l.compare(t, heard, move, 1); complaint != "" {
		return complaint
	}
	at := begun(heard, l.reference(t, end), pulseRate)
	if at < 0 {
		return "the end is not heard"
	}
	return l.compare(t, heard[at:], end, 1)
}

// survives kills the sound server in mid-phrase, and starts it again.
func (l *listener) survives(t *testing.T) {
	mark := l.mark()
	l.says("en", "end_win_no_pieces")
	l.talking(t, mark)
	l.pulse.kill()
	began := time.Now()
	for range 100 {
		l.says("en", "your_turn")
	}
	if held := time.Since(began); held > livePatience/2 {
		t.Errorf("the game was held up for %v", held)
	}
	for l.ended(t).err == nil { // the phrase, unless it was on its way already, and then what comes after it
	}
	for range 3 { // it is tried again and again
		l.ended(t)
	}
	if got := l.Status(); got.State != StateAbsent || got.Hint == "" {
		t.Errorf("state %+v", got)
	}
	if n := strings.Count(l.log.String(), "plays on"); n != 1 {
		t.Errorf("said %d times:\n%s", n, l.log.String())
	}
	l.pulse.start(t)
	l.recording = l.pulse.record(t)
	for l.Status().State != StateOn {
		l.ended(t)
	}
	again(t, func() string { return l.hears(t, "en", "resumed", 1) })
	if !strings.Contains(l.log.String(), "there is sound again") {
		t.Errorf("log:\n%s", l.log.String())
	}
}

func peak(samples []float32) float64 {
	loudest := 0.0
	for _, x := range samples {
		loudest = max(loudest, math.Abs(float64(x)))
	}
	return loudest
}

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
	err := ChildProcess{Command: []string{os.Args[0], "speak"}}.Speak(ctx, sound, volume)
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
