package turn

import (
	"slices"
	"testing"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/command"
)

func TestBeginning(t *testing.T) {
	start := board.Start().Occupied()
	t.Run("boot", func(t *testing.T) {
		x := &script{TB: t, s: NewState(testSettings(t, startFEN, board.White))}
		x.want(NotReady, say.GettingReady)
		x.feed(up(7)).want(NotReady, say.GettingReady).effects(EffectAbandonProgram, EffectHome).awaits(deadlineHome)
		x.feed(Event{Kind: EventHomed}).want(Setup, say.GettingReady).awaits(deadlineSetup)
		x.feed(scan(start)).want(VisitorTurn, say.YourTurnWhite).awaits(deadlineAsk)
	})
	t.Run("16: not the start position", func(t *testing.T) {
		x := &script{TB: t, s: NewState(testSettings(t, startFEN, board.White))}
		x.feed(up(7), Event{Kind: EventHomed}, scan(0)).want(Setup, say.SetUp)
		x.feed(scan(start&^bits("c3", "b8"))).want(Setup, say.SetUpWhite, "c3")
		x.feed(scan(start&^bits("b8"))).want(Setup, say.SetUpBlack, "b8")
		x.feed(scan(start|bits("d4"))).want(Setup, say.SetUpWrong, "d4")
		serial := x.s.Said.Serial
		x.feed(scan(start | bits("d4", "e5")))
		if x.s.Said.Serial != serial {
			t.Error("the same sentence was said twice")
		}
		x.feed(due(deadlineSetup)).want(Setup, say.SetUpWrong, "d4")
		if x.s.Said.Serial == serial {
			t.Error("nothing is said again after a while")
		}
		x.feed(scan(start)).want(VisitorTurn, say.YourTurnWhite)
	})
	t.Run("the robot begins when the visitor plays Black", func(t *testing.T) {
		x := begin(t, startFEN, board.Black).effects(EffectThink)
		x.robot("c3-d4").want(VisitorTurn, say.YourTurnBlack).effects(EffectHandover)
	})
	t.Run("nearest is seen from the visitor's side", func(t *testing.T) {
		x := &script{TB: t, s: NewState(testSettings(t, startFEN, board.Black))}
		x.feed(up(7), Event{Kind: EventHomed}, scan(start&^bits("c3", "b8"))).want(Setup, say.SetUpBlack, "b8")
	})
}

func TestVisitorsTurn(t *testing.T) {
	start := board.Start().Occupied()
	t.Run("1: only the press counts", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		x.feed(scan(start&^bits("c3")), scan(start&^bits("c3")|bits("d4"))).want(VisitorTurn, say.YourTurnWhite).
			awaits(deadlineAsk)
		x.visitor("c3-d4").verdict("move").effects(EffectThink)
		if x.s.Phase != Thinking || x.then.Move != "c3-d4" || x.s.Game.Plies() != 1 {
			t.Errorf("phase %s, move %q", x.s.Phase, x.then.Move)
		}
	})
	t.Run("2: pressed without a move", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		x.feed(press(start)).want(VisitorTurn, say.YourMove).verdict("unchanged")
		x.feed(press(start)).want(VisitorTurn, say.YourMoveAgain).verdict("unchanged")
	})
	t.Run("3: a captured checker still stands", func(t *testing.T) {
		x := begin(t, "W:Wc3,a1:Bd4,h8,f8", board.White)
		x.feed(press(bits("e5", "a1", "d4", "h8", "f8"))).want(VisitorTurn, say.TakeOff, "d4").verdict("incomplete").effects()
	})
	t.Run("4: a capture cut short", func(t *testing.T) {
		x := begin(t, "W:Wa1:Bb2,d4,h8", board.White)
		x.feed(press(bits("c3", "d4", "h8"))).want(VisitorTurn, say.CaptureGoesOn, "c3", "e5").verdict("incomplete")
	})
	t.Run("5: he must capture", func(t *testing.T) {
		x := begin(t, "W:Wc3,a1:Bd4,h8,f8", board.White)
		x.feed(press(bits("c3", "b2", "d4", "h8", "f8"))).want(VisitorTurn, say.MustCapture, "c3").verdict("illegal")
		if !slices.ContainsFunc(x.then.Effects, func(e Effect) bool { return e.Payload.Mood.Mood == moodRule }) {
			t.Error("the face doesn't mind")
		}
	})
	t.Run("7: mended straight into a legal move", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		x.feed(press(start &^ bits("c3"))).verdict("illegal")
		x.visitor("c3-b4").verdict("move")
	})
	t.Run("press that never settles", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		x.feed(Event{Kind: EventUnsettled}).want(VisitorTurn, say.HoldStill).verdict("")
	})
	t.Run("8: his own promotion is reminded", func(t *testing.T) {
		x := begin(t, "W:Wc7,a1:Bh8,a7", board.White)
		x.visitor("c7-d8").effects(EffectThink).want(Thinking, say.CrownYours, "d8")
		x.feed(due(deadlineThinking)).want(Thinking, say.CrownYours, "d8")
		y, z := *x, *x
		x.robot("a7-b6").want(VisitorTurn, say.CrownYours, "d8") // that it is the visitor's turn is said just before, and shown
		x.visitor("d8:a5").robot("h8-g7").want(VisitorTurn, say.YourTurn)
		y.feed(press(y.s.LastPly.Before.Occupied())).want(Setup, say.TakebackDone) // not a king after all
		y.feed(due(deadlineGuide)).want(Setup, say.RestoreTurn, "c7").feed(later(1, y.s.OccupiedByGame())).
			want(VisitorTurn, say.YourTurnWhite)
		y.visitor("a1-b2").robot("h8-g7").want(VisitorTurn, say.YourTurn)
		z.answer("a7-b6").feed(Event{Kind: EventLink, Link: LinkDown}, up(2), scan(z.s.OccupiedByGame()),
			Event{Kind: EventHomed})
		z.want(VisitorTurn, say.CrownYours, "d8")
	})
	t.Run("8: unless his new king is captured at once", func(t *testing.T) {
		x := begin(t, "W:Wb6,a1:Bc7,f6,h6", board.White)
		x.visitor("b6:g5").want(Thinking, say.CrownYours, "g5").robot("h6:f4").want(VisitorTurn, say.YourTurn)
	})
	t.Run("14: leaves in mid-game", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		x.visitor("c3-d4").robot("b6-a5")
		x.feed(due(deadlineAsk)).want(VisitorTurn, say.StillThere)
		x.feed(due(deadlineAbandon)).want(Over, say.EndAbandoned).effects(EffectArchive)
		if x.then.Result != "*" {
			t.Errorf("result %q", x.then.Result)
		}
	})
	t.Run("13: the board is knocked over", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5")
		upset := x.s.OccupiedByGame() &^ bits("a1", "c1", "e1", "g1", "b2", "d2")
		x.feed(press(upset)).want(VisitorTurn, say.PutBack, "a1").verdict("illegal") // as yet a hand's slip
		upset &^= bits("f2")
		x.feed(press(upset)).want(Setup, say.BoardUpset).verdict("illegal").awaits(deadlineSetup)
		x.feed(press(upset)).want(Setup, say.SetUp).feed(scan(upset|bits("a1"))).want(Setup, say.SetUpWhite, "c1")
		y := *x
		x.feed(scan(x.s.OccupiedByGame())).want(VisitorTurn, say.YourTurn)
		y.feed(press(start)).want(Setup, say.NewGameOffer).feed(press(upset), press(start)).want(Setup, say.NewGameOffer)
		y.feed(press(start)).effects(EffectArchive, EffectNewGame)
	})
	t.Run("13, 14: and nobody sets it up", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").feed(press(bits("a1", "h8"))).
			want(Setup, say.BoardUpset)
		for range 29 {
			x.feed(due(deadlineSetup)).want(Setup, say.SetUp).awaits(deadlineSetup)
		}
		still := *x
		still.feed(Event{Kind: EventPressed}, due(deadlineSetup)).want(Setup, say.SetUp)
		x.feed(due(deadlineSetup)).want(Over, say.EndAbandoned).effects(EffectArchive)
	})
	t.Run("15: the start position in mid-game", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		x.visitor("c3-d4").robot("b6-a5").visitor("d4-c5").robot("d6:b4")
		x.feed(press(start)).want(VisitorTurn, say.NewGameOffer).verdict("start").effects()
		x.feed(press(x.s.OccupiedByGame()), press(start)).effects() // not twice in a row
		x.feed(press(start)).effects(EffectArchive, EffectNewGame)
	})
}

func TestTakeback(t *testing.T) {
	start := board.Start().Occupied()
	t.Run("8: before the answer", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4")
		x.feed(press(start)).want(VisitorTurn, say.TakebackDone).verdict("takeback").effects(EffectCancel)
		if x.s.Game.Plies() != 0 {
			t.Errorf("%d plies left", x.s.Game.Plies())
		}
		x.answer("b6-a5").effects()
	})
	t.Run("8: after it, when he insists", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").visitor("d4-c5").robot("d6:b4")
		before := x.s.LastPly.Before
		x.feed(press(before.Occupied())).want(VisitorTurn, say.TakebackOffer).verdict("takeback")
		x.feed(press(before.Occupied())).want(VisitorTurn, say.TakebackDone)
		if x.s.Game.Plies() != 2 || x.s.Game.Position() != before {
			t.Errorf("%d plies, %s", x.s.Game.Plies(), x.s.Game.Position().FEN())
		}
	})
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		moves     []string // the visitor's and the robot's in turn
		key       say.Key
		result    string
	}{
		{"the visitor takes the last one", "W:Wc3:Bd4", []string{"c3:e5"}, say.EndWinNoPieces, "2-0"},
		{"the robot takes the last one", "W:Wc3:Be5,h8", []string{"c3-d4", "e5:c3"}, say.EndLossNoPieces, "0-2"},
		{"the robot leaves no move", "W:Wa5,h2:Bb6,c7,f4", []string{"h2-g3", "f4:h2"}, say.EndLossNoMoves, "0-2"},
		{
			"a position for the third time", "W:WKc1:BKf8",
			[]string{"c1-d2", "f8-g7", "d2-c1", "g7-f8", "c1-d2", "f8-g7", "d2-c1", "g7-f8"},
			say.EndDrawRepetition, "1-1",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := begin(t, c.fen, board.White)
			for i, move := range c.moves {
				if i%2 == 0 {
					x.visitor(move)
				} else {
					x.robot(move)
				}
			}
			x.want(Over, c.key)
			if x.then.Result != c.result || !x.then.HasEffect(EffectArchive) {
				t.Errorf("result %q, effects %v", x.then.Result, x.then.Effects)
			}
		})
	}
	t.Run("40: the winning move is spoken first", func(t *testing.T) {
		x := begin(t, "W:Wc3:Be5,h8", board.White).visitor("c3-d4").answer("e5:c3")
		x.want(Moving, say.MyCapture, "e5", "c3").arm().want(Over, say.EndLossNoPieces).effects(EffectHandover, EffectArchive)
	})
	t.Run("41: what is done to the board afterwards means nothing", func(t *testing.T) {
		x := begin(t, "W:Wc3:Bd4", board.White).visitor("c3:e5")
		x.feed(scan(0), scan(bits("d4", "e5"))).want(Over, say.EndWinNoPieces).effects()
		x.feed(due(deadlineAgain)).want(Over, say.SetUp)
		y := begin(t, "W:Wc3,g1:Be5,h8", board.White).visitor("c3-d4").robot("e5:c3").feed(commandEvent(command.Resign))
		y.feed(due(deadlineAgain)).want(Over, say.TidyTray).awaits(deadlineAgain).feed(due(deadlineAgain)).
			want(Over, say.SetUp)
		y.feed(due(deadlineAgain)).want(Over, say.IdleInvite).feed(due(deadlineAgain)).want(Over, say.SetUp)
		x.feed(press(0)).want(Over, say.SetUp)
		x.feed(scan(bits("c3", "d4"))).effects(EffectNewGame)
	})
	t.Run("17: resignation", func(t *testing.T) {
		x := afterThreeTurns(t)
		x.feed(commandEvent(command.Resign)).want(Over, say.EndLossResignation).effects(EffectArchive)
		if x.then.Result != "0-2" {
			t.Errorf("result %q", x.then.Result)
		}
		x.feed(commandEvent(command.Resign)).effects()
	})
	t.Run("a resignation before the game has got going is no loss", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").feed(commandEvent(command.Resign))
		x.want(Over, say.EndAbandoned).effects(EffectCancel, EffectArchive)
		if x.then.Result != "*" {
			t.Errorf("result %q", x.then.Result)
		}
		begin(t, startFEN, board.White).feed(commandEvent(command.Resign)).effects(EffectNewGame)
		y := begin(t, startFEN, board.White).visitor("c3-d4")
		y.s.Settings.Version = shortGamesSince - 1
		y.feed(commandEvent(command.Resign)).want(Over, say.EndLossResignation)
	})
	t.Run("a rule that is broken once surprises, and again annoys", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		moods := []Mood{}
		for _, bad := range []board.Bits{bits("c3") ^ bits("c5"), bits("e3") ^ bits("e5")} {
			x.feed(press(board.Start().Occupied() ^ bad))
			for _, e := range x.then.Effects {
				if e.Kind == EffectMood {
					moods = append(moods, e.Payload.Mood.Mood)
				}
			}
		}
		if !slices.Equal(moods, []Mood{moodRule, moodRuleOn}) {
			t.Errorf("it felt %v", moods)
		}
	})
	t.Run("the next visitor", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").feed(commandEvent(command.Resign))
		x.feed(commandEvent(command.NextVisitor)).effects(EffectNewGame)
		if ended := x.then.Effects[0].Payload.Ended; !ended.VisitorGone {
			t.Error("the choices of the one before stay")
		}
		begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").feed(commandEvent(command.NextVisitor)).
			effects(EffectArchive, EffectNewGame)
	})
	t.Run("a new game by command", func(t *testing.T) {
		begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").feed(commandEvent(command.NewGame)).
			effects(EffectArchive, EffectNewGame)
		begin(t, startFEN, board.White).feed(commandEvent(command.NewGame)).effects(EffectNewGame)
	})
	t.Run("a wish waits for the arm", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").answer("b6-a5").feed(commandEvent(command.Resign)).effects()
		x.arm().want(Over, say.EndAbandoned)
	})
}

// afterThreeTurns is a game that counts.
func afterThreeTurns(t *testing.T) *script {
	return begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").visitor("d2-c3").robot("f6-g5").
		visitor("c1-d2").robot("g7-f6")
}

// Who leaves before the first move leaves nothing to the next visitor.
func TestVisitorGoneBeforeFirstMove(t *testing.T) {
	x := begin(t, startFEN, board.White).feed(wishFor(command.Level, command.ArgLevel, "master"))
	x.feed(due(deadlineAbandon)).want(VisitorTurn, say.IdleInvite)
	if !x.s.VisitorGone {
		t.Error("nobody has gone")
	}
	restore := Event{Kind: EventCommand, Command: CommandRestore, Args: map[string]string{
		command.ArgLevel: "child", command.ArgLang: "uk", command.ArgAttitude: command.AttitudePositive,
	}}
	x.feed(restore).want(VisitorTurn, say.IdleInvite).effects(EffectAttitude) // no deadline: nobody is there
	if x.s.Settings.Level != "child" || !x.s.VisitorGone {
		t.Errorf("level %q, gone %v", x.s.Settings.Level, x.s.VisitorGone)
	}
	if x.feed(Event{Kind: EventPressed}); x.s.VisitorGone {
		t.Error("the next visitor is not seen")
	}
	restore.Args[command.ArgColour] = "black"
	x.feed(restore).effects(EffectAttitude, EffectNewGame)
}
