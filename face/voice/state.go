package voice

import (
	"errors"
	"fmt"
)

// A State is what the operator sees of the voice.
type State struct {
	State  string // one of the constants below
	Pack   string // which phrases
	Volume int    // percent
	Hint   string // what brings the sound back; empty where nothing is amiss
}

// The states of the voice.
const (
	StateOn     = "on"
	StateOff    = "off"    // by the configuration
	StateMuted  = "muted"  // the volume is 0
	StateQuiet  = "quiet"  // the quiet hours
	StateAbsent = "absent" // there is no device, or this program has no sound
)

// State returns how the voice is.
func (p *Player) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	pack := p.cfg.Packs[p.lang]
	s := State{State: StateOn, Pack: fmt.Sprintf("%s, %s, %d phrases", pack.Language, pack.Voice, len(pack.Phrases)), Volume: p.volume}
	switch {
	case !p.cfg.Config.On:
		s.State, s.Hint = StateOff, "voice.on in the configuration switches it on"
	case p.fault != nil:
		s.State, s.Hint = StateAbsent, soundHint(p.fault)
	case p.volume == 0:
		s.State, s.Hint = StateMuted, "turn the volume up"
	case p.cfg.Config.quiet(p.cfg.Clock()):
		s.State, s.Hint = StateQuiet, fmt.Sprintf("voice.quiet_from and voice.quiet_to: silent until %s", p.cfg.Config.QuietTo)
	}
	return s
}

// soundHint says what to do about a fault.
func soundHint(err error) string {
	if errors.Is(err, ErrSilent) {
		return "build it with sound: make build, which wants a C compiler and libasound2-dev"
	}
	return "plug in a loudspeaker, or look at the system's sound settings; the robot tries again by itself"
}
