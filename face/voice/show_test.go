package voice

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
)

// A mouth is a speaker without a device. Each phrase takes it two seconds, unless it fails or hangs.
type mouth struct {
	mu    sync.Mutex
	fault error
	hangs bool
	tries time.Duration // that a try takes
	said  []saying
}

type saying struct {
	bytes  int
	volume int
	at     time.Time
	whole  bool
}

func (m *mouth) Speak(ctx context.Context, sound []byte, volume int) error {
	m.mu.Lock()
	fault, hangs, tries := m.fault, m.hangs, m.tries
	m.mu.Unlock()
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
	s := saying{bytes: len(sound), volume: volume, at: time.Now()}
	end := time.After(2 * time.Second)
	if hangs {
		end = nil
	}
	select {
	case <-end:
		s.whole = true
	case <-ctx.Done():
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.said = append(m.said, s)
	return ctx.Err()
}

func (m *mouth) set(fault error, hangs bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault, m.hangs = fault, hangs
}

// slow makes each try of the device last.
func (m *mouth) slow(tries time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tries = tries
}

func (m *mouth) all() []saying {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]saying(nil), m.said...)
}

// A show is a player that runs in a synctest bubble.
type show struct {
	*Player
	mouth mouth
	log   bytes.Buffer
	clock time.Time // local time of day at the beginning
	ply   int
}

func start(t *testing.T, set func(c *Config), fault error) *show {
	t.Helper()
	s := &show{clock: time.Date(2026, 5, 1, 12, 0, 0, 0, time.Local)}
	s.mouth.fault = fault
	c := DefaultConfig()
	if set != nil {
		set(&c)
	}
	began := time.Now()
	s.Player = NewPlayer(Options{
		Packs: mustLoad(t), Config: c, Lang: "uk", Seed: 1, Speaker: &s.mouth, Log: zerolog.New(zerolog.SyncWriter(&s.log)),
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

// says hands in a sentence at the next ply and lets some time pass.
func (s *show) says(key string, pass time.Duration) {
	s.ply++
	s.Notify(face.Moment{Lang: "uk", Attitude: face.Positive, Game: 1, Ply: s.ply, Phase: "visitor", Said: []string{key}})
	synctest.Wait()
	time.Sleep(pass)
	synctest.Wait()
}

func (s *show) spoke(t *testing.T, want int) {
	t.Helper()
	if n := len(s.mouth.all()); n != want {
		t.Errorf("%d phrases, want %d; log:\n%s", n, want, s.log.String())
	}
}

func (s *show) state(t *testing.T, want string) {
	t.Helper()
	if got := s.State(); got.State != want || (got.Hint == "") != (want == StateOn) {
		t.Errorf("state %+v, want %s", got, want)
	}
}
