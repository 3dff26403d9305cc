package robot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"crownhead/board"
	"crownhead/face"
	"crownhead/face/say"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/world"
	"crownhead/robot"
	"crownhead/robot/command"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A scene is a whole robot in virtual time, driven by hand: the test acts as a visitor, lets time pass, and looks at
// the screen. At its end the witness must have seen nothing wrong, and the journals must replay.
type scene struct {
	*robottest.Rig
	t        testing.TB
	now      time.Duration
	next     time.Duration // the earliest deadline of core and controller
	toCore   []byte        // bytes on the line
	toDevice []byte
	pulled   bool   // the cable is out
	changed  bool   // … or was put back, since the robot was last told
	eachStep func() // called at every instant

	seen     []board.Position // by calm
	answers  []string         // the engine's next moves; when empty, it plays the first legal move
	win      float64          // the engine's estimate
	remark   turn.Remark      // that comes with every answer
	thinking time.Duration    // how long the engine takes
	request  *robot.EngineRequest
	answerAt time.Duration
	snap     robot.Snapshot
	said     []turn.Say
	notes    []robot.Note
	moments  []face.Moment
	refused  error // why the last command of service mode was refused
}

// newScene sets a game up. The scene begins before the link is up.
func newScene(t testing.TB, fen string, visitor board.Color, change func(*robot.CoreConfig)) *scene {
	t.Helper()
	s := &scene{Rig: robottest.NewRig(t, fen, visitor, change), t: t, thinking: time.Second, changed: true}
	s.World.SetNoScatter(true)
	s.World.PlacePosition(s.Start, visitor, 3)
	t.Cleanup(func() {
		if !t.Failed() {
			s.Check(t)
		}
	})
	return s
}

// startPlaying returns a scene in which it is the visitor's turn.
func startPlaying(t testing.TB, fen string, visitor board.Color, answers ...string) *scene {
	t.Helper()
	s := newScene(t, fen, visitor, nil)
	s.answers = answers
	s.untilPhase(turn.VisitorTurn)
	return s
}

// advance advances everything to the next instant at which anything is due, limit at the latest.
func (s *scene) advance(limit time.Duration) {
	if len(s.toCore)+len(s.toDevice) > 0 {
		s.next = s.now
	}
	s.now = min(max(s.next, s.now+virtual.Latency), limit)
	if s.eachStep != nil {
		s.eachStep()
	}
	in := robot.Input{Opened: s.changed && !s.pulled, Closed: s.changed && s.pulled, Bytes: s.toCore, Commands: s.Commands}
	s.changed, s.Commands, s.toCore = false, nil, nil
	next := s.advanceDevice()
	if s.request != nil && s.now >= s.answerAt {
		answer := s.engineAnswer(*s.request)
		in.Answer, s.request = &answer, nil
	}
	out, due := s.Core.Advance(s.now, in)
	s.applyOutput(out)
	s.next = min(due, next)
	if s.request != nil {
		s.next = min(s.next, s.answerAt)
	}
}

// advanceDevice advances the controller; what it sends arrives an instant later.
func (s *scene) advanceDevice() time.Duration {
	in := s.toDevice
	s.toDevice = nil
	out, next := s.Device.Advance(s.now, in)
	if !s.pulled {
		s.toCore = append(s.toCore, out...)
	}
	return next
}

// applyOutput does what the robot wants done.
func (s *scene) applyOutput(out robot.Output) {
	if !s.pulled {
		s.toDevice = append(s.toDevice, out.Bytes...)
	}
	if out.Snapshot != nil {
		s.snap = *out.Snapshot
	}
	s.said = append(s.said, out.Said...)
	for _, n := range out.Notes {
		s.checkFields(n)
	}
	s.notes = append(s.notes, out.Notes...)
	if out.Moment != nil {
		s.moments = append(s.moments, *out.Moment)
	}
	if out.CommandErr != nil {
		s.refused = out.CommandErr
	}
	if out.Cancel {
		s.request = nil
	}
	if out.Think != nil {
		s.request, s.answerAt = out.Think, s.now+s.thinking
	}
	if out.Archive != nil {
		s.Archived = append(s.Archived, *out.Archive)
	}
	if out.Handover != "" {
		position, err := board.ParseFEN(out.Handover)
		if err != nil {
			s.t.Error(err)
		}
		s.Handed = append(s.Handed, out.Handover)
		s.World.VerifyPosition(position, s.now)
	}
}

func (s *scene) engineAnswer(r robot.EngineRequest) robot.EngineAnswer {
	p := r.Game.Position()
	move := p.Notation(p.Moves()[0])
	if len(s.answers) > 0 {
		move, s.answers = s.answers[0], s.answers[1:]
	}
	return robot.EngineAnswer{Ply: r.Game.Plies(), Move: move, Hint: r.Hint, Win: s.win, Remark: s.remark}
}

// pass lets time pass.
func (s *scene) pass(d time.Duration) {
	for end := s.now + d; s.now < end; {
		s.advance(end)
	}
}

// patience bounds what a scene waits for.
const patience = 5 * time.Minute

// wait lets time pass until something is so.
func (s *scene) wait(what string, so func() bool) {
	s.t.Helper()
	for end := s.now + patience; !so(); {
		if s.now >= end {
			s.t.Fatalf("in vain: %s\n%s", what, s)
		}
		s.advance(end)
	}
}

// until waits for a sentence in a phase.
func (s *scene) until(phase turn.Phase, key say.Key, squares ...string) {
	s.t.Helper()
	s.wait(fmt.Sprint(phase, key, squares), func() bool { return s.showsNow(phase, key, squares) })
}

func (s *scene) untilPhase(phase turn.Phase) {
	s.t.Helper()
	s.wait("phase "+string(phase), func() bool { return s.snap.Phase == phase })
}

// countInJournal returns how often a text stands in the journal.
func (s *scene) countInJournal(text string) int { return strings.Count(s.journal(), text) }

func (s *scene) showsNow(phase turn.Phase, key say.Key, squares []string) bool {
	return s.snap.Phase == phase && s.snap.Say.Key == string(key) && slices.Equal(s.snap.Say.Squares, squares)
}

// wantShown fails unless the screen shows a phase and a sentence.
func (s *scene) wantShown(phase turn.Phase, key say.Key, squares ...string) {
	s.t.Helper()
	if !s.showsNow(phase, key, squares) {
		s.t.Fatalf("it should show %s, %s %v\n%s", phase, key, squares, s)
	}
}

// wantPlayed fails unless these moves have been played.
func (s *scene) wantPlayed(moves ...string) {
	s.t.Helper()
	if !slices.Equal(s.snap.Moves, moves) {
		s.t.Fatalf("played %v, want %v\n%s", s.snap.Moves, moves, s)
	}
}

// String describes the scene for a failure's message.
func (s *scene) String() string {
	return fmt.Sprintf("at %v: %s, says %+v\n%s\n%+v",
		s.now, s.snap.Phase, s.snap.Say, robottest.TailOf(s.journal()), s.World.Counts())
}

// journal returns the present game's journal, if one is kept.
func (s *scene) journal() string {
	if len(s.Journals) == 0 {
		return ""
	}
	return s.Journals[len(s.Journals)-1].String()
}

// must fails when something can't be done in the world, as a hand can't lift a checker that isn't there.
func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) moveChecker(from, to string) {
	s.t.Helper()
	s.must(s.World.MoveSquare(robottest.Square(from), robottest.Square(to)))
}

func (s *scene) removeCheckers(squares ...string) {
	s.t.Helper()
	for _, name := range squares {
		s.must(s.World.RemoveSquare(robottest.Square(name)))
	}
}

func (s *scene) layChecker(piece board.Piece, name string) {
	s.t.Helper()
	s.must(s.World.Put(piece, robottest.Square(name)))
}

// pushChecker slides the checker on a square by so many millimetres, seen from the robot: outward, and to its left.
func (s *scene) pushChecker(name string, out, left float64) {
	s.t.Helper()
	for _, c := range s.World.State(s.now).Checkers {
		if c.Where == name {
			s.must(s.World.MoveID(c.ID, c.X+out, c.Y+left))
			return
		}
	}
	s.t.Fatalf("no checker on %s", name)
}

// pressButton presses the red button and gives the robot time to react.
func (s *scene) pressButton() {
	s.World.Press(s.now)
	s.pass(800 * time.Millisecond)
}

// makeMove makes a legal move on the board, and nothing else.
func (s *scene) makeMove(notation string) {
	s.t.Helper()
	p, err := board.ParseFEN(s.snap.FEN)
	s.must(err)
	m, err := p.ParseMove(notation)
	s.must(err)
	if m.From != m.To {
		s.must(s.World.MoveSquare(m.From, m.To))
	}
	for _, sq := range m.Captured.Squares() {
		s.must(s.World.RemoveSquare(sq))
	}
	if p.Promotes(m) {
		s.must(s.World.FlipSquare(m.To))
	}
}

// pressAndExpect presses, and fails unless the robot takes the board for a move.
func (s *scene) pressAndExpect(move string) {
	s.t.Helper()
	s.pressButton()
	n := len(s.snap.Moves)
	if n == 0 || s.snap.Moves[n-1] != move || s.snap.Phase != turn.Thinking && s.snap.Phase != turn.Over {
		s.t.Fatalf("%s is not accepted\n%s", move, s)
	}
}

// playRound makes the visitor's move and waits until the robot has answered on the board.
func (s *scene) playRound(move string) {
	s.t.Helper()
	s.makeMove(move)
	s.pressAndExpect(move)
	s.awaitHandover()
}

// awaitHandover waits until the robot has given the board back.
func (s *scene) awaitHandover() {
	s.t.Helper()
	before := len(s.Handed)
	s.wait("a hand-over", func() bool { return len(s.Handed) > before })
	s.pass(virtual.Latency)
}

// recoverGame does what the robot asks for until it gives the board back, and plays on after midMove.
func (s *scene) recoverGame() {
	s.t.Helper()
	s.obeyRequests()
	s.wantPlayed("a3-b4", "b8-h2")
	s.playRound("b4-a5")
}

// obeyRequests does what the robot asks for, until it gives the board back.
func (s *scene) obeyRequests() {
	s.t.Helper()
	before := len(s.Handed)
	s.wait("a hand-over", func() bool {
		if s.snap.Phase != turn.Moving && len(s.snap.Say.Squares) > 0 {
			s.followRequest(say.Key(s.snap.Say.Key), s.snap.Say.Squares[0])
			s.pass(2 * time.Second)
		}
		return len(s.Handed) > before
	})
	s.pass(virtual.Latency)
}

// followRequest lays or removes the checker that the robot asks for. A checker that fell beside the squares is
// cleared up first.
func (s *scene) followRequest(key say.Key, name string) {
	s.t.Helper()
	switch key {
	case say.SetUpWrong, say.TakeAway:
		s.removeCheckers(name)
	case say.HelpRemove:
		s.clearUp(name)
		s.pressButton()
	case say.HelpPlace, say.PutBack, say.PutBackMine,
		say.SetUpWhite, say.SetUpBlack, say.SetUpWhiteKing, say.SetUpBlackKing:
		s.clearUp("")
		p, err := board.ParseFEN(s.snap.FEN)
		s.must(err)
		s.layChecker(p.PieceAt(robottest.Square(name)), name)
	}
}

// clearUp takes away what stands on a square, or fell beside the squares.
func (s *scene) clearUp(name string) {
	s.t.Helper()
	for _, c := range s.World.State(s.now).Checkers {
		if c.Where == name || c.Where == "beside" {
			s.must(s.World.RemoveID(c.ID))
		}
	}
}

// sendCommand sends a command from a page; names and values of its arguments alternate.
func (s *scene) sendCommand(name command.Name, args ...string) {
	c := command.Command{Name: name, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		c.Args[args[i]] = args[i+1]
	}
	s.Commands = append(s.Commands, c)
	s.pass(20 * time.Millisecond)
}

// pullCable pulls the cable out. plugCable puts it back, which resets the controller.
func (s *scene) pullCable() { s.pulled, s.changed, s.toCore, s.toDevice = true, true, nil, nil }

func (s *scene) plugCable() {
	s.Controller.Reset(s.now, wire.ResetExternal)
	s.pulled, s.changed = false, true
}

// closeLaptop closes the laptop for a while: nothing of the robot runs, and the port's buffer keeps only a part
// of what the controller sends.
func (s *scene) closeLaptop(d time.Duration) {
	const buffer = 4096
	end, next := s.now+d, s.now
	for s.now = max(next, s.now+virtual.Latency); s.now < end; s.now = max(next, s.now+virtual.Latency) {
		next = s.advanceDevice()
		s.toCore = s.toCore[:min(len(s.toCore), buffer)]
	}
	s.now, s.next = end, end
}

// heldChecker returns the checker that hangs on the nozzle, nil when none does.
func (s *scene) heldChecker() *world.Checker {
	for _, c := range s.World.Checkers() {
		if c.Gripped {
			return &c
		}
	}
	return nil
}

// awaitCheckerInAir waits until the arm carries a checker well above the board.
func (s *scene) awaitCheckerInAir() {
	s.t.Helper()
	const high = 40
	s.wait("a checker in the air", func() bool { c := s.heldChecker(); return c != nil && c.Z > high })
}
