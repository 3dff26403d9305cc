package turn

import (
	"testing"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// wishFor is a command with an argument.
func wishFor(name command.Name, arg, value string) Event {
	return Event{Kind: EventCommand, Command: name, Args: map[string]string{arg: value}}
}

// thought is the engine's answer with its estimate for the robot.
func (x *script) thought(move string, win float64) *script {
	return x.feed(Event{Kind: EventEngine, Move: move, Ply: x.s.Game.Plies(), Win: win})
}

// shuffle moves two kings to and fro for so many plies; the engine sees win for the robot.
func (x *script) shuffle(plies int, win float64) *script {
	x.Helper()
	for range plies / 2 {
		own, p := "", x.s.Game.Position()
		for _, m := range p.Moves() {
			if next := p.Play(m); x.s.Game.Repetitions(next) == 0 && !next.CanCapture() {
				own = p.Notation(m)
				break
			}
		}
		x.visitor(own)
		p = x.s.Game.Position()
		for _, m := range p.Moves() {
			if next := p.Play(m); x.s.Game.Repetitions(next) == 0 && !next.CanCapture() {
				x.thought(p.Notation(m), win).arm()
				break
			}
		}
		if x.s.Phase == Over {
			x.Fatalf("over: %+v", x.s.Game.Outcome())
		}
	}
	return x
}

func TestChoices(t *testing.T) {
	t.Run("17: level, attitude and language change at once", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		x.feed(wishFor(command.Level, command.ArgLevel, "child"), wishFor(command.Language, command.ArgLang, "en"),
			wishFor(command.Attitude, command.ArgAttitude, "negative"))
		if set := x.s.Settings; set.Level != "child" || set.Lang != "en" || set.Attitude != "negative" {
			t.Errorf("%+v", set)
		}
		x.effects(EffectAttitude).want(VisitorTurn, say.YourTurnWhite)
	})
	t.Run("17: another colour, before anybody has moved", func(t *testing.T) {
		x := begin(t, startFEN, board.White).feed(wishFor(command.Colour, command.ArgColour, "white")).effects()
		x.feed(wishFor(command.Colour, command.ArgColour, "black")).effects(EffectNewGame)
		begin(t, startFEN, board.Black).feed(wishFor(command.Colour, command.ArgColour, "white")).
			effects(EffectCancel, EffectNewGame)
	})
	t.Run("17: in the middle of a game, for the next one", func(t *testing.T) {
		begin(t, startFEN, board.White).feed(wishFor(command.Colour, command.ArgColour, "mauve")).effects()
		x := begin(t, "W:Wc3,a1:Bd4,h8", board.White).visitor("c3:e5").
			feed(wishFor(command.Colour, command.ArgColour, "black")).effects()
		x.robot("h8-g7").want(VisitorTurn, say.YourTurn)
		if _, colour := x.s.NextGame(); colour != board.Black {
			t.Error("forgotten")
		}
		x.feed(commandEvent(command.Resign)).want(Over, say.EndAbandoned)
		x.feed(scan(x.s.Settings.Start.Occupied())).want(Over, say.EndAbandoned).effects() // as it stood before
		x.feed(scan(x.s.Settings.Start.Occupied().Rotate())).effects(EffectNewGame)
	})
	t.Run("17: after the end", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").feed(commandEvent(command.Resign))
		x.feed(wishFor(command.Colour, command.ArgColour, "black")).want(Over, say.SetUpAsBlack).effects()
		x.feed(due(deadlineAgain)).want(Over, say.IdleInvite)
		x.feed(wishFor(command.Colour, command.ArgColour, "white")).want(Over, say.IdleInvite)
	})
	t.Run("what no sensor can tell has to be said", func(t *testing.T) {
		set := testSettings(t, startFEN, board.Black)
		set.NeedsLaying = true
		start := set.Start.Occupied()
		x := &script{TB: t, s: NewState(set)}
		x.feed(up(1), scan(start), Event{Kind: EventHomed}).want(Setup, say.SetUpAsBlack).awaits(deadlineSetup)
		x.feed(scan(start&^bits("a1")), scan(start)).want(Setup, say.SetUpAsBlack)
		x.feed(due(deadlineSetup)).want(Setup, say.SetUpAsBlack).awaits(deadlineSetup)
		y := *x
		x.feed(press(start)).effects(EffectThink)
		y.feed(press(start&^bits("a1"))).want(Setup, say.SetUpWhite, "a1").feed(scan(start)).effects(EffectThink)
	})
}

func TestHint(t *testing.T) {
	hint := func(x *script, move string) *script {
		return x.feed(Event{Kind: EventHint, Move: move, Ply: x.s.Game.Plies()})
	}
	t.Run("17: for the position on the board", func(t *testing.T) {
		x := begin(t, "W:Wc3,a1:Bd4,d6,h8", board.White).feed(commandEvent(command.Hint)).effects(EffectHint).
			awaits(deadlineHint)
		x.feed(commandEvent(command.Hint)).effects()
		x.feed(due(deadlineThinking)).want(VisitorTurn, say.Thinking)
		hint(x, "c3:e5:c7").want(VisitorTurn, say.Hint, "c3", "e5", "c7")
		if x.s.Said.Move != "c3:e5:c7" || x.s.Hint.Move == nil {
			t.Errorf("%+v", x.s.Said)
		}
		if hint(x, "c3:e5:c7").effects(); x.s.Hint.Move == nil {
			t.Error("forgotten while nobody has moved")
		}
		if x.visitor("c3:e5:c7"); x.s.Hint.Move != nil {
			t.Error("it stands in the next position")
		}
	})
	t.Run("never for another one", func(t *testing.T) {
		x := begin(t, startFEN, board.White).feed(commandEvent(command.Hint)).visitor("c3-d4")
		x.feed(Event{Kind: EventHint, Move: "c3-d4", Ply: 0}).want(Thinking, say.MyTurn)
		x.robot("b6-a5").feed(Event{Kind: EventHint, Move: "c3-d4", Ply: 0}, Event{Kind: EventHint, Move: "d4-c5", Ply: 2}).
			want(VisitorTurn, say.YourTurn)
		x.feed(commandEvent(command.Hint), commandEvent(command.Takeback), scan(board.Start().Occupied())).
			want(VisitorTurn, say.YourTurnWhite)
		x.feed(commandEvent(command.Hint), Event{Kind: EventHint, Move: "c3-d4", Ply: 2}).want(VisitorTurn, say.YourTurnWhite)
	})
	t.Run("there is none", func(t *testing.T) {
		x := begin(t, startFEN, board.White).feed(commandEvent(command.Hint))
		y := *x
		hint(x, "c3-c5").want(VisitorTurn, say.EngineFault)
		y.feed(due(deadlineHint)).want(VisitorTurn, say.EngineFault).effects(EffectCancel)
		y.feed(due(deadlineHint)).effects()
	})
	t.Run("not while the robot moves", func(t *testing.T) {
		moving(t).feed(commandEvent(command.Hint)).want(Moving, say.HandsOff).effects()
	})
}

func TestDraw(t *testing.T) {
	kings := "W:WKc1,Ke1,Kg1:BKb8,Kd8,Kh8"
	offer := commandEvent(command.OfferDraw)
	t.Run("17: too early, or the robot is ahead", func(t *testing.T) {
		x := begin(t, kings, board.White).feed(offer).want(VisitorTurn, say.DrawDeclined).effects()
		x.shuffle(8, 0).feed(offer).want(VisitorTurn, say.DrawLater)
		x.shuffle(14, 0.5).feed(offer).want(VisitorTurn, say.DrawDeclined)
	})
	t.Run("17, 41: nobody is ahead, or the robot is behind", func(t *testing.T) {
		for _, win := range []float64{0, -0.6} {
			x := begin(t, kings, board.White).shuffle(12, win).shuffle(10, -0.5).feed(offer).want(Over, say.EndDrawAgreement)
			if x.then.Result != "1-1" || !x.then.HasEffect(EffectArchive) {
				t.Errorf("%q, %v", x.then.Result, x.then.Effects)
			}
		}
	})
	t.Run("17: while the board is put right", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").feed(press(bits("a1", "h8"))).
			want(Setup, say.BoardUpset)
		x.feed(offer).want(Setup, say.BoardUpset).effects(EffectRemark)
		if r := x.s.ShownRemark(); r.Key != string(say.DrawDeclined) {
			t.Errorf("beside it stands %q", r.Key)
		}
		y := moving(t).feed(trouble(ArmHelpPick, 0, 0, 0)).feed(offer).want(Help, say.HelpPick, "d6", "b4")
		if r := y.feed(Event{Kind: EventPressed}).s.ShownRemark(); r.Key != "" {
			t.Errorf("after a press there still stands %q", r.Key)
		}
		z := begin(t, startFEN, board.White).feed(press(bits("a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "e3", "g3", "c5") |
			board.Start().Pieces(board.Black))).feed(offer)
		if guided := z.s.Prompt.Key; z.s.ShownRemark().Key != string(say.DrawDeclined) || guided == say.DrawDeclined {
			t.Errorf("a wrong move is answered by %q, beside it stands %q", guided, z.s.ShownRemark().Key)
		}
	})
	t.Run("17: while the robot thinks, its answer decides", func(t *testing.T) {
		x := begin(t, kings, board.White).shuffle(22, 0.5)
		p := x.s.Game.Position()
		x.visitor(p.Notation(p.Moves()[0])).feed(offer).want(Thinking, say.DrawThinking).effects()
		p = x.s.Game.Position()
		y := *x
		x.thought(p.Notation(p.Moves()[0]), 0).want(Over, say.EndDrawAgreement)
		if x.then.Move != "" {
			t.Error("it moves after the agreement")
		}
		y.thought(p.Notation(p.Moves()[0]), 0.6).arm().want(VisitorTurn, say.DrawDeclined)
		y.feed(press(y.s.OccupiedByGame())).want(VisitorTurn, say.YourMove)
	})
	t.Run("17: while the arm moves, it waits", func(t *testing.T) {
		x := moving(t).feed(offer).effects().arm().want(VisitorTurn, say.DrawDeclined)
		x.feed(offer).want(VisitorTurn, say.DrawLater)
	})
	t.Run("the robot offers one when nothing happens any more", func(t *testing.T) {
		x := begin(t, kings, board.White).feed(commandEvent(command.AcceptDraw)).want(VisitorTurn, say.YourTurnWhite)
		x.shuffle(18, 0).want(VisitorTurn, say.YourTurn).shuffle(2, 0).want(VisitorTurn, say.DrawOffer)
		y, z := *x, *x
		x.feed(commandEvent(command.AcceptDraw)).want(Over, say.EndDrawAgreement)
		y.feed(offer).want(Over, say.EndDrawAgreement) // both want it
		z.shuffle(2, 0).want(VisitorTurn, say.YourTurn).feed(offer).want(VisitorTurn, say.DrawLater).
			feed(commandEvent(command.AcceptDraw)).effects()
	})
	t.Run("the robot's offer is accepted only while the visitor may play", func(t *testing.T) {
		offered := func() *script {
			return begin(t, kings, board.White).shuffle(20, 0).want(VisitorTurn, say.DrawOffer)
		}
		accept := commandEvent(command.AcceptDraw)
		offered().feed(Event{Kind: EventEstop, On: true}, accept).want(Stopped, say.Stopped).
			feed(commandEvent(command.Clear)).effects(EffectClear)
		offered().feed(commandEvent(command.ServiceOn), accept).want(Service, say.Service)
		offered().feed(Event{Kind: EventLink, Link: LinkDown}, accept).want(NotReady, say.LinkLost)
		offered().feed(commandEvent(command.Pause), accept).want(Paused, say.Paused)
		for phase, want := range map[Phase]bool{
			VisitorTurn: true, Setup: true, Stopped: false, Service: false, NotReady: false,
		} {
			if CountsIn(command.AcceptDraw, phase) != want {
				t.Errorf("counts in %s: %v", phase, !want)
			}
		}
	})
}

func TestTakebackByWish(t *testing.T) {
	takeback := commandEvent(command.Takeback)
	t.Run("8: before the answer", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").feed(takeback).want(VisitorTurn, say.TakebackDone).
			effects(EffectCancel)
		x.feed(takeback).want(VisitorTurn, say.TakebackDone).effects() // there is nothing more to take back
		if x.s.Game.Plies() != 0 {
			t.Errorf("%d plies", x.s.Game.Plies())
		}
		x.visitor("c3-b4").verdict("move")
	})
	t.Run("8: both plies, and what was captured comes back from the tray", func(t *testing.T) {
		x := moving(t).arm().want(VisitorTurn, say.YourTurn)
		if n := x.s.Bodies.Trophies(); n != 1 {
			t.Fatalf("%d trophies", n)
		}
		x.feed(takeback).want(Setup, say.TakebackDone).awaits(deadlineGuide).effects()
		x.feed(due(deadlineGuide)).want(Setup, say.RestoreMove, "b4", "d6")
		x.feed(scan(x.s.Sensors.Bits&^bits("b4")|bits("d6"))).want(Setup, say.RestoreWhiteMan, "d4")
		if x.s.Said.Slot != 1 {
			t.Errorf("from slot %d", x.s.Said.Slot)
		}
		x.feed(scan(x.s.OccupiedByGame())).want(VisitorTurn, say.YourTurn)
		if n := x.s.Bodies.Trophies(); n != 0 || x.s.Game.Plies() != 2 {
			t.Errorf("%d trophies, %d plies", n, x.s.Game.Plies())
		}
	})
	t.Run("8: while the arm moves, when it is done", func(t *testing.T) {
		moving(t).feed(takeback).want(Moving, say.MyCapture, "d6", "b4").arm().want(Setup, say.TakebackDone)
	})
	t.Run("8: while the arm holds, from home", func(t *testing.T) {
		x := moving(t)
		before := x.s.Pending.Before.Occupied()
		x.feed(trouble(ArmHeld, 0, before, before)).feed(takeback).effects(EffectAbandonProgram, EffectHome)
		// the visitor's own move stands there still
		x.feed(Event{Kind: EventHomed}).want(VisitorTurn, say.TakebackDone).effects(EffectAbandonProgram)
	})
	t.Run("8: not where it is switched off", func(t *testing.T) {
		x := begin(t, startFEN, board.White)
		x.s.Settings.Takeback = false
		x.visitor("c3-d4").feed(takeback).want(Thinking, say.Thinking).effects()
		x.feed(press(x.s.LastPly.Before.Occupied())).want(Thinking, say.Thinking).verdict("")
		x.feed(scan(x.s.OccupiedByGame())).robot("b6-a5").feed(takeback).effects()
		x.feed(press(x.s.LastPly.Before.Occupied())).want(Setup, say.TakebackOff).verdict("takeback").awaits(deadlineGuide)
		x.feed(due(deadlineGuide)).want(Setup, say.SetUpWhite, "d4").feed(scan(x.s.OccupiedByGame())).
			want(VisitorTurn, say.YourTurn)
		if x.s.Game.Plies() != 2 {
			t.Error("taken back after all")
		}
	})
}

func TestOperatorsWishes(t *testing.T) {
	pause, resume := commandEvent(command.Pause), commandEvent(command.Resume)
	t.Run("a pause in the visitor's turn", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5")
		x.feed(pause, due(deadlineAsk), due(deadlineAbandon), press(x.after("d4-e5")), pause).want(Paused, say.Paused).
			verdict("")
		x.feed(resume).want(VisitorTurn, say.YourTurn).awaits(deadlineAsk).visitor("d4-e5").verdict("move")
		x.feed(resume).want(Thinking, say.MyTurn).effects()
	})
	t.Run("while the robot thinks", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").feed(pause).want(Paused, say.Paused).effects(EffectCancel)
		x.answer("b6-a5").want(Paused, say.Paused).feed(resume).effects(EffectThink)
	})
	t.Run("the arm completes its carry and parks", func(t *testing.T) {
		x := moving(t).feed(pause).want(Moving, say.MyCapture, "d6", "b4").effects()
		x.feed(Event{Kind: EventArm, Arm: ArmCarried, Carry: 0}).want(Paused, say.Paused).
			effects(EffectAbandonProgram, EffectPark)
		x.feed(resume).want(Moving, say.Resumed).effects(EffectCarry, EffectStart).arm().want(VisitorTurn, say.YourTurn)
	})
	t.Run("with the last one done, the turn waits", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").answer("b6-a5").feed(pause)
		x.arm().want(Paused, say.Paused).effects(EffectHandover).feed(resume).want(VisitorTurn, say.YourTurn)
	})
	t.Run("while it needs help, or holds", func(t *testing.T) {
		x := moving(t)
		y, z, before := *x, *x, x.s.Pending.Before.Occupied()
		x.feed(pause, trouble(ArmHelpPick, 0, 0, before)).want(Paused, say.Paused).feed(resume).
			effects(EffectCarry, EffectCarry, EffectStart)
		y.feed(trouble(ArmHelpPick, 0, 0, before), pause).want(Paused, say.Paused)
		z.feed(pause, trouble(ArmHeld, 0, before, before)).effects(EffectAbandonProgram, EffectHome)
		z.feed(Event{Kind: EventHomed}).want(Paused, say.Paused).effects().feed(resume).
			effects(EffectCarry, EffectCarry, EffectStart)
	})
	t.Run("through a pulled cable", func(t *testing.T) {
		x := begin(t, startFEN, board.White).feed(pause, Event{Kind: EventLink, Link: LinkDown}, up(2),
			scan(board.Start().Occupied()))
		x.feed(Event{Kind: EventHomed}).want(Paused, say.Paused).feed(resume).want(VisitorTurn, say.YourTurnWhite)
	})
	t.Run("a visitor's wish waits, the operator's don't", func(t *testing.T) {
		x := begin(t, startFEN, board.White).visitor("c3-d4").robot("b6-a5").feed(pause)
		y := *x
		x.feed(commandEvent(command.Resign)).want(Paused, say.Paused).feed(resume).want(Over, say.EndAbandoned)
		y.feed(commandEvent(command.Abort)).want(Over, say.EndAbandoned).effects(EffectArchive)
	})
	t.Run("aborted", func(t *testing.T) {
		begin(t, startFEN, board.White).feed(commandEvent(command.Abort)).effects(EffectNewGame)
		x := begin(t, startFEN, board.White).visitor("c3-d4").feed(commandEvent(command.Abort)).want(Over, say.EndAbandoned)
		x.effects(EffectCancel, EffectArchive).feed(commandEvent(command.Abort)).effects()
	})
	t.Run("another position", func(t *testing.T) {
		set := wishFor(command.SetPosition, command.ArgFEN, "B:Wa1,Kc1:Bh8")
		set.Args[command.ArgVisitor] = board.Black.String()
		x := moving(t).feed(set).effects().arm().effects(EffectHandover, EffectArchive, EffectNewGame)
		if start, visitor := x.s.NextGame(); start.FEN() != "B:Wa1,Kc1:Bh8" || visitor != board.Black {
			t.Errorf("%s, %v", start.FEN(), visitor)
		}
		y := moving(t).feed(set, commandEvent(command.NewGame)).arm() // the newest wish counts
		if start, _ := y.s.NextGame(); start != board.Start() {
			t.Error(start.FEN())
		}
		moving(t).feed(wishFor(command.SetPosition, command.ArgFEN, "nonsense")).arm().want(VisitorTurn, say.YourTurn)
	})
}

func TestWhich(t *testing.T) {
	asked := func() *script {
		x := begin(t, "W:Wc3,h2:Bh8,a7", board.White)
		x.s.Sensors.Masked = bits("c3", "b4", "d4")
		p := x.s.Game.Position()
		for _, move := range []string{"c3-b4", "c3-d4"} {
			m, _ := p.ParseMove(move)
			x.s.Turn.Candidates = append(x.s.Turn.Candidates, m)
		}
		return x
	}
	x := asked().feed(wishFor(command.Which, command.ArgMove, "c3-d4"))
	if x.effects(EffectThink); x.then.Move != "c3-d4" || x.s.Turn.Candidates != nil {
		t.Errorf("played %q", x.then.Move)
	}
	x.feed(wishFor(command.Which, command.ArgMove, "c3-b4")).want(Thinking, say.Thinking).effects()
	asked().feed(wishFor(command.Which, command.ArgMove, "h2-g3")).want(VisitorTurn, say.WhichMove, "b4", "d4").effects()
	asked().feed(wishFor(command.Which, command.ArgMove, command.NoMove)).want(VisitorTurn, say.YourMove).effects()
}

// What is no longer true isn't said any more, though nothing is judged before the press.
func TestMended(t *testing.T) {
	start := board.Start().Occupied()
	for _, c := range []struct {
		name, fen string
		wrong     board.Bits
		complaint say.Key
		squares   []string
		then      board.Bits
		key       say.Key
		named     []string
	}{
		{
			"undone", startFEN, start&^bits("c3") | bits("c5"), say.MoveNotLegal,
			[]string{"c3", "c5"},
			start,
			say.YourTurnWhite, nil,
		},
		{
			"made legal", startFEN, start &^ bits("c3"), say.PutInMiddle,
			[]string{"c3"},
			start&^bits("c3") | bits("d4"),
			say.PressWhenReady, nil,
		},
		{
			"on the way", startFEN, start &^ bits("c3"), say.PutInMiddle,
			[]string{"c3"},
			start &^ bits("c3", "e3"),
			say.PutInMiddle,
			[]string{"c3"},
		},
		{
			"taken off", "W:Wc3:Bd4,d6,h8", bits("c7", "d4", "h8"), say.TakeOff,
			[]string{"d4"},
			bits("c7", "h8"),
			say.PressWhenReady, nil,
		},
		{
			"one of two", "W:Wc3:Bd4,d6,h8", bits("c7", "d4", "d6", "h8"), say.TakeOff,
			[]string{"d4"},
			bits("c7", "d6", "h8"), say.TakeOff,
			[]string{"d6"},
		},
		{
			"captured after all", "W:Wc3,a1:Bd4,h8,f8", bits("c3", "b2", "d4", "h8", "f8"), say.MustCapture,
			[]string{"c3"},
			bits("a1", "e5", "h8", "f8"), say.PressWhenReady, nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := begin(t, c.fen, board.White).feed(press(c.wrong)).want(VisitorTurn, c.complaint, c.squares...)
			x.feed(scan(c.then)).want(VisitorTurn, c.key, c.named...).verdict("").awaits(deadlineAsk)
			serial := x.s.Said.Serial
			if x.feed(scan(c.then)); x.s.Said.Serial != serial || x.s.Game.Plies() != 0 {
				t.Error("said again, or judged")
			}
		})
	}
	x := begin(t, startFEN, board.White).feed(scan(start&^bits("c3")|bits("d4"))).want(VisitorTurn, say.YourTurnWhite)
	x.feed(press(start)).want(VisitorTurn, say.YourMove).
		feed(scan(start&^bits("c3")|bits("d4"))).want(VisitorTurn, say.YourMove)
}

// When the game has ended the robot knows who has won, whatever its engine thought last.
func TestStanding(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(board.Game) board.Game
		want float64
	}{
		"goes on":       {func(g board.Game) board.Game { return g }, 0.4},
		"visitor":       {func(g board.Game) board.Game { return g.Resign(board.White) }, -1},
		"robot":         {func(g board.Game) board.Game { return g.Resign(board.Black) }, 1},
		"nobody":        {board.Game.Agree, 0},
		"nobody stayed": {board.Game.Abandon, 0.4},
	} {
		s := State{
			Settings: Settings{VisitorColor: board.Black}, Game: board.NewGame(board.Start(), board.FederationRules),
			Estimate: Estimate{Win: 0.4},
		}
		if s.Game = c.end(s.Game); s.Advantage() != c.want {
			t.Errorf("%s: %v, want %v", name, s.Advantage(), c.want)
		}
	}
}

// Who takes a mistake back sees the balance as it was before it.
func TestStandingTakenBack(t *testing.T) {
	x := begin(t, startFEN, board.White)
	for i, want := range []float64{0.1, 0.2} {
		x.visitor([]string{"c3-d4", "e3-f4"}[i]).thought([]string{"b6-a5", "c7-b6"}[i], 0.1+0.1*float64(i)).arm()
		if x.s.Advantage() != want {
			t.Fatalf("%v, want %v", x.s.Advantage(), want)
		}
	}
	x.visitor("g3-h4")
	if y := *x; y.feed(commandEvent(command.Takeback)).s.Advantage() != 0.2 {
		t.Errorf("taken back before the answer: %v", y.s.Advantage())
	}
	x.thought("f6-g5", 0.9).arm()
	if x.feed(commandEvent(command.Takeback)); x.s.Advantage() != 0.2 {
		t.Errorf("taken back after it: %v", x.s.Advantage())
	}
}
