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
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A scene is the robot in a hall, one instant after the other: the test acts with a visitor's hand, lets virtual time
// pass, and looks at the screen. At its end the witness must have seen nothing wrong, and the journals must replay.
type scene struct {
	*robottest.Rig
	t        testing.TB
	now      time.Duration
	next     time.Duration // when somebody wants to go on
	toCore   []byte        // on the line
	toDevice []byte
	pulled   bool // the cable is out
	changed  bool // … since the robot was last told
	eachStep func()

	seen     []board.Position // by calm
	answers  []string         // what the engine says next; when empty, the first legal move
	win      float64          // its estimate
	remark   turn.Remark      // that it makes with every answer
	thinking time.Duration
	request  *robot.EngineRequest
	answerAt time.Duration
	snap     robot.Snapshot
	said     []turn.Say
	notes    []robot.Note
	moments  []face.Moment
	refused  error // why the last command by hand was not done
}

// newScene sets a game up and begins with the link about to come up.
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

// play is a scene in which it is the visitor's turn.
func play(t testing.TB, fen string, visitor board.Color, answers ...string) *scene {
	t.Helper()
	s := newScene(t, fen, visitor, nil)
	s.answers = answers
	s.untilPhase(turn.Visitor)
	return s
}

// step goes to the next instant at which anything happens, limit at the latest, and lets it happen.
func (s *scene) step(limit time.Duration) {
	if len(s.toCore)+len(s.toDevice) > 0 {
		s.next = s.now
	}
	s.now = min(max(s.next, s.now+virtual.Latency), limit)
	if s.eachStep != nil {
		s.eachStep()
	}
	in := robot.Input{Opened: s.changed && !s.pulled, Closed: s.changed && s.pulled, Bytes: s.toCore, Commands: s.Commands}
	s.changed, s.Commands, s.toCore = false, nil, nil
	next := s.runDevice()
	if s.request != nil && s.now >= s.answerAt {
		answer := s.answer(*s.request)
		in.Answer, s.request = &answer, nil
	}
	out, due := s.Core.Advance(s.now, in)
	s.take(out)
	s.next = min(due, next)
	if s.request != nil {
		s.next = min(s.next, s.answerAt)
	}
}

// runDevice lets the controller go on; what it says arrives an instant later.
func (s *scene) runDevice() time.Duration {
	in := s.toDevice
	s.toDevice = nil
	out, next := s.Device.Advance(s.now, in)
	if !s.pulled {
		s.toCore = append(s.toCore, out...)
	}
	return next
}

// take does what the robot wants done.
func (s *scene) take(out robot.Output) {
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

func (s *scene) answer(r robot.EngineRequest) robot.EngineAnswer {
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
		s.step(end)
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
		s.step(end)
	}
}

// until waits for a sentence in a phase.
func (s *scene) until(phase turn.Phase, key say.Key, squares ...string) {
	s.t.Helper()
	s.wait(fmt.Sprint(phase, key, squares), func() bool { return s.is(phase, key, squares) })
}

func (s *scene) untilPhase(phase turn.Phase) {
	s.t.Helper()
	s.wait("phase "+string(phase), func() bool { return s.snap.Phase == phase })
}

// count is how often a text stands in the journal.
func (s *scene) count(text string) int { return strings.Count(s.journal(), text) }

func (s *scene) is(phase turn.Phase, key say.Key, squares []string) bool {
	return s.snap.Phase == phase && s.snap.Say.Key == string(key) && slices.Equal(s.snap.Say.Squares, squares)
}

// shows holds the screen against what should be on it now.
func (s *scene) shows(phase turn.Phase, key say.Key, squares ...string) {
	s.t.Helper()
	if !s.is(phase, key, squares) {
		s.t.Fatalf("it should show %s, %s %v\n%s", phase, key, squares, s)
	}
}

// played holds the moves of the game against what should have been played.
func (s *scene) played(moves ...string) {
	s.t.Helper()
	if !slices.Equal(s.snap.Moves, moves) {
		s.t.Fatalf("played %v, want %v\n%s", s.snap.Moves, moves, s)
	}
}

// String is what a failure shows.
func (s *scene) String() string {
	return fmt.Sprintf("at %v: %s, says %+v\n%s\n%+v",
		s.now, s.snap.Phase, s.snap.Say, robottest.TailOf(s.journal()), s.World.Counts())
}

// journal is that of the present game, if one is kept.
func (s *scene) journal() string {
	if len(s.Journals) == 0 {
		return ""
	}
	return s.Journals[len(s.Journals)-1].String()
}

// did holds the outcome of a hand's act: the virtual hand can't do what a real one can't.
func (s *scene) did(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) carry(from, to string) {
	s.t.Helper()
	s.did(s.World.MoveSquare(robottest.Square(from), robottest.Square(to)))
}

func (s *scene) lift(squares ...string) {
	s.t.Helper()
	for _, name := range squares {
		s.did(s.World.RemoveSquare(robottest.Square(name)))
	}
}

func (s *scene) lay(piece board.Piece, name string) {
	s.t.Helper()
	s.did(s.World.Put(piece, robottest.Square(name)))
}

// push slides the checker on a square by so many millimetres, seen from the robot: outward, and to its left.
func (s *scene) push(name string, out, left float64) {
	s.t.Helper()
	for _, c := range s.World.State(s.now).Checkers {
		if c.Where == name {
			s.did(s.World.MoveID(c.ID, c.X+out, c.Y+left))
			return
		}
	}
	s.t.Fatalf("no checker on %s", name)
}

// press presses the red button and gives the robot the time to judge.
func (s *scene) press() {
	s.World.Press(s.now)
	s.pass(800 * time.Millisecond)
}

// moves makes a legal move on the board, and nothing else.
func (s *scene) moves(notation string) {
	s.t.Helper()
	p, err := board.ParseFEN(s.snap.FEN)
	s.did(err)
	m, err := p.ParseMove(notation)
	s.did(err)
	if m.From != m.To {
		s.did(s.World.MoveSquare(m.From, m.To))
	}
	for _, sq := range m.Captured.Squares() {
		s.did(s.World.RemoveSquare(sq))
	}
	if p.Promotes(m) {
		s.did(s.World.FlipSquare(m.To))
	}
}

// accepts presses and finds the visitor's move accepted.
func (s *scene) accepts(move string) {
	s.t.Helper()
	s.press()
	n := len(s.snap.Moves)
	if n == 0 || s.snap.Moves[n-1] != move || s.snap.Phase != turn.Thinking && s.snap.Phase != turn.Over {
		s.t.Fatalf("%s is not accepted\n%s", move, s)
	}
}

// goesOn makes the visitor's move and waits for the robot's answer on the board: the way back is whole.
func (s *scene) goesOn(move string) {
	s.t.Helper()
	s.moves(move)
	s.accepts(move)
	s.handsOver()
}

// handsOver waits until the robot has given the board back.
func (s *scene) handsOver() {
	s.t.Helper()
	before := len(s.Handed)
	s.wait("a hand-over", func() bool { return len(s.Handed) > before })
	s.pass(virtual.Latency)
}

// recovers does what the robot asks of a person until it gives the board back, and plays on after midMove.
func (s *scene) recovers() {
	s.t.Helper()
	s.asked()
	s.played("a3-b4", "b8-h2")
	s.goesOn("b4-a5")
}

// asked does what the robot asks of a person, until it gives the board back.
func (s *scene) asked() {
	s.t.Helper()
	before := len(s.Handed)
	s.wait("a hand-over", func() bool {
		if s.snap.Phase != turn.Moving && len(s.snap.Say.Squares) > 0 {
			s.mend(say.Key(s.snap.Say.Key), s.snap.Say.Squares[0])
			s.pass(2 * time.Second)
		}
		return len(s.Handed) > before
	})
	s.pass(virtual.Latency)
}

// mend puts a checker where it is asked for, in place of one that fell beside the squares, or takes one away.
func (s *scene) mend(key say.Key, name string) {
	s.t.Helper()
	switch key {
	case say.SetUpWrong, say.TakeAway:
		s.lift(name)
	case say.HelpRemove:
		s.clearUp(name)
		s.press()
	case say.HelpPlace, say.PutBack, say.PutBackMine,
		say.SetUpWhite, say.SetUpBlack, say.SetUpWhiteKing, say.SetUpBlackKing:
		s.clearUp("")
		p, err := board.ParseFEN(s.snap.FEN)
		s.did(err)
		s.lay(p.PieceAt(robottest.Square(name)), name)
	}
}

// clearUp takes away what stands on a square, or fell beside the squares.
func (s *scene) clearUp(name string) {
	s.t.Helper()
	for _, c := range s.World.State(s.now).Checkers {
		if c.Where == name || c.Where == "beside" {
			s.did(s.World.RemoveID(c.ID))
		}
	}
}

// command is a wish from a page, with its arguments' names and values in turn.
func (s *scene) command(name turn.CommandName, args ...string) {
	c := turn.Command{Name: name, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		c.Args[args[i]] = args[i+1]
	}
	s.Commands = append(s.Commands, c)
	s.pass(20 * time.Millisecond)
}

// pull takes the cable out; plug puts it back, which resets the controller.
func (s *scene) pull() { s.pulled, s.changed, s.toCore, s.toDevice = true, true, nil, nil }

func (s *scene) plug() {
	s.Controller.Reset(s.now, wire.ResetExternal)
	s.pulled, s.changed = false, true
}

// sleep is a laptop that is shut for a while: nothing of the robot runs, and of what the controller says only as much
// is kept as the port's buffer holds.
func (s *scene) sleep(d time.Duration) {
	const buffer = 4096
	end, next := s.now+d, s.now
	for s.now = max(next, s.now+virtual.Latency); s.now < end; s.now = max(next, s.now+virtual.Latency) {
		next = s.runDevice()
		s.toCore = s.toCore[:min(len(s.toCore), buffer)]
	}
	s.now, s.next = end, end
}

// held is the checker that hangs on the nozzle, nil when none does.
func (s *scene) held() *world.Checker {
	for _, c := range s.World.Checkers() {
		if c.Gripped {
			return &c
		}
	}
	return nil
}

// inTheAir waits until the arm carries a checker well above the board.
func (s *scene) inTheAir() {
	s.t.Helper()
	const high = 40
	s.wait("a checker in the air", func() bool { c := s.held(); return c != nil && c.Z > high })
}
