package arm

// lifted looks whether the checker left its square, once the tip is up again.
func (t *pass) lifted() bool {
	from := t.carry().From
	switch {
	case !t.sees(from):
		return t.place()
	case !t.settled():
		return t.doubt()
	case !t.st.Bits.Has(from.Square):
		return t.place()
	default:
		return t.missed()
	}
}

// missed tries again to pick the checker up, or asks for help.
func (t *pass) missed() bool {
	from, most := t.carry().From, t.arm.cfg.Retry.Picks
	if !t.sees(from) {
		most = min(most, blindPicks)
	}
	t.tries++
	switch {
	case t.tries < most:
		t.sayOf(EventRetry, from)
		return t.pick()
	case t.sees(from):
		return t.goPark(t.eventOf(EventHelpPick, from))
	default:
		return t.goPark(t.eventOf(EventHelpPlace, t.carry().To))
	}
}

// laid looks whether the board is as the carry should leave it, once the tip is up again.
func (t *pass) laid() bool {
	c := t.carry()
	switch {
	case !t.settled():
		return t.doubt()
	case t.differs(c.Expect) == 0:
		return t.carried()
	case t.differs(c.Expect&^c.To.bit()) != 0:
		return false // a disturbance, as soon as it has lasted
	case !t.sees(c.From):
		return t.missed()
	}
	t.releases++
	if t.releases < t.arm.cfg.Retry.Releases {
		t.sayOf(EventRetry, c.To)
		return t.place()
	}
	return t.goPark(t.eventOf(EventHelpPlace, c.To))
}

// doubt waits for the occupancy to settle, but not for ever.
func (t *pass) doubt() bool {
	if !t.restless() {
		return false
	}
	t.say(EventDisturbed)
	t.stop()
	return true
}

// carried goes on to the next carry.
func (t *pass) carried() bool {
	e := t.eventOf(EventCarried, t.carry().To)
	if e.Found = t.sees(t.carry().From); e.Found {
		e.Dx, e.Dy = spiral(t.tries, t.arm.cfg.Retry.Spiral)
	}
	t.events = append(t.events, e)
	t.step++
	return t.nextCarry()
}

// arrived says what was to be said once parked.
func (t *pass) arrived() bool {
	e := t.parked
	e.Seen = t.st.Bits
	t.events = append(t.events, e)
	if e.Kind == EventHelpPick || e.Kind == EventHelpPlace {
		t.stage, t.paused = waiting, waiting
		return true
	}
	t.stage = idle
	return true
}
