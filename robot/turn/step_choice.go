package turn

import (
	"crownhead/board"
	"crownhead/face/say"
)

// commanded handles a wish from a page.
func (t *stepper) commanded() {
	t.s.Wait.IdleMS = 0 // somebody is there
	t.obey()
	if t.s.Phase == Visitor {
		t.waitForVisitor()
	}
}

func (t *stepper) obey() {
	switch t.e.Command {
	case CommandStop:
		t.do(EffectStop)
		if t.s.Phase != Stopped {
			t.stopped()
		}
	case CommandMask, CommandUnmask:
		t.maskCommanded()
	case CommandClear:
		t.clear()
	case CommandNewGame, CommandResign, CommandOfferDraw, CommandTakeback, CommandAbort, CommandPosition:
		t.wish()
	case CommandAcceptDraw:
		t.acceptDraw()
	case CommandHint:
		t.askHint()
	case CommandWhich:
		t.answerWhich()
	case CommandServiceOn:
		t.serviceOn()
	case CommandServiceOff:
		t.serviceOff()
	case CommandPause:
		t.pause()
	case CommandResume:
		t.resume()
	default:
		t.chosen()
	}
}

// chosen takes up what the visitor may choose in the middle of a game. Whoever handed the command over has checked the
// words; those of a journal are let pass.
func (t *stepper) chosen() {
	switch t.e.Command {
	case CommandLevel:
		t.s.Settings.Level = t.e.Args[ArgLevel]
	case CommandLanguage:
		t.s.Settings.Lang = t.e.Args[ArgLang]
	case CommandAttitude:
		t.s.Settings.Attitude = t.e.Args[ArgAttitude]
		t.effect(Effect{Kind: EffectAttitude, Do: Order{Attitude: t.s.Settings.Attitude}})
	case CommandColour:
		if colour, err := board.ParseColor(t.e.Args[argColour]); err == nil {
			t.chooseColour(colour)
		}
	}
}

// chooseColour gives the visitor another colour in the next game, which begins at once when nobody has moved yet.
func (t *stepper) chooseColour(colour board.Color) {
	t.s.Next.Visitor = &colour
	switch {
	case t.s.GameOver():
		if t.s.NextIsTurned() {
			t.say(t.layKey(), nil, "")
		}
	case t.s.Game.Plies() == 0 && colour != t.s.Settings.Visitor:
		t.s.PendingCommand = CommandNewGame
		t.wishNow()
	}
}

// NextGame returns where the next game begins, and which colour the visitor has in it.
func (s State) NextGame() (board.Position, board.Color) {
	start, visitor := s.Settings.Home, s.Settings.Visitor
	if s.Next.Start != nil {
		start = *s.Next.Start
	}
	switch {
	case s.Next.Visitor != nil:
		visitor = *s.Next.Visitor
	case s.Settings.Alternate:
		visitor = visitor.Other()
	}
	return start, visitor
}

// NextIsTurned tells whether the board stands the other way round in the next game.
func (s State) NextIsTurned() bool {
	_, visitor := s.NextGame()
	return visitor != s.Settings.Visitor
}

// layKey asks for the board to be laid for the next game: which way round, when that has changed.
func (t *stepper) layKey() say.Key {
	start, visitor := t.s.NextGame()
	if !t.s.NextIsTurned() {
		return say.SetUp
	}
	return sideKey(start, visitor)
}

// sideKey asks for a board on which the visitor has that colour before him.
func sideKey(start board.Position, visitor board.Color) say.Key {
	switch {
	case start.Occupied() != board.Start().Occupied():
		return say.SetUp
	case visitor == board.Black:
		return say.SetUpAsBlack
	}
	return say.SetUpAsWhite
}
