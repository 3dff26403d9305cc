package robot

import (
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/face"
	"crownhead/face/say"
	"crownhead/firmware/link"
	"crownhead/robot/turn"
)

// applyEffect does what one effect of turn.Step asks for. It must not call feed, which would process an event in the
// middle of the effects of another one: what follows from an effect is pushed onto the queue.
func (c *Core) applyEffect(now time.Duration, e turn.Effect) {
	switch e.Kind {
	case turn.EffectSay:
		if !c.queue.silent {
			c.out.Said = append(c.out.Said, e.Payload.Say)
		}
	case turn.EffectRemark:
		c.addCue(remarkCue(e.Key))
	case turn.EffectMood:
		cue := face.Cue(e.Payload.Mood.Mood) // a mood is a cue of the face
		c.addCue(cue)
		if e.Payload.Mood.Mood == turn.MoodWin {
			c.addCue(c.face.showEstimate(now, e.Payload.Mood))
		} else {
			c.face.React(now, cue)
		}
	case turn.EffectLook:
		place := -1
		if e.Payload.Square < board.NoSquare {
			place = c.placeOf(e.Payload.Square)
		}
		c.face.lookAt(now, e.Payload.Gaze, place)
	case turn.EffectAttitude:
		c.face.setAttitude(now, e.Payload.Attitude)
	case turn.EffectThink, turn.EffectHint:
		c.out.Think, c.out.Cancel = newRequest(e.Payload.Task, e.Kind == turn.EffectHint), false
	case turn.EffectCancel:
		c.out.Think, c.out.Cancel = nil, true
	case turn.EffectDeadline:
		c.deadlines[e.Payload.Deadline] = now + time.Duration(e.N)*time.Millisecond
	case turn.EffectHandover:
		c.stop.faults = 0
		c.out.Handover = e.Payload.Position.FEN()
	case turn.EffectArchive:
		c.archiveGame(e.Payload.Ended)
	case turn.EffectMask, turn.EffectUnmask:
		c.setMasksOf(e)
	case turn.EffectStart:
		c.arm.runner.Start(e.Payload.Program, e.N)
		if e.Payload.Task != nil { // the engine may think while the arm moves and the visitor thinks
			c.out.Ponder = newRequest(e.Payload.Task, false)
		}
	case turn.EffectContinueProgram:
		c.arm.runner.Resume()
	case turn.EffectAbandonProgram:
		c.arm.abandonProgram()
	case turn.EffectHome:
		c.arm.homeWanted, c.arm.releasingChecker = true, false
	case turn.EffectStop:
		c.stop.restarted = false
		_ = c.link.Stop(link.StopEmergency) // without a link nothing moves
	case turn.EffectPark:
		c.parkArm()
	case turn.EffectClear:
		_ = c.link.Clear() // refused while nothing is stopped; Step asks again
	case turn.EffectCarry:
		// the intent, for the journal: the runner gets the program
	case turn.EffectNewGame:
		// processEvent begins the game after all other effects
	}
}

// newRequest returns a request to the engine.
func newRequest(t *turn.Task, hint bool) *EngineRequest {
	return &EngineRequest{Game: t.Game, Level: t.Level, Seed: t.Seed, Hint: hint}
}

// addCue records what the face reacted to, for the voice; "" is nothing.
func (c *Core) addCue(cue face.Cue) {
	if cue != "" && !c.queue.silent {
		c.voice.Cues = append(c.voice.Cues, cue)
	}
}

// remarkCue returns what a remark says about the visitor's move, "" when it says nothing about it.
func remarkCue(key string) face.Cue {
	switch say.Key(key) {
	case say.RemarkBetter, say.RemarkBetterCheeky:
		return face.VisitorBad
	case say.RemarkCapture, say.RemarkCaptureCheeky, say.RemarkCombination, say.RemarkCombinationCheeky:
		return face.VisitorGood
	}
	return ""
}

// parkArm moves the arm beside the board. In service mode the arm is parked because the operator has left it alone.
func (c *Core) parkArm() {
	if c.state.Phase != turn.Service {
		c.arm.runner.Park()
		return
	}
	st := c.arm.status(&c.state)
	err := c.arm.runner.Goto(st, arm.NamePark, arm.HeightTravel)
	if err == nil && st.Pumping {
		err = c.arm.runner.Pump(st, false)
	}
	if err != nil {
		c.addNote(NoteWarning, "the arm was left alone in service mode, and is not parked", "reason", err.Error())
		return
	}
	c.addNote(NoteWarning, "the arm was left alone in service mode: it parks", "hint", "service_off lets the game go on")
}
