// Package voice speaks: it holds the phrase packs, chooses what to say at a moment of the game, and
// plays it.
//
// Three things are apart. A Pack is data: phrases with their sounds, built in for three languages or
// read from a folder. The events, the chooser and the speech queue are pure: they decide what is said,
// what is dropped and what is cut short, from moments and times that the caller hands in; one seed
// gives one evening. The Player is the only part with goroutines and a clock: Run owns them all. It
// plays each phrase in a child process, so that a device that is unplugged, a sound server that has
// died or a driver that hangs can hold up nothing but the phrase. In that process, and nowhere else,
// Play hands the sound to the system's device, where this program was built with sound.
//
// Volumes are percent, loudness as an ear perceives it; sounds are Ogg Vorbis. The package knows the
// keys of face/say, not the texts, and of draughts the names of the squares; it doesn't know the robot.
package voice

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
)

// A Speaker plays sounds on the system's device.
type Speaker interface {
	// Speak plays Ogg Vorbis at a volume in percent, and returns when it has been heard or ctx ends.
	// Without a sound it only tries whether there is a device.
	Speak(ctx context.Context, sound []byte, volume int) error
}

// ErrSilent means that this program was built without sound; another try would fail, too.
var ErrSilent = errors.New("voice: this program was built without sound")

// Options are the parts and settings of a Player.
type Options struct {
	Packs   Packs
	Config  Config
	Lang    string // of the status, until a moment names another
	Seed    uint64
	Clock   func() time.Time // local time, for the quiet hours
	Speaker Speaker
	Retry   time.Duration // until a device that failed is tried again; 0: 10 s
	Log     zerolog.Logger
}

// A Player is the robot's voice. Run owns its goroutines; the other methods may be called from any, and
// return at once.
type Player struct {
	options  Options
	queue    *speechQueue
	moments  chan face.Moment
	muted    chan struct{} // the volume was turned to 0
	finished chan error    // by a call of Speak
	workers  sync.WaitGroup

	stop context.CancelFunc // breaks off the playback; nil while there is none
	cut  bool               // the playback was broken off
	next *Phrase            // begins when the playback has ended

	mu     sync.Mutex
	volume int
	lang   string
	fault  error // why nothing can be heard
}

var _ face.Voice = (*Player)(nil)

const (
	backlog      = 32               // moments; a voice so far behind has nothing to say any more
	retryDelay   = 10 * time.Second // after a fault of the device
	longestSpeak = longestSound + 5*time.Second
)

// NewPlayer makes a voice; it speaks while Run runs.
func NewPlayer(o Options) *Player {
	if o.Retry == 0 {
		o.Retry = retryDelay
	}
	o.Log = o.Log.With().Str("component", "voice").Logger()
	return &Player{
		options: o, queue: newSpeechQueue(o), volume: o.Config.Volume, lang: o.Lang,
		moments: make(chan face.Moment, backlog), muted: make(chan struct{}, 1), finished: make(chan error),
	}
}

// Notify implements face.Voice.
func (p *Player) Notify(m face.Moment) {
	select {
	case p.moments <- m:
	default: // so far behind that the moment has passed
	}
}

// SetVolume sets the loudness in percent, from the next phrase on; 0 breaks off what is being said.
func (p *Player) SetVolume(percent int) {
	percent = max(0, min(percent, 100))
	p.mu.Lock()
	was := p.volume
	p.volume = percent
	p.mu.Unlock()
	if percent != was {
		p.options.Log.Info().Int("percent", percent).Msg("volume")
	}
	if percent > 0 {
		return
	}
	select {
	case p.muted <- struct{}{}:
	default:
	}
}

// Run speaks until ctx ends. The first thing it does is to try whether there is a device.
func (p *Player) Run(ctx context.Context) {
	defer p.workers.Wait()
	retry := time.NewTimer(0)
	defer retry.Stop()
	if !p.options.Config.On {
		retry.Stop()
	}
	for {
		select {
		case m := <-p.moments:
			p.speakAbout(ctx, m)
		case <-p.muted:
			p.queue.dropAll()
			p.next = nil
			p.breakOff()
		case err := <-p.finished:
			if p.finishPlayback(ctx, err) {
				retry.Reset(p.options.Retry)
			}
		case <-retry.C:
			p.startPlayback(ctx, &Phrase{})
		case <-ctx.Done():
			return
		}
	}
}

// speakAbout lets the queue decide about a moment, if the voice can be heard now.
func (p *Player) speakAbout(ctx context.Context, m face.Moment) {
	p.mu.Lock()
	p.lang = m.Lang
	p.mu.Unlock()
	if p.Status().State != StateOn {
		p.queue.updateStanding(m)
		return
	}
	phrase, cut := p.queue.enqueue(p.options.Clock(), m)
	if phrase == nil {
		return
	}
	if cut {
		p.breakOff()
	}
	p.startPlayback(ctx, phrase)
}

// startPlayback speaks a phrase, as soon as the one before has ended. A phrase without a sound tries
// the device.
func (p *Player) startPlayback(ctx context.Context, phrase *Phrase) {
	if p.stop != nil {
		p.next = phrase
		return
	}
	if phrase.ID != "" {
		p.options.Log.Info().Str("phrase", phrase.ID).Str("text", phrase.Text).Msg("speaks")
	}
	playback, cancel := context.WithTimeout(ctx, longestSpeak)
	p.stop, p.cut = cancel, false
	volume := p.Status().Volume
	p.workers.Go(func() {
		err := p.options.Speaker.Speak(playback, phrase.Sound, volume)
		select {
		case p.finished <- err:
		case <-ctx.Done():
		}
	})
}

// breakOff ends the playback before its time.
func (p *Player) breakOff() {
	if p.stop != nil {
		p.cut = true
		p.stop()
	}
}

// finishPlayback goes on after a phrase, or after a try. It reports whether the device is to be tried
// again later.
func (p *Player) finishPlayback(ctx context.Context, err error) (retry bool) {
	p.stop()
	p.stop = nil
	next := p.next
	p.next = nil
	if !p.cut {
		p.noteFault(err)
		if err != nil {
			p.queue.dropAll()
			return !errors.Is(err, ErrSilent)
		}
		if next == nil {
			next = p.queue.finishUtterance(p.options.Clock())
		}
	}
	if next != nil {
		p.startPlayback(ctx, next)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cut && p.fault != nil // a try that was broken off says nothing about the device
}

// noteFault logs, once, that the sound has gone, and that it has come back.
func (p *Player) noteFault(err error) {
	p.mu.Lock()
	was := p.fault
	p.fault = err
	p.mu.Unlock()
	switch {
	case err != nil && was == nil:
		p.options.Log.Warn().Err(err).Str("hint", soundHint(err)).Msg("no sound: the robot is silent, and plays on")
	case err == nil && was != nil:
		p.options.Log.Info().Msg("there is sound again")
	}
}

// A Status is what the operator sees of the voice.
type Status struct {
	State  string // one of the constants below
	Pack   string // language, voice and number of phrases
	Volume int    // percent
	Remedy string // what brings the sound back; empty while there is sound
}

// The states of the voice.
const (
	StateOn     = "on"
	StateOff    = "off"    // by the configuration
	StateMuted  = "muted"  // the volume is 0
	StateQuiet  = "quiet"  // the quiet hours
	StateAbsent = "absent" // there is no device, or this program has no sound
)

// Status returns how the voice is.
func (p *Player) Status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	pack := p.options.Packs[p.lang]
	s := Status{
		State: StateOn, Volume: p.volume,
		Pack: fmt.Sprintf("%s, %s, %d phrases", pack.Language, pack.Voice, len(pack.Phrases)),
	}
	switch {
	case !p.options.Config.On:
		s.State, s.Remedy = StateOff, "voice.on in the configuration switches it on"
	case p.fault != nil:
		s.State, s.Remedy = StateAbsent, soundHint(p.fault)
	case p.volume == 0:
		s.State, s.Remedy = StateMuted, "turn the volume up"
	case p.options.Config.inQuietHours(p.options.Clock()):
		s.State = StateQuiet
		s.Remedy = "voice.quiet_from and voice.quiet_to: silent until " + p.options.Config.QuietTo
	}
	return s
}

// soundHint returns what to do about a fault.
func soundHint(err error) string {
	if errors.Is(err, ErrSilent) {
		return "build it with sound: make build, which wants a C compiler and libasound2-dev"
	}
	return "plug in a loudspeaker, or look at the system's sound settings; the robot tries again by itself"
}
