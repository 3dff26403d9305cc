// Package face is the robot's head: it turns what happens in a game into an emotion, and the emotion
// into frames: two eyes on 8×8 LED matrices, the angles of two brows and of a neck.
//
// A caller hands in cues (what happened) and win estimates. Each leads to a situation; the mood table
// of the present attitude says which emotion the face shows in it. Gaze, blinking and easing run beside
// it.
//
// A Face is a step machine. Times are durations since an arbitrary epoch, handed in by the caller;
// there is no goroutine, no clock and no I/O inside, and one seed gives one sequence of frames. Angles
// are degrees. "Left" and "right" are always as a visitor sees the robot.
//
// The package does not know draughts, the wire protocol or the screen: the caller says what happened,
// and sends or draws the frames. Sentences live in face/say, which stands alone; face/voice speaks.
package face

import (
	"math/rand/v2"
	"time"
)

// A Frame is what the head shows at one instant. Frames are comparable: send one only when it differs
// from the last.
type Frame struct {
	// Left and Right are the rows of the eye matrices, top row first; bit 7 of a row is its leftmost pixel.
	Left  [8]uint8 `json:"left"`
	Right [8]uint8 `json:"right"`
	// BrowLeft and BrowRight turn about the outer end: positive lifts the end at the nose, negative
	// lowers it.
	BrowLeft  float64 `json:"brow_left"`
	BrowRight float64 `json:"brow_right"`
	// NeckPan turns the head to the visitor's right when positive; NeckTilt bows it to the board when
	// positive.
	NeckPan  float64 `json:"neck_pan"`
	NeckTilt float64 `json:"neck_tilt"`
}

// A Face is the state of the head. It is not safe for use by several goroutines: it belongs to the
// robot's loop.
type Face struct {
	rng    *rand.Rand
	mood   mood
	gaze   gaze
	lids   eyelids
	pose   easedPose
	bow    float64
	turn   float64
	moving bool // the arm

	shown    Frame
	period   time.Duration // least distance of frames in the long run
	paidTill time.Duration // the frames shown so far use up the rate until then
	urgent   bool          // an event wants its first frame now
	pressed  bool          // so does a press, and in that frame it wants other eyes
}

// New returns a face that idles. The config should be valid; what is not counts as neutral. One seed,
// one face.
func New(c Config, seed uint64) *Face {
	rng := rand.New(rand.NewPCG(seed, 0xface))
	f := &Face{
		rng: rng, mood: newMood(c, 0), gaze: newGaze(0), pose: newEasedPose(),
		lids: newEyelids(seconds(c.BlinkMin), seconds(c.BlinkMax), rng, 0),
		bow:  c.Bow, turn: c.Turn,
		period: seconds(1 / max(1, min(c.Rate, 20))),
		urgent: true,
	}
	f.shown = f.frameAt(0)
	return f
}

// Emotion returns what the face shows.
func (f *Face) Emotion() Emotion { return f.mood.shown.name }

// React takes a cue. The next call of Advance, at the same time, shows the first of the reaction; after
// a press the eyes of that frame differ from the last ones, whatever the face was doing.
func (f *Face) React(now time.Duration, cue Cue) {
	switch cue {
	case Pressed:
		f.pressed = true
		f.lids.flick(now)
		f.gaze.takeUp(now, habitFixate, Board)
	case Greeting, Won, Beaten, Drawn:
		f.mood.forgetWin()
		f.mood.restByWin()
		f.reactToVisitor(now, cue)
	case PiecesLost, RuleBroken, RuleBrokenAgain, VisitorGood, VisitorBad:
		f.reactToVisitor(now, cue)
	case Captured:
		f.mood.takeUpPassing(now, situationOf(cue))
	case Thinking:
		f.mood.restByWin()
		f.gaze.takeUp(now, habitThink, Board)
	case Moving:
		f.moving = true
		f.mood.restByWin()
		f.gaze.takeUp(now, habitFixate, Board)
	case Resting:
		f.moving = false
		f.gaze.takeUp(now, habitWait, Visitor)
	case Waiting:
		f.mood.restByWin()
		f.gaze.takeUp(now, habitWait, Visitor)
	case Fault:
		f.mood.lasting = whenFault
		f.gaze.takeUp(now, habitWait, Visitor)
	case Idle:
		f.mood.forgetWin()
		f.mood.lasting = whenIdle
		f.gaze.takeUp(now, habitWander, Visitor)
	}
	f.beginReaction(now)
}

// reactToVisitor shows an emotion that is meant for the visitor: the eyes meet theirs, unless they are
// needed at the arm.
func (f *Face) reactToVisitor(now time.Duration, cue Cue) {
	f.mood.takeUpPassing(now, situationOf(cue))
	if !f.moving {
		f.gaze.takeUp(now, habitWait, Visitor)
	}
}

// UpdateWin takes the win estimate for the robot, −1 (lost) … 1 (won), as the engine reports it after
// each of its searches.
func (f *Face) UpdateWin(now time.Duration, win float64) {
	f.mood.updateWin(now, win)
	f.beginReaction(now)
}

// SetAttitude changes how the robot behaves towards the visitor from now on.
func (f *Face) SetAttitude(now time.Duration, a Attitude) {
	f.mood.setAttitude(a)
	f.beginReaction(now)
}

func (f *Face) beginReaction(now time.Duration) {
	f.urgent = true
	f.mood.advance(now)
	f.movePose(now)
}

// LookAt turns the eyes to a target, until the next cue or another call. Eyes on the visitor still
// glance at the board, and thinking eyes go on from square to square on it.
func (f *Face) LookAt(now time.Duration, t Target) {
	f.urgent = true
	switch {
	case t == Visitor:
		f.gaze.takeUp(now, habitWait, t)
	case t != Board || f.gaze.habit != habitThink:
		f.gaze.takeUp(now, habitFixate, t)
	}
	f.movePose(now)
}

// Advance does what is due at now, and returns the frame to show from now on and when to call again.
// The frame changes only as often as the config allows, and at a press.
func (f *Face) Advance(now time.Duration) (Frame, time.Duration) {
	f.mood.advance(now)
	f.gaze.advance(now, f.rng)
	f.lids.advance(now, f.rng)
	f.movePose(now)
	frame := f.frameAt(now)
	if f.pressed && frame.Left == f.shown.Left && frame.Right == f.shown.Right {
		// The lids had moved on since the frame that is shown, and came back to it.
		f.lids.flick(now)
		frame = f.frameAt(now)
	}
	next := f.nextChange(now)
	if frame == f.shown {
		f.urgent = false
		return f.shown, next
	}
	// Animation keeps one frame in hand, so that the reaction to a cue never waits.
	due := f.paidTill
	if f.urgent {
		due -= f.period
	}
	if now < due && !f.pressed {
		return f.shown, min(due, next)
	}
	f.shown, f.urgent, f.pressed = frame, false, false
	f.paidTill = min(max(f.paidTill, now), now+f.period) + f.period
	return f.shown, next
}

// nextChange is when something may change by itself.
func (f *Face) nextChange(now time.Duration) time.Duration {
	next := min(f.mood.nextChange(), f.gaze.next, f.lids.next)
	if !f.pose.atRest(now) {
		next = min(next, now+f.period)
	}
	return max(next, now+1)
}

// movePose starts the motions of brows and neck that mood and gaze ask for.
func (f *Face) movePose(now time.Duration) {
	p := f.mood.shown.pose
	p.pan += f.turn * f.gaze.panShare()
	switch {
	case f.moving:
		p.tilt = f.bow
	case f.gaze.onBoard():
		p.tilt += f.bow / 3
	}
	f.pose.moveTo(now, p)
}

// frameAt is what the head looks like at a time.
func (f *Face) frameAt(now time.Duration) Frame {
	dx, dy := f.gaze.pupilShift()
	eyes := f.mood.shown.eyes
	return Frame{
		Left:      eyes.left.render(dx, dy, f.lids.level()),
		Right:     eyes.right.render(dx, dy, f.lids.level()),
		BrowLeft:  f.pose.browLeft.roundedAt(now),
		BrowRight: f.pose.browRight.roundedAt(now),
		NeckPan:   f.pose.pan.roundedAt(now),
		NeckTilt:  f.pose.tilt.roundedAt(now),
	}
}
