package turn

import (
	"slices"

	"crownhead/board"
	"crownhead/robot/command"
)

// commandRules are the commands by their names. Others mean nothing to the turn.
var commandRules = map[command.Name]commandRule{
	command.Stop:  {do: step.stopByCommand, leads: []path{{everywhere, in(Stopped)}}},
	command.Clear: {do: step.clearStop, leads: []path{{in(Stopped), in(Boot, Service)}}},

	command.NewGame: {do: step.requestGameCommand, now: step.startNewGame, leads: whenSafe(nextGame)},
	command.SetPosition: {
		do: step.requestPosition, now: step.startNewGame,
		leads: append(whenSafe(nextGame), path{in(Paused), in(nextGame)}),
	},
	command.Resign: {do: step.requestUnlessOver, now: step.resignGame, leads: whenSafe(Over)},
	command.Abort: {
		do: step.requestAbort, now: step.abortGame,
		leads: append(whenSafe(Over), path{in(Setup, Visitor, Thinking, Paused), in(nextGame)}, path{in(Paused), in(Over)}),
	},
	command.OfferDraw: {do: step.requestUnlessOver, now: step.answerDrawOffer, leads: []path{{in(Setup, Visitor, Help), in(Over)}}},
	command.Takeback: {
		do: step.requestTakeback, now: step.takeBackMove,
		leads: []path{{in(Setup, Visitor, Thinking, Help), in(Visitor, Setup)}, {in(Hold), in(Boot)}},
	},
	commandAbandon: {now: step.abandonGame},

	command.AcceptDraw: {do: step.acceptRobotsDraw, in: in(Setup, Visitor), leads: []path{{in(Setup, Visitor), in(Over)}}},
	command.Hint:       {do: step.askForHint, in: in(Visitor), otherwise: step.explainWait},
	command.Which: {
		do: step.answerWhichMove, in: in(Visitor), otherwise: step.explainWait,
		leads: []path{{in(Visitor), in(Thinking, Over)}},
	},
	command.Colour:   {do: step.chooseColour, leads: []path{{in(Setup, Visitor, Thinking), in(nextGame)}}},
	command.Level:    {do: step.chooseLevel},
	command.Language: {do: step.chooseLanguage},
	command.Attitude: {do: step.chooseAttitude},

	command.Pause:      {do: step.pauseGame, leads: whenSafe(Paused)},
	command.Resume:     {do: step.resumeGame, leads: []path{{in(Paused), resumable}}},
	command.ServiceOn:  {do: step.giveArmToOperator, leads: []path{{everywhere, in(Service)}}},
	command.ServiceOff: {do: step.takeArmBack, leads: []path{{in(Service), in(Boot, Stopped)}}},
	command.Mask:       {do: step.maskByOperator},
	command.Unmask:     {do: step.maskByOperator},
}

var (
	// safe are the phases in which no checker is in the air, and a command about the game is done at
	// once.
	safe = in(Visitor, Thinking, Over, Setup, Help)

	// everywhere are the phases from which the stop and the operator may take the arm.
	everywhere = in(Boot, Setup, Visitor, Thinking, Moving, Help, Hold, Over, Service, Paused)
)

// whenSafe leads from the safe phases to others. An arm that is held up goes home first, where it
// lets go what it carries.
func whenSafe(to ...Phase) []path { return []path{{safe, to}, {in(Hold), in(Boot)}} }

func in(phases ...Phase) []Phase { return phases }

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
