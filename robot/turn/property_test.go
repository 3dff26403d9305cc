package turn

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crownhead/board"
	"crownhead/board/inventory"
	"crownhead/robot/command"
)

// drawSettings are those of a game: the usual one, or an ending.
func drawSettings(t *rapid.T) Settings {
	fen := rapid.SampledFrom([]string{
		startFEN, "W:Wa1,h6:Bb2,c3", "B:Wa1,h6,Ke3:Bb2,c7,Kb8", "W:Wc3:Bd4", "W:Wf6,c3,c5:Bg7,d4,d6,h8",
	}).Draw(t, "fen")
	start, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return Settings{
		Start: start, VisitorColor: rapid.SampledFrom([]board.Color{board.White, board.Black}).Draw(t, "visitor"),
		Version: Version, NextStart: start, Takeback: rapid.Bool().Draw(t, "takeback"),
		NeedsLaying: rapid.Bool().Draw(t, "lay"),
		AskSeconds:  120, AbandonSeconds: rapid.SampledFrom([]int{900, 60}).Draw(t, "abandon"),
		CaptureSlots: rapid.IntRange(0, 12).
			Draw(t, "trophies"), KingSlots: rapid.IntRange(0, 3).Draw(t, "kings"),
	}
}

// drawEvent is something that may happen in a state; likely and unlikely things alike.
func drawEvent(t *rapid.T, s State) Event {
	occupied := func() board.Bits {
		want := s.OccupiedByGame()
		moves := s.Game.Position().Moves()
		switch k := rapid.IntRange(0, 12).Draw(t, "bits"); {
		case k < 4 && len(moves) > 0:
			m := rapid.SampledFrom(moves).Draw(t, "move")
			return s.Game.Position().Play(m).Occupied()
		case k < 6:
			return want
		case k == 6 && s.Pending.Active:
			return s.Pending.occupiedAfter(rapid.IntRange(0, len(s.Pending.Program.Carries)).Draw(t, "carries"))
		case k == 7:
			return want ^ board.Square(rapid.IntRange(0, 31).Draw(t, "square")).Bit()
		case k == 8 && s.Phase == Help: // what was asked for, with one sensor dead
			return helping(s) &^ rapid.SampledFrom(append(helping(s).Squares(), 0)).Draw(t, "dead").Bit()
		case k == 8:
			return s.Settings.Start.Occupied()
		case k == 9 && s.Sensors.Masked != 0:
			return s.Sensors.Masked
		case k == 10 && s.LastPly.Known: // the visitor's move, with a captured checker left
			before := s.LastPly.Before
			m := rapid.SampledFrom(before.Moves()).Draw(t, "last")
			return before.Play(m).Occupied() | rapid.SampledFrom(append(m.Captured.Squares(), board.NoSquare)).
				Draw(t, "left").Bit()
		case k == 9:
			return rapid.SampledFrom([]board.Bits{0, allFull}).Draw(t, "alike")
		default:
			return board.Bits(rapid.Uint32().Draw(t, "any"))
		}
	}
	kind := rapid.SampledFrom([]EventKind{
		EventScan, EventScan, EventPressSettled, EventPressSettled, EventPressSettled,
		EventEngine, EventEngine, EventEngine, EventArm,
		EventArm,
		EventArm, EventHint, EventCommand, EventHomed, EventDeadline, EventLink, EventCommand, EventEstop, EventPressed,
		EventUnsettled, EventDisk,
		EventMask,
	}).Draw(t, "kind")
	switch kind {
	case EventScan:
		return scan(occupied())
	case EventPressSettled:
		return press(occupied())
	case EventEngine, EventHint:
		e := Event{Kind: kind, Move: "a1-b2", Ply: s.Game.Plies(), Win: 0.5}
		if moves := s.Game.Position().Moves(); len(moves) > 0 && rapid.IntRange(0, 9).Draw(t, "legal") > 0 {
			e.Move = s.Game.Position().Notation(rapid.SampledFrom(moves).Draw(t, "answer"))
		}
		return e
	case EventArm:
		kinds := []ArmReport{
			ArmCarried, ArmCarried, ArmDone, ArmRetry, ArmHelpPick, ArmHelpPlace, ArmDisturbed, ArmHeld,
			armFault,
		}
		e := trouble(rapid.SampledFrom(kinds).Draw(t, "arm"), rapid.IntRange(-1, 5).Draw(t, "step"), s.OccupiedByGame(),
			occupied())
		if !e.SawBoard() {
			e.Expected, e.Bits = 0, 0
		}
		return e
	case EventHomed:
		return Event{Kind: EventHomed}
	case EventDeadline:
		return due(rapid.SampledFrom([]DeadlineName{
			DeadlineLink, deadlineHome, deadlineSetup, deadlineAsk, deadlineAbandon, deadlineThinking, deadlineEngine,
			deadlineArm, deadlineHelp, deadlineSteady, deadlineClear, deadlineAgain,
			deadlineGuide, deadlineHint, deadlineName, DeadlineService,
		}).Draw(t, "due"))
	case EventLink:
		kind := rapid.SampledFrom([]LinkReport{LinkUp, LinkUp, LinkUp, LinkDown, LinkReset, LinkRefused}).Draw(t, "link")
		return Event{Kind: EventLink, Link: kind, BootID: rapid.Uint32().Draw(t, "boot")}
	case EventCommand:
		return drawCommand(t, s)
	case EventEstop:
		return Event{Kind: EventEstop, On: rapid.Bool().Draw(t, "on")}
	case EventPressed:
		return Event{Kind: EventPressed}
	case EventUnsettled:
		return Event{Kind: EventUnsettled}
	case EventMask:
		odd := (s.differingSquares(s.OccupiedByGame()) | s.Sensors.Masked).Squares()
		odd = append(odd, endsOf(s.Game.Position().Moves())...)
		odd = append(odd, board.Square(rapid.IntRange(0, 31).Draw(t, "square")))
		sq := rapid.SampledFrom(odd).Draw(t, "masked")
		return Event{Kind: EventMask, Square: sq.String(), On: rapid.Bool().Draw(t, "on"), Mask: ReasonDead}
	default:
		return Event{Kind: EventDisk, On: true}
	}
}

// drawCommand draws a command with arguments that are right, or lack.
func drawCommand(t *rapid.T, s State) Event {
	names := append(command.All(), CommandRestore, "dance")
	if len(s.Turn.Candidates) > 0 {
		names = append(names, command.Which, command.Which, command.Which, command.Which)
	}
	if s.Phase == Help || s.Phase == Moving {
		names = append(names, command.Takeback, command.Takeback, command.Pause, command.Pause)
	}
	if s.Draw.Offer == RobotsDraw {
		names = append(names, command.AcceptDraw, command.AcceptDraw)
	}
	e := commandEvent(rapid.SampledFrom(names).Draw(t, "command"))
	words := map[string][]string{
		command.ArgLevel: {"child", "amateur"}, command.ArgLang: {"uk", "en"}, command.ArgAttitude: {"positive", "negative"},
		command.ArgColour: {"white", "black"}, command.ArgVisitor: {"white", "black"},
		command.ArgFEN: {"W:Wa1:Bh8", "nonsense"}, command.ArgMove: {command.NoMove}, command.ArgSquare: {"c3", "d4"},
	}
	for _, m := range s.Turn.Candidates {
		words[command.ArgMove] = append(words[command.ArgMove], s.Game.Position().Notation(m))
	}
	takes := map[command.Name][]string{
		command.Which: {command.ArgMove}, command.Level: {command.ArgLevel}, command.Colour: {command.ArgColour},
		command.Attitude: {command.ArgAttitude}, command.Language: {command.ArgLang},
		command.SetPosition: {command.ArgFEN, command.ArgVisitor}, command.Mask: {command.ArgSquare},
		command.Unmask: {command.ArgSquare},
		CommandRestore: {command.ArgLevel, command.ArgLang, command.ArgAttitude, command.ArgColour},
	}
	if rapid.IntRange(0, 9).Draw(t, "lacks") > 0 {
		e.Args = map[string]string{}
		for _, name := range takes[e.Command] {
			e.Args[name] = rapid.SampledFrom(append(words[name], "")).Draw(t, name)
		}
	}
	return e
}

// consistent holds a state against what must always be true, as far as the sensors are believed.
func consistent(t *rapid.T, s State, then StepResult) {
	mine := s.Game.Turn() != s.Settings.VisitorColor
	for _, c := range []struct {
		phase Phase
		ok    bool
	}{
		{VisitorTurn, !mine && !s.Pending.Active && !s.GameOver() && s.Arm.Homed},
		{Thinking, mine && !s.Pending.Active && !s.GameOver() && s.Arm.Homed},
		{Moving, s.Pending.Active && s.Arm.Homed && s.Link.Up},
		{Help, s.Pending.Active && s.Wait.Reason != awaitNothing},
		{Hold, s.Pending.Active && s.Wait.Reason != awaitNothing},
		{Setup, s.Arm.Homed && s.Link.Up},
		{NotReady, true},
		{Over, true},
		{Stopped, !s.Arm.Homed},
		{Service, s.Arm.Service && !then.HasEffect(EffectStart) && !then.HasEffect(EffectHome)},
		{Paused, s.Paused && s.Arm.Homed && s.Link.Up},
	} {
		if s.Phase == c.phase && !c.ok {
			t.Fatalf("inconsistent in %s: %+v", s.Phase, s)
		}
	}
	if s.Paused && (s.Phase == VisitorTurn || s.Phase == Thinking || s.Phase == Setup && s.Sensors.Seen || s.Phase == Help) {
		t.Fatalf("paused, and yet in %s", s.Phase)
	}
	if then.HasEffect(EffectHandover) && !s.boardShows(s.OccupiedByGame()) {
		t.Fatalf("handed over %s for %s", s.Sensors.Bits, s.OccupiedByGame())
	}
	if then.HasEffect(EffectStart) && !s.boardShows(s.Pending.occupiedAfter(s.Pending.Done)) {
		t.Fatalf("the arm starts at carry %d on %s, want %s", s.Pending.Done, s.Sensors.Bits,
			s.Pending.occupiedAfter(s.Pending.Done))
	}
	if (then.HasEffect(EffectStart) || then.HasEffect(EffectContinueProgram)) && s.Phase != Moving {
		t.Fatalf("the arm moves in %s", s.Phase)
	}
	sound(t, s)
	if s.OccupiedByGame().Len() > 24 {
		t.Fatalf("%d checkers", s.OccupiedByGame().Len())
	}
}

// guidanceStays demands that a sentence that leads a hand gives way only to another one, until it has been followed.
func guidanceStays(t *rapid.T, before, after State) {
	led := before.leadsHand() && !slices.Contains(asides, before.Prompt.Key)
	if led && after.leadsHand() && after.Phase == before.Phase && slices.Contains(asides, after.Prompt.Key) {
		t.Fatalf("in %s, %q has taken the place of %q", after.Phase, after.Prompt.Key, before.Prompt.Key)
	}
}

// sound holds the bodies against the game: no place has two, and between the moves of a game they are as it has them.
func sound(t *rapid.T, s State) {
	places := map[inventory.Place]bool{}
	for _, b := range s.Bodies.Bodies() {
		isOne := b.Place.Room != inventory.Hand && b.Place.Room != inventory.Elsewhere
		if isOne && places[b.Place] {
			t.Fatalf("two bodies at %v in %s", b.Place, s.Phase)
		}
		places[b.Place] = true
	}
	if s.Pending.Active || s.Restore.isActive() || s.GameOver() {
		return
	}
	for sq := range board.NoSquare {
		if got, want := s.Bodies.PieceAt(sq), s.Game.Position().PieceAt(sq); got != want {
			t.Fatalf("in %s the body on %v is %v, the game has %v", s.Phase, sq, got, want)
		}
	}
}

// Whatever happens, in whatever order, Step neither panics nor contradicts itself; it changes no
// state that it was given; there is always a way back to the visitor's turn; and its journal is
// read back and replays without a difference.
func TestAnythingMayHappen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := drawSettings(t)
		var written [][]byte
		s := NewState(set)
		around := &company{pending: map[DeadlineName]bool{}}
		var now time.Duration
		for range rapid.IntRange(0, 80).Draw(t, "events") {
			e := drawEvent(t, s)
			now += time.Duration(rapid.IntRange(0, 5000).Draw(t, "wait")) * time.Millisecond
			e.T = now
			again, _ := Step(s, e)
			next, then := Step(s, e)
			if !reflect.DeepEqual(again, next) {
				t.Fatalf("two outcomes of %+v", e)
			}
			guidanceStays(t, s, next)
			s = next
			consistent(t, s, then)
			around.saw(e, then)
			line, err := json.Marshal(Line{Event: e, Then: then})
			if err != nil {
				t.Fatal(err)
			}
			written = append(written, line)
			if then.HasEffect(EffectNewGame) {
				break
			}
		}
		around.recovers(t, s)
		replays(t, set, written)
	})
}

// replays reads the lines of a journal back and runs them again: the same lines must come out.
func replays(t *rapid.T, set Settings, written [][]byte) {
	s := NewState(set)
	for n, line := range written {
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("line %d: %v: %s", n, err, line)
		}
		var then StepResult
		s, then = Step(s, e)
		if again, err := json.Marshal(Line{Event: e, Then: then}); err != nil || !bytes.Equal(again, line) {
			t.Fatalf("line %d: %v\n%s\nnow it is\n%s", n, err, line, again)
		}
	}
}
