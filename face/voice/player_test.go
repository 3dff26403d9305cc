package voice

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
)

func TestSpeaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startPlayer(t, nil, nil)
		s.wantState(t, StateOn)
		s.saySentence("your_turn", 3*time.Second)
		s.wantPhrases(t, 1)
		if got := s.Status(); got.Pack != "uk, anatol, 125 phrases" || got.Volume != 70 {
			t.Errorf("state %+v", got)
		}
		if got := s.speaker.spokenSounds()[0]; got.volume != 70 || !got.whole {
			t.Errorf("spoke %+v", got)
		}
	})
}

// A phrase that is cut short has ended before the next begins, so that two never share the device.
func TestCutShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startPlayer(t, nil, nil)
		s.saySentence("my_capture", time.Second)
		s.saySentence("hands_off", 3*time.Second)
		said := s.speaker.spokenSounds()
		if len(said) != 2 || said[0].whole || !said[1].whole || said[1].at.Sub(said[0].at) != time.Second {
			t.Errorf("spoke %+v", said)
		}
		s.wantState(t, StateOn)
	})
}

// Scene 38: without a device, or when it is unplugged in the game, the robot is silent, says so once,
// and tries again.
func TestScene38NoDevice(t *testing.T) {
	gone := errors.New("no such device")
	for _, name := range []string{"from the start", "unplugged"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				fault, before := gone, 0
				if name == "unplugged" {
					fault = nil
				}
				s := startPlayer(t, nil, fault)
				if fault == nil {
					s.saySentence("your_turn", 3*time.Second)
					s.speaker.setFault(gone, false)
					s.saySentence("your_turn", 0)
					before = 1
				}
				s.wantState(t, StateAbsent)
				for range 20 {
					s.saySentence("your_turn", time.Minute)
				}
				s.wantPhrases(t, before)
				if n := strings.Count(s.log.String(), "no sound"); n != 1 {
					t.Errorf("said %d times", n)
				}
				s.speaker.setFault(nil, false)
				time.Sleep(retryDelay + time.Second)
				synctest.Wait()
				s.wantState(t, StateOn)
				s.saySentence("your_turn", 3*time.Second)
				s.wantPhrases(t, before+1)
				if n := strings.Count(s.log.String(), "there is sound again"); n != 1 {
					t.Errorf("back %d times", n)
				}
			})
		})
	}
}

// A try that is broken off, because the volume is turned down just then, is made again.
func TestScene38MutedDuringTheTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startPlayer(t, nil, errors.New("no such device"))
		s.speaker.slowTries(time.Second)
		time.Sleep(retryDelay + time.Second/2)
		synctest.Wait()
		s.SetVolume(0)
		s.SetVolume(70)
		synctest.Wait()
		s.wantState(t, StateAbsent)
		s.speaker.setFault(nil, false)
		time.Sleep(retryDelay + 2*time.Second)
		synctest.Wait()
		s.wantState(t, StateOn)
	})
}

// A program without sound doesn't try again.
func TestBuiltWithoutSound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startPlayer(t, nil, ErrSilent)
		s.speaker.setFault(nil, false)
		time.Sleep(time.Hour)
		s.saySentence("your_turn", 3*time.Second)
		s.wantState(t, StateAbsent)
		s.wantPhrases(t, 0)
		if got := s.Status(); !strings.Contains(got.Remedy, "make build") {
			t.Errorf("hint %q", got.Remedy)
		}
	})
}

// Scene 38: a device that hangs is given up, and holds up nobody: Notify and SetVolume return at once
// all the while.
func TestScene38DeviceHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startPlayer(t, nil, nil)
		s.speaker.setFault(nil, true)
		began := time.Now()
		for range 100 {
			s.Notify(face.Moment{Lang: "uk", Game: 1, Said: []string{"your_turn"}})
			s.SetVolume(50)
		}
		if time.Since(began) != 0 {
			t.Error("the game was held up")
		}
		time.Sleep(longestSpeak + time.Second)
		synctest.Wait()
		s.wantState(t, StateAbsent)
	})
}

// Scene 38: volume.
func TestScene38Volume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startPlayer(t, nil, nil)
		s.SetVolume(30)
		s.saySentence("your_turn", 3*time.Second)
		if got := s.speaker.spokenSounds(); len(got) != 1 || got[0].volume != 30 {
			t.Errorf("spoke %+v", got)
		}
		s.saySentence("your_turn", time.Second)
		s.SetVolume(0)
		synctest.Wait()
		s.wantState(t, StateMuted)
		if got := s.speaker.spokenSounds(); len(got) != 2 || got[1].whole {
			t.Errorf("spoke %+v", got)
		}
		s.saySentence("your_turn", time.Minute)
		s.wantPhrases(t, 2)
		s.SetVolume(140)
		if got := s.Status(); got.Volume != 100 {
			t.Errorf("volume %d", got.Volume)
		}
		s.saySentence("your_turn", 3*time.Second)
		s.wantPhrases(t, 3)
	})
}

// Scene 38: quiet hours, over midnight too.
func TestScene38QuietHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startPlayer(t, func(c *Config) { c.QuietFrom, c.QuietTo = "22:00", "08:00" }, nil)
		s.saySentence("your_turn", 9*time.Hour+59*time.Minute) // 12:00
		s.wantPhrases(t, 1)
		s.saySentence("your_turn", time.Minute) // 21:59
		s.wantPhrases(t, 2)
		s.wantState(t, StateQuiet)
		s.saySentence("your_turn", 9*time.Hour+59*time.Minute) // 22:00
		s.saySentence("your_turn", time.Minute)                // 07:59
		s.wantPhrases(t, 2)
		s.saySentence("your_turn", time.Minute) // 08:00
		s.wantPhrases(t, 3)
	})
}

func TestSwitchedOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startPlayer(t, func(c *Config) { c.On = false }, errors.New("no device"))
		s.saySentence("your_turn", time.Hour)
		s.wantState(t, StateOff)
		s.wantPhrases(t, 0)
		if s.log.Len() > 0 {
			t.Errorf("log: %s", s.log.String())
		}
	})
}

// Scene 38: another language, from the next phrase on.
func TestScene38AnotherLanguage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := startPlayer(t, nil, nil)
		for _, lang := range packLangs() {
			s.ply++
			s.Notify(face.Moment{Lang: lang, Attitude: face.Positive, Game: 1, Ply: s.ply, Said: []string{"resumed"}})
			synctest.Wait()
			time.Sleep(3 * time.Second)
			if got := s.Status(); !strings.HasPrefix(got.Pack, lang+", ") {
				t.Errorf("%s: pack %s", lang, got.Pack)
			}
		}
		packs := mustLoad(t)
		for i, said := range s.speaker.spokenSounds() {
			for _, p := range packs[packLangs()[i]].Phrases {
				if p.Event == "resumed" && len(p.Sound) != said.bytes {
					t.Errorf("%s: another sound", packLangs()[i])
				}
			}
		}
		s.wantPhrases(t, 3)
	})
}

// A fakeSpeaker has no device. Each phrase takes it two seconds, unless it fails or hangs.
type fakeSpeaker struct {
	mu    sync.Mutex
	fault error
	hangs bool
	tries time.Duration // that a try takes
	said  []spokenPhrase
}

type spokenPhrase struct {
	bytes  int
	volume int
	at     time.Time
	whole  bool
}

func (f *fakeSpeaker) Speak(ctx context.Context, sound []byte, volume int) error {
	f.mu.Lock()
	fault, hangs, tries := f.fault, f.hangs, f.tries
	f.mu.Unlock()
	if tries > 0 && len(sound) == 0 {
		select {
		case <-time.After(tries):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if fault != nil || len(sound) == 0 {
		return fault
	}
	s := spokenPhrase{bytes: len(sound), volume: volume, at: time.Now()}
	end := time.After(2 * time.Second)
	if hangs {
		end = nil
	}
	select {
	case <-end:
		s.whole = true
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said = append(f.said, s)
	return ctx.Err()
}

func (f *fakeSpeaker) setFault(fault error, hangs bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault, f.hangs = fault, hangs
}

// slowTries makes each try of the device last.
func (f *fakeSpeaker) slowTries(tries time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tries = tries
}

func (f *fakeSpeaker) spokenSounds() []spokenPhrase {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]spokenPhrase(nil), f.said...)
}

// A playerRig is a player that runs in a synctest bubble.
type playerRig struct {
	*Player
	speaker fakeSpeaker
	log     bytes.Buffer
	clock   time.Time // local time of day at the beginning
	ply     int
}

func startPlayer(t *testing.T, set func(c *Config), fault error) *playerRig {
	t.Helper()
	s := &playerRig{clock: time.Date(2026, 5, 1, 12, 0, 0, 0, time.Local)}
	s.speaker.fault = fault
	c := DefaultConfig()
	if set != nil {
		set(&c)
	}
	began := time.Now()
	s.Player = NewPlayer(Options{
		Packs: mustLoad(t), Config: c, Lang: "uk", Seed: 1, Speaker: &s.speaker,
		Log:   zerolog.New(zerolog.SyncWriter(&s.log)),
		Clock: func() time.Time { return s.clock.Add(time.Since(began)) },
	})
	ctx, cancel := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	wait.Go(func() { s.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		wait.Wait()
	})
	synctest.Wait()
	return s
}

// saySentence hands in a sentence at the next ply and lets some time pass.
func (s *playerRig) saySentence(key string, pass time.Duration) {
	s.ply++
	s.Notify(face.Moment{
		Lang: "uk", Attitude: face.Positive, Game: 1, Ply: s.ply, Phase: "visitor", Said: []string{key},
	})
	synctest.Wait()
	time.Sleep(pass)
	synctest.Wait()
}

func (s *playerRig) wantPhrases(t *testing.T, want int) {
	t.Helper()
	if n := len(s.speaker.spokenSounds()); n != want {
		t.Errorf("%d phrases, want %d; log:\n%s", n, want, s.log.String())
	}
}

func (s *playerRig) wantState(t *testing.T, want string) {
	t.Helper()
	if got := s.Status(); got.State != want || (got.Remedy == "") != (want == StateOn) {
		t.Errorf("state %+v, want %s", got, want)
	}
}
