package turn

import (
	"slices"

	"crownhead/board"
)

// commands are the commands by their names. Others mean nothing to the turn.
var commands = map[CommandName]commandRule{
	CommandStop:  {do: step.stopByCommand},
	CommandClear: {do: step.clearStop, in: []Phase{Stopped}},

	CommandNewGame:   {do: step.requestGameCommand, now: step.startNewGame},
	CommandPosition:  {do: step.requestPosition, now: step.startNewGame},
	CommandResign:    {do: step.requestUnlessOver, now: step.resignGame},
	CommandAbort:     {do: step.requestAbort, now: step.abortGame},
	CommandOfferDraw: {do: step.requestUnlessOver, now: step.answerDrawOffer},
	CommandTakeback:  {do: step.requestTakeback, now: step.takeBackMove},
	commandAbandon:   {now: step.abandonGame},

	CommandAcceptDraw: {do: step.acceptRobotsDraw},
	CommandHint:       {do: step.askForHint, in: []Phase{Visitor}, otherwise: step.explainWait},
	CommandWhich:      {do: step.answerWhichMove, in: []Phase{Visitor}, otherwise: step.explainWait},
	CommandColour:     {do: step.chooseColour},
	CommandLevel:      {do: step.chooseLevel},
	CommandLanguage:   {do: step.chooseLanguage},
	CommandAttitude:   {do: step.chooseAttitude},

	CommandPause:      {do: step.pauseGame},
	CommandResume:     {do: step.resumeGame},
	CommandServiceOn:  {do: step.giveArmToOperator},
	CommandServiceOff: {do: step.takeArmBack},
	CommandMask:       {do: step.maskByOperator},
	CommandUnmask:     {do: step.maskByOperator},
}

// commandAbandon is the pending command of a visitor who has gone. Nobody gives it.
const commandAbandon CommandName = "abandon"

// obeyCommand does a command, or what is to be done when it isn't the time for it.
func (t *stepper) obeyCommand() {
	rule := t.commands[t.e.Command]
	do := rule.do
	if rule.in != nil && !slices.Contains(rule.in, t.s.Phase) {
		do = rule.otherwise
	}
	if do != nil {
		do(t)
	}
	if t.s.Phase == Visitor {
		t.restartVisitorTime()
	}
}

// The visitor's choices may be made in the middle of a game. Whoever handed the command over has
// checked the words; those of a journal are let pass.

func (t *stepper) chooseLevel() { t.s.Settings.Level = t.e.Args[ArgLevel] }

func (t *stepper) chooseLanguage() { t.s.Settings.Lang = t.e.Args[ArgLang] }

func (t *stepper) chooseAttitude() {
	t.s.Settings.Attitude = t.e.Args[ArgAttitude]
	t.addEffect(Effect{Kind: EffectAttitude, Do: Order{Attitude: t.s.Settings.Attitude}})
}

// chooseColour gives the visitor another colour in the next game, which begins at once when nobody
// has moved yet.
func (t *stepper) chooseColour() {
	colour, err := board.ParseColor(t.e.Args[argColour])
	if err != nil {
		return
	}
	t.s.Next.Visitor = &colour
	switch {
	case t.s.GameOver():
		if t.s.NextIsTurned() {
			t.say(t.s.layKey(), nil, "")
		}
	case t.s.Game.Plies() == 0 && colour != t.s.Settings.Visitor:
		t.setPending(CommandNewGame)
	}
}

// requestGameCommand wants a command about the game done. A position that was to come next is
// forgotten by that.
func (t *stepper) requestGameCommand() {
	t.s.Next.Start = nil
	t.setPending(t.e.Command)
}

func (t *stepper) requestUnlessOver() {
	if !t.s.GameOver() {
		t.requestGameCommand()
	}
}

// requestAbort gives the game up for the operator, who by that ends a pause, too.
func (t *stepper) requestAbort() {
	if !t.s.GameOver() {
		t.s.Paused = false
		t.requestGameCommand()
	}
}

func (t *stepper) requestTakeback() {
	if _, ok := t.s.TakebackGame(); !ok {
		t.explainWait()
		return
	}
	t.requestGameCommand()
}

// requestPosition begins a new game with the operator's position.
func (t *stepper) requestPosition() {
	start, err := board.ParseFEN(t.e.Args[argFEN])
	if err != nil {
		return
	}
	visitor, err := board.ParseColor(t.e.Args[argVisitor])
	if err != nil {
		return
	}
	t.s.Next, t.s.Paused = Next{Start: &start, Visitor: &visitor}, false
	t.setPending(t.e.Command)
}

// setPending does a command about the game at once, or when the robot's move is complete: no
// checker is left in the air. The newest one counts.
func (t *stepper) setPending(name CommandName) {
	t.s.PendingCommand = name
	t.tryPending()
}
