package turn

import (
	"slices"

	"crownhead/board"
	"crownhead/robot/command"
)

// commandRules are the commands by their names. Others mean nothing to the turn.
var commandRules = map[command.Name]commandRule{
	command.Stop:  {do: step.stopByCommand},
	command.Clear: {do: step.clearStop},

	command.NewGame:     {do: step.requestGameCommand, now: step.startNewGame},
	command.SetPosition: {do: step.requestPosition, now: step.startNewGame},
	command.Resign:      {do: step.requestUnlessOver, now: step.resignGame},
	command.Abort:       {do: step.requestAbort, now: step.abortGame},
	command.OfferDraw:   {do: step.requestUnlessOver, now: step.answerDrawOffer},
	command.Takeback:    {do: step.requestTakeback, now: step.takeBackMove},
	commandAbandon:      {now: step.abandonGame},

	command.AcceptDraw: {do: step.acceptRobotsDraw, in: []Phase{Setup, Visitor}},
	command.Hint:       {do: step.askForHint, in: []Phase{Visitor}, otherwise: step.explainWait},
	command.Which:      {do: step.answerWhichMove, in: []Phase{Visitor}, otherwise: step.explainWait},
	command.Colour:     {do: step.chooseColour},
	command.Level:      {do: step.chooseLevel},
	command.Language:   {do: step.chooseLanguage},
	command.Attitude:   {do: step.chooseAttitude},

	command.Pause:      {do: step.pauseGame},
	command.Resume:     {do: step.resumeGame},
	command.ServiceOn:  {do: step.giveArmToOperator},
	command.ServiceOff: {do: step.takeArmBack},
	command.Mask:       {do: step.maskByOperator},
	command.Unmask:     {do: step.maskByOperator},
}

// commandAbandon is the pending command of a visitor who has gone. Nobody gives it.
const commandAbandon command.Name = "abandon"

// CountsIn reports whether a command means anything in a phase.
func CountsIn(name command.Name, phase Phase) bool {
	rule, known := commandRules[name]
	return known && (rule.in == nil || slices.Contains(rule.in, phase))
}

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

func (t *stepper) chooseLevel() { t.s.Settings.Level = t.e.Args[command.ArgLevel] }

func (t *stepper) chooseLanguage() { t.s.Settings.Lang = t.e.Args[command.ArgLang] }

func (t *stepper) chooseAttitude() {
	t.s.Settings.Attitude = t.e.Args[command.ArgAttitude]
	t.addEffect(Effect{Kind: EffectAttitude, Do: Order{Attitude: t.s.Settings.Attitude}})
}

// chooseColour gives the visitor another colour in the next game, which begins at once when nobody
// has moved yet.
func (t *stepper) chooseColour() {
	colour, err := board.ParseColor(t.e.Args[command.ArgColour])
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
		t.setPending(command.NewGame)
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
	start, err := board.ParseFEN(t.e.Args[command.ArgFEN])
	if err != nil {
		return
	}
	visitor, err := board.ParseColor(t.e.Args[command.ArgVisitor])
	if err != nil {
		return
	}
	t.s.Next, t.s.Paused = Next{Start: &start, Visitor: &visitor}, false
	t.setPending(t.e.Command)
}

// setPending does a command about the game at once, or when the robot's move is complete: no
// checker is left in the air. The newest one counts.
func (t *stepper) setPending(name command.Name) {
	t.s.PendingCommand = name
	t.tryPending()
}
