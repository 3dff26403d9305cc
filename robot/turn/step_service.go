package turn

import "crownhead/face/say"

// serviceMS is how long an arm that the operator has left alone may stand about before it parks.
const serviceMS = 30 * 60_000

// serviceOn suspends the game: the arm is the operator's. A stop stays a stop, and what is cleared then is service.
func (t *stepper) serviceOn() {
	if t.s.Phase == Service {
		return
	}
	t.s.Arm.Service = true
	if t.s.Phase == Stopped {
		return
	}
	t.leaveThinking()
	t.do(EffectHalt)
	t.serve()
}

// serve waits for the operator. The board means nothing meanwhile.
func (t *stepper) serve() {
	t.s.Phase = Service
	t.mood(MoodWaiting)
	t.look(LookVisitor)
	t.say(say.Service, nil, "")
	t.deadline(DeadlineService, serviceMS)
}

// serviceOff gives the arm back to the game, which goes on as after any interruption.
func (t *stepper) serviceOff() {
	if !t.s.Arm.Service {
		return
	}
	t.s.Arm.Service = false
	switch {
	case t.s.Phase == Stopped:
	case t.s.Link.Up:
		t.do(EffectHalt)
		t.home()
	default:
		t.do(EffectHalt)
		t.lost()
	}
}

// linkedInService handles a link that comes, goes or is refused while the arm is the operator's: it stays his.
func (t *stepper) linkedInService() {
	t.s.Link.Up, t.s.Arm.Homed, t.s.Sensors.Seen = t.e.Link == LinkUp, false, false
	switch t.e.Link {
	case LinkUp, LinkReset:
		t.s.Link.Boot, t.s.Link.Virtual = t.e.Boot, t.e.Virtual
	case LinkRefused:
		t.s.Link.Virtual = false
	}
	t.do(EffectHalt)
}
