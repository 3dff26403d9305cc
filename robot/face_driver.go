package robot

import (
	"time"

	"crownhead/board"
	"crownhead/face"
	"crownhead/firmware/link"
	"crownhead/robot/turn"
)

// notableChange is the change of the win estimate from which on the face reacts to the visitor's move as good
// or bad. It compares two estimates; the engine's thresholds, such as engine.SlightlyAhead, compare one
// estimate with zero. A change from face.Config.Jump on is a jump, to which the face reacts by itself.
const notableChange = 0.2

// A faceDriver drives the face for a Core.
type faceDriver struct {
	*face.Face
	jump   float64 // the change of the estimate that the face calls a jump
	servos Servos
	shown  face.Frame

	win        float64 // the last estimate
	comparable bool    // the next estimate can be compared with it
}

// setAttitude makes the face friendly or teasing.
func (f *faceDriver) setAttitude(now time.Duration, attitude string) {
	f.SetAttitude(now, face.Attitude(attitude))
}

// resetEstimate sets the estimate with which a game begins. In the usual start position nobody is ahead; in others an
// estimate of zero says that nothing is known.
func (f *faceDriver) resetEstimate(win float64, start board.Position) {
	f.win, f.comparable = win, win != 0 || start == board.Start()
}

// showEstimate shows the face a new estimate. It returns the face's reaction to the visitor's move, "" when the
// estimate says nothing about that move: the visitor had no other one, a remark says it already, or the change
// is too small.
func (f *faceDriver) showEstimate(now time.Duration, estimate turn.Feeling) face.Cue {
	change, known := estimate.Win-f.win, f.comparable
	f.win, f.comparable = estimate.Win, true
	f.UpdateWin(now, estimate.Win)
	cue := face.Cue("")
	switch {
	case !known || estimate.Unfair:
	case change >= notableChange && change < f.jump:
		cue = face.VisitorBad
	case -change >= notableChange && -change < f.jump:
		cue = face.VisitorGood
	}
	if cue != "" {
		f.React(now, cue)
	}
	return cue
}

// lookAt turns the pupils: to a place of the board, to the board as a whole for a negative place, or to the visitor.
func (f *faceDriver) lookAt(now time.Duration, where turn.Gaze, place int) {
	target := face.Visitor
	switch {
	case where == turn.LookBoard && place >= 0:
		target = face.Place(place)
	case where == turn.LookBoard:
		target = face.Board
	}
	f.LookAt(now, target)
}

// advance advances the face and sends what has changed to the controller. It lights the lamp in the button while the
// robot waits for a press.
func (f *faceDriver) advance(now time.Duration, phase turn.Phase, controller *link.HostProtocol) time.Duration {
	lamp := link.LampOff
	switch phase {
	case turn.VisitorTurn, turn.Setup, turn.Help, turn.Over:
		lamp = link.LampOn
	}
	controller.ButtonLed(lamp)
	frame, next := f.Advance(now)
	if frame == f.shown {
		return next
	}
	f.shown = frame
	controller.Servos([4]uint16{
		f.servos.pulseWidth(frame.BrowLeft), f.servos.pulseWidth(frame.BrowRight),
		f.servos.pulseWidth(frame.NeckPan), f.servos.pulseWidth(frame.NeckTilt),
	})
	var rows [16]uint8
	copy(rows[:8], frame.Left[:])
	copy(rows[8:], frame.Right[:])
	controller.Leds(rows)
	return next
}
