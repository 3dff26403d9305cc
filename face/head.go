package face

import (
	"math/rand/v2"
	"time"
)

// A Face is the state of the head. It is not safe for use by several goroutines: it belongs to the robot's loop.
type Face struct {
	rng    *rand.Rand
	mood   mood
	gaze   gaze
	lids   lids
	motion motion
	bow    float64
	turn   float64
	moving bool

	shown  Frame
	period time.Duration // least distance of frames in the long run
	paid   time.Duration // when the frames shown so far are paid for
	urgent bool          // an event wants its first frame now
	press  bool          // so does a press, and in that frame it wants other eyes
}

// New returns a face that idles. The config should be valid; what is not counts as neutral. One seed, one face.
func New(c Config, seed uint64) *Face {
	rng := rand.New(rand.NewPCG(seed, 0xface))
	f := &Face{
		rng: rng, mood: newMood(c, 0), gaze: newGaze(0), lids: newLids(c, rng, 0), motion: newMotion(),
		bow: c.Bow, turn: c.Turn,
		period: seconds(1 / max(1, min(c.Rate, 20))),
		urgent: true,
	}
	f.shown = f.frame(0)
	return f
}

// Emotion returns what the face shows.
func (f *Face) Emotion() Emotion { return f.mood.shown }

// Feel takes an event. The next call of Advance, at the same time, shows the first of the reaction.
func (f *Face) Feel(now time.Duration, e Event) {
	f.urgent = true
	switch e := e.(type) {
	case Greeting:
		f.mood.forget()
		f.mood.play()
		f.moment(now, stateGreeting)
	case Pressed:
		f.press = true
		f.lids.twitch(now)
		f.gaze.follow(now, habitStay, Board)
	case Win:
		if state := f.mood.estimate(float64(e)); state != "" {
			f.mood.feel(now, state)
		}
	case Captured:
		f.mood.feel(now, stateCaptured)
	case Bereft:
		f.moment(now, stateBereft)
	case RuleBroken:
		f.moment(now, stateRuleBroken)
	case VisitorGood:
		f.moment(now, stateVisitorGood)
	case VisitorBad:
		f.moment(now, stateVisitorBad)
	case GameOver:
		f.over(now, Result(e))
	default:
		f.settle(now, e)
	}
	f.mood.advance(now)
	f.pose(now)
}

// settle takes an event that changes what the robot does, rather than what it feels.
func (f *Face) settle(now time.Duration, e Event) {
	switch e := e.(type) {
	case Attitude:
		f.mood.attitude(string(e))
	case Thinking:
		f.mood.play()
		f.gaze.follow(now, habitThink, Board)
	case Moving:
		f.moving = bool(e)
		if f.moving {
			f.mood.play()
			f.gaze.follow(now, habitStay, Board)
		} else {
			f.gaze.follow(now, habitWait, Visitor)
		}
	case Waiting:
		f.mood.play()
		f.gaze.follow(now, habitWait, Visitor)
	case Fault:
		f.mood.rest(stateFault)
		f.gaze.follow(now, habitWait, Visitor)
	case Idle:
		f.mood.forget()
		f.mood.rest(stateIdle)
		f.gaze.follow(now, habitWander, Visitor)
	}
}

// moment feels something that is meant for the visitor, so the eyes meet his, unless they are needed at the arm.
func (f *Face) moment(now time.Duration, state string) {
	f.mood.feel(now, state)
	if !f.moving {
		f.gaze.follow(now, habitWait, Visitor)
	}
}

func (f *Face) over(now time.Duration, r Result) {
	f.mood.forget()
	f.mood.play()
	switch r {
	case Won:
		f.moment(now, stateWon)
	case Lost:
		f.moment(now, stateLost)
	default:
		f.moment(now, stateDrawn)
	}
}

// Look turns the eyes to a target, until the next event or another call. Eyes on the visitor still glance at the board,
// and thinking eyes go on from square to square on it.
func (f *Face) Look(now time.Duration, t Target) {
	f.urgent = true
	switch {
	case t == Visitor:
		f.gaze.follow(now, habitWait, t)
	case t != Board || f.gaze.habit != habitThink:
		f.gaze.follow(now, habitStay, t)
	}
	f.pose(now)
}

// Advance does what is due at now, and returns the frame to show from now on and when to call again. The frame changes
// only as often as the config allows, and at a press.
func (f *Face) Advance(now time.Duration) (Frame, time.Duration) {
	f.mood.advance(now)
	f.gaze.advance(now, f.rng)
	f.lids.advance(now, f.rng)
	f.pose(now)
	frame := f.frame(now)
	if f.press && frame.Left == f.shown.Left && frame.Right == f.shown.Right {
		// The lids had moved on since the frame that is shown, and came back to it.
		f.lids.twitch(now)
		frame = f.frame(now)
	}
	next := f.next(now)
	if frame == f.shown {
		f.urgent = false
		return f.shown, next
	}
	// Animation keeps one frame in hand, so that the reaction to an event never waits.
	due := f.paid
	if f.urgent {
		due -= f.period
	}
	if now < due && !f.press {
		return f.shown, min(due, next)
	}
	f.shown, f.urgent, f.press = frame, false, false
	f.paid = min(max(f.paid, now), now+f.period) + f.period
	return f.shown, next
}

// next is when something may change by itself.
func (f *Face) next(now time.Duration) time.Duration {
	next := min(f.mood.next(), f.gaze.next, f.lids.next)
	if !f.motion.rests(now) {
		next = min(next, now+f.period)
	}
	return max(next, now+1)
}

// pose starts the motions that mood and gaze ask for.
func (f *Face) pose(now time.Duration) {
	p := poses[f.mood.shown]
	p.pan += f.turn * f.gaze.across()
	switch {
	case f.moving:
		p.tilt = f.bow
	case f.gaze.down():
		p.tilt += f.bow / 3
	}
	f.motion.toward(now, p)
}

// frame is what the head looks like at a time.
func (f *Face) frame(now time.Duration) Frame {
	dx, dy := f.gaze.pupils()
	eyes := looks[f.mood.shown]
	return Frame{
		Left:      eyes.left.draw(dx, dy, f.lids.level()),
		Right:     eyes.right.draw(dx, dy, f.lids.level()),
		BrowLeft:  f.motion.browLeft.at(now),
		BrowRight: f.motion.browRight.at(now),
		NeckPan:   f.motion.pan.at(now),
		NeckTilt:  f.motion.tilt.at(now),
	}
}

// Portrait is the frame of an emotion at rest, the eyes on the visitor.
func Portrait(e Emotion) Frame {
	if int(e) >= len(looks) {
		e = Neutral
	}
	p, eyes := poses[e], looks[e]
	return Frame{
		Left:     eyes.left.draw(0, 0, lidOpen),
		Right:    eyes.right.draw(0, 0, lidOpen),
		BrowLeft: p.browLeft, BrowRight: p.browRight, NeckPan: p.pan, NeckTilt: p.tilt,
	}
}
