package voice

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
)

// A Speaker plays sounds on the system's device.
type Speaker interface {
	// Speak plays Ogg Vorbis at a volume in percent, and returns when it has been heard or ctx ends. Without a sound it
	// only tries whether there is a device.
	Speak(ctx context.Context, sound []byte, volume int) error
}

// ErrSilent means that this program was built without sound: another try is in vain.
var ErrSilent = errors.New("voice: this program was built without sound")

// Options are what a Player is made of.
type Options struct {
	Packs   Packs
	Config  Config
	Lang    string // of the State, until a moment names another
	Seed    uint64
	Clock   func() time.Time // local time, for the quiet hours
	Speaker Speaker
	Retry   time.Duration // until a device that failed is tried again; 0: 10 s
	Log     zerolog.Logger
}

// A Player is the robot's voice. Run owns its goroutines; the other methods may be called from any, and return at once.
type Player struct {
	cfg      Options
	talk     *talk
	heard    chan face.Moment
	hushed   chan struct{} // the volume was turned to 0
	finished chan error    // by a call of Speak
	workers  sync.WaitGroup

	speaking context.CancelFunc // breaks off what is being spoken; nil while nothing is
	cut      bool               // it was broken off
	next     *Phrase            // begins when it has ended

	mu     sync.Mutex
	volume int
	lang   string
	fault  error // why nothing can be heard
}

var _ face.Voice = (*Player)(nil)

const (
	backlog    = 32               // moments; a voice so far behind has nothing to say any more
	tryAgain   = 10 * time.Second // after a fault of the device
	longestTry = longestSound + 5*time.Second
)

// NewPlayer makes a voice; it speaks while Run runs.
func NewPlayer(o Options) *Player {
	if o.Retry == 0 {
		o.Retry = tryAgain
	}
	o.Log = o.Log.With().Str("component", "voice").Logger()
	return &Player{
		cfg: o, talk: &talk{chooser: newChooser(o.Packs, o.Seed)}, volume: o.Config.Volume, lang: o.Lang,
		heard: make(chan face.Moment, backlog), hushed: make(chan struct{}, 1), finished: make(chan error),
	}
}

// Notify implements face.Voice.
func (p *Player) Notify(m face.Moment) {
	select {
	case p.heard <- m:
	default: // so late that its occasion has passed
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
		p.cfg.Log.Info().Int("percent", percent).Msg("volume")
	}
	if percent > 0 {
		return
	}
	select {
	case p.hushed <- struct{}{}:
	default:
	}
}

// Run speaks until ctx ends. The first thing it does is to try whether there is a device.
func (p *Player) Run(ctx context.Context) {
	defer p.workers.Wait()
	again := time.NewTimer(0)
	defer again.Stop()
	if !p.cfg.Config.On {
		again.Stop()
	}
	for {
		select {
		case m := <-p.heard:
			p.hear(ctx, m)
		case <-p.hushed:
			p.hush()
		case err := <-p.finished:
			if p.ended(ctx, err) {
				again.Reset(p.cfg.Retry)
			}
		case <-again.C:
			p.begin(ctx, &Phrase{})
		case <-ctx.Done():
			return
		}
	}
}

// hear lets the talk decide about a moment, when anybody could hear it.
func (p *Player) hear(ctx context.Context, m face.Moment) {
	p.mu.Lock()
	p.lang = m.Lang
	p.mu.Unlock()
	if p.State().State != StateOn {
		p.talk.see(m)
		return
	}
	phrase, cut := p.talk.hear(p.cfg.Clock(), m)
	if phrase == nil {
		return
	}
	if cut {
		p.breakOff()
	}
	p.begin(ctx, phrase)
}

// begin speaks a phrase, as soon as whoever speaks has ended. One without a sound tries the device.
func (p *Player) begin(ctx context.Context, phrase *Phrase) {
	if p.speaking != nil {
		p.next = phrase
		return
	}
	if phrase.ID != "" {
		p.cfg.Log.Info().Str("phrase", phrase.ID).Str("text", phrase.Text).Msg("speaks")
	}
	speech, cancel := context.WithTimeout(ctx, longestTry)
	p.speaking, p.cut = cancel, false
	volume := p.State().Volume
	p.workers.Go(func() {
		err := p.cfg.Speaker.Speak(speech, phrase.Sound, volume)
		select {
		case p.finished <- err:
		case <-ctx.Done():
		}
	})
}

// breakOff ends what is being spoken before its time.
func (p *Player) breakOff() {
	if p.speaking != nil {
		p.cut = true
		p.speaking()
	}
}

func (p *Player) hush() {
	p.talk.hush()
	p.next = nil
	p.breakOff()
}

// ended goes on after a phrase, or after a try. It tells whether the device is to be tried again later.
func (p *Player) ended(ctx context.Context, err error) (later bool) {
	p.speaking()
	p.speaking = nil
	next := p.next
	p.next = nil
	if !p.cut {
		p.judge(err)
		if err != nil {
			p.talk.hush()
			return !errors.Is(err, ErrSilent)
		}
		if next == nil {
			next = p.talk.ended(p.cfg.Clock())
		}
	}
	if next != nil {
		p.begin(ctx, next)
	}
	return p.cut && p.absent() // a try that was broken off has told nothing
}

// absent tells that the last try was in vain.
func (p *Player) absent() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fault != nil
}

// judge tells the operator, once, that the sound has gone, and that it has come back.
func (p *Player) judge(err error) {
	p.mu.Lock()
	was := p.fault
	p.fault = err
	p.mu.Unlock()
	switch {
	case err != nil && was == nil:
		p.cfg.Log.Warn().Err(err).Str("hint", soundHint(err)).Msg("no sound: the robot is silent, and plays on")
	case err == nil && was != nil:
		p.cfg.Log.Info().Msg("there is sound again")
	}
}
