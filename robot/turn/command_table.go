package turn

import (
	"slices"

	"crownhead/board"
	"crownhead/robot/command"
)

// commandSpecs are the commands by their names. Others mean nothing to the turn.
var commandSpecs = map[command.Name]commandSpec{
	command.Stop:  {do: run.stopByCommand, to: []path{{everywhere, in(Stopped)}}},
	command.Clear: {do: run.clearStop, to: []path{{in(Stopped), in(NotReady, Service)}}},

	command.NewGame: {do: run.requestGameCommand, whenSafe: run.startNewGame, to: ifSafe(nextGame)},
	command.SetPosition: {
		do: run.requestPosition, whenSafe: run.startNewGame,
		to: append(ifSafe(nextGame), path{in(Paused), in(nextGame)}),
	},
	command.NextVisitor: {
		do: run.requestNextVisitor, whenSafe: run.startForNextVisitor,
		to: append(ifSafe(nextGame), path{in(Paused), in(nextGame)}),
	},
	command.Resign: {do: run.requestUnlessOver, whenSafe: run.resignGame, to: ifSafe(Over, nextGame)},
	command.Abort: {
		do: run.requestAbort, whenSafe: run.abortGame,
		to: append(ifSafe(Over), path{in(Setup, VisitorTurn, Thinking, Paused), in(nextGame)}, path{in(Paused), in(Over)}),
	},
	command.OfferDraw: {
		do: run.requestUnlessOver, whenSafe: run.answerDrawOffer,
		to: []path{{in(Setup, VisitorTurn, Help), in(Over)}},
	},
	command.Takeback: {
		do: run.requestTakeback, whenSafe: run.takeBackMove,
		to: []path{{in(Setup, VisitorTurn, Thinking, Help), in(VisitorTurn, Setup)}, {in(Hold), in(NotReady)}},
	},
	commandAbandon: {whenSafe: run.abandonGame},

	command.AcceptDraw: {
		do: run.acceptRobotsDraw, in: in(Setup, VisitorTurn),
		to: []path{{in(Setup, VisitorTurn), in(Over)}},
	},
	command.Hint: {do: run.askForHint, in: in(VisitorTurn), otherwise: run.explainWait},
	command.Which: {
		do: run.answerWhichMove, in: in(VisitorTurn), otherwise: run.explainWait,
		to: []path{{in(VisitorTurn), in(Thinking, Over)}},
	},
	command.Colour:   {do: run.chooseColour, to: []path{{in(Setup, VisitorTurn, Thinking), in(nextGame)}}},
	command.Level:    {do: run.chooseLevel},
	command.Language: {do: run.chooseLanguage},
	command.Attitude: {do: run.chooseAttitude},

	CommandRestore: {do: run.restoreChoices, in: in(Setup, VisitorTurn), to: []path{{in(Setup, VisitorTurn), in(nextGame)}}},

	command.Pause:      {do: run.pauseGame, to: ifSafe(Paused)},
	command.Resume:     {do: run.unpauseGame, to: []path{{in(Paused), boardMayShow}}},
	command.ServiceOn:  {do: run.giveArmToOperator, to: []path{{everywhere, in(Service)}}},
	command.ServiceOff: {do: run.takeArmBack, to: []path{{in(Service), in(NotReady, Stopped)}}},
	command.Mask:       {do: run.maskByOperator},
	command.Unmask:     {do: run.maskByOperator},
}

var (
	// safe are the phases in which no checker is in the air, and a command about the game is done at
	// once.
	safe = in(VisitorTurn, Thinking, Over, Setup, Help)

	// everywhere are the phases from which the stop and the operator may take the arm.
	everywhere = in(NotReady, Setup, VisitorTurn, Thinking, Moving, Help, Hold, Over, Service, Paused)
)

// ifSafe leads from the safe phases to others. An arm that is held up goes home first, where it
// lets go what it carries.
func ifSafe(to ...Phase) []path { return []path{{safe, to}, {in(Hold), in(NotReady)}} }

func in(phases ...Phase) []Phase { return phases }

// Commands that nobody gives.
const (
	// commandAbandon is the pending command of a visitor who has gone.
	commandAbandon command.Name = "abandon"

	// CommandRestore gives level, language, manner and colour back to the configuration when a visitor has gone before
	// the first move.
	CommandRestore command.Name = "restore_choices"
)

// CountsIn reports whether a command means anything in a phase.
func CountsIn(name command.Name, phase Phase) bool {
	spec, known := commandSpecs[name]
	return known && (spec.in == nil || slices.Contains(spec.in, phase))
}

// obeyCommand does a command, or what stands in its place in a phase in which it doesn't count. A
// command shows that somebody is there, so the visitor's time begins anew.
func (t *eventRun) obeyCommand() {
	spec := t.commands[t.e.Command]
	do := spec.do
	if spec.in != nil && !slices.Contains(spec.in, t.s.Phase) {
		do = spec.otherwise
	}
	if do != nil {
		do(t)
	}
	if t.s.Phase == VisitorTurn && t.e.Command != CommandRestore {
		t.restartVisitorTime()
	}
}

// The visitor's choices may be made in the middle of a game. Whoever handed the command over has
// checked the words; those of a journal are taken as they are.

func (t *eventRun) chooseLevel() { t.s.Settings.Level = t.e.Args[command.ArgLevel] }

func (t *eventRun) chooseLanguage() { t.s.Settings.Lang = t.e.Args[command.ArgLang] }

func (t *eventRun) chooseAttitude() {
	t.s.Settings.Attitude = t.e.Args[command.ArgAttitude]
	t.addEffect(Effect{Kind: EffectAttitude, Payload: Payload{Attitude: t.s.Settings.Attitude}})
}

// restoreChoices makes the configuration's choices for the visitor who may come next. Nobody is there, so no time begins
// anew.
func (t *eventRun) restoreChoices() {
	t.chooseLevel()
	t.chooseLanguage()
	t.chooseAttitude()
	if t.e.Args[command.ArgColour] != "" {
		t.chooseColour()
	}
}

// chooseColour gives the visitor another colour in the next game, which begins at once when nobody
// has moved yet.
func (t *eventRun) chooseColour() {
	colour, err := board.ParseColor(t.e.Args[command.ArgColour])
	if err != nil {
		return
	}
	t.s.Next.Visitor = &colour
	switch {
	case t.s.GameOver():
		if t.s.NextIsRotated() {
			t.say(t.s.layKey(), nil, "")
		}
	case t.s.Game.Plies() == 0 && colour != t.s.Settings.VisitorColor:
		t.setPending(command.NewGame)
	}
}

// requestGameCommand does a command about the game, now or when it is safe. It drops a position that
// was to come next.
func (t *eventRun) requestGameCommand() {
	t.s.Next.Start = nil
	t.setPending(t.e.Command)
}

// requestNextVisitor begins anew for somebody else. Nothing that was chosen for the next game, and no pause, outlives
// the visitor who has gone.
func (t *eventRun) requestNextVisitor() {
	t.s.Next, t.s.Paused = NextGameOverrides{}, false
	t.setPending(t.e.Command)
}

func (t *eventRun) requestUnlessOver() {
	if !t.s.GameOver() {
		t.requestGameCommand()
	}
}

// requestAbort gives the game up for the operator. That ends a pause, too.
func (t *eventRun) requestAbort() {
	if !t.s.GameOver() {
		t.s.Paused = false
		t.requestGameCommand()
	}
}

func (t *eventRun) requestTakeback() {
	if _, ok := t.s.TakebackGame(); !ok {
		t.explainWait()
		return
	}
	t.requestGameCommand()
}

// requestPosition begins a new game with the operator's position.
func (t *eventRun) requestPosition() {
	start, err := board.ParseFEN(t.e.Args[command.ArgFEN])
	if err != nil {
		return
	}
	visitor, err := board.ParseColor(t.e.Args[command.ArgVisitor])
	if err != nil {
		return
	}
	t.s.Next, t.s.Paused = NextGameOverrides{Start: &start, Visitor: &visitor}, false
	t.setPending(t.e.Command)
}

// setPending does a command about the game at once, or when the robot's move is complete: no
// checker is left in the air. The newest one counts.
func (t *eventRun) setPending(name command.Name) {
	t.s.PendingCommand = name
	t.tryPending()
}
