package robottest

import (
	"strings"
	"time"

	"crownhead/board"
	"crownhead/internal/clock"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// A QuickPerson plays against a rig: a second after each sentence they make a move, or do what is asked for,
// and press.
type QuickPerson struct {
	Rig    *Rig
	Choose func(board.Position) board.Move // FirstMove, for one
	Mend   bool                            // set the board up when the robot waits for that
	serial int                             // of the last sentence that was answered
	due    time.Duration
}

var _ virtual.Person = (*QuickPerson)(nil)

// FirstMove returns the first legal move.
func FirstMove(p board.Position) board.Move { return p.Moves()[0] }

// Advance implements virtual.Person.
func (p *QuickPerson) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	acts := s.Phase == turn.VisitorTurn || s.Phase == turn.Help || p.Mend && s.Phase == turn.Setup
	if s.Say.Serial == p.serial || !acts {
		return clock.Never
	}
	if p.due == 0 {
		p.due = now + time.Second
	}
	if now < p.due {
		return p.due
	}
	p.due, p.serial = 0, s.Say.Serial
	position, err := board.ParseFEN(s.FEN)
	if err != nil {
		return clock.Never
	}
	w := p.Rig.World
	switch {
	case s.Phase == turn.Setup:
		p.Rig.SetUp(position)
		for _, name := range s.Say.Squares {
			_ = w.MoveSquare(Square(name), Square(name)) // the checker may lie there, but not in the middle
		}
	case s.Phase == turn.VisitorTurn:
		p.makeMove(position, p.Choose(position))
	case s.Say.Key == "tray_full":
		w.TakeTrophies()
	case s.Say.Key == "help_remove":
		w.PlacePosition(position, p.Rig.Visitor, 3) // whatever has fallen onto whatever
	case strings.HasPrefix(s.Say.Key, "set_up_") && len(s.Say.Squares) == 1, s.Say.Key == "help_place":
		w.TakeTrophies()
		_ = w.Put(position.PieceAt(Square(s.Say.Squares[0])), Square(s.Say.Squares[0]))
	case s.Say.Key == "turn_over" && !w.Pieces()[Square(s.Say.Squares[0])].King():
		_ = w.FlipSquare(Square(s.Say.Squares[0]))
	}
	w.Press(now)
	return clock.Never
}

// makeMove makes a move with the person's hands.
func (p *QuickPerson) makeMove(before board.Position, m board.Move) {
	w := p.Rig.World
	if m.From != m.To && w.MoveSquare(m.From, m.To) != nil {
		_ = w.MoveSquare(m.To, m.To) // the checker lies there already, but not in the middle
	}
	for _, sq := range m.Captured.Squares() {
		_ = w.RemoveSquare(sq)
	}
	if before.Promotes(m) {
		_ = w.FlipSquare(m.To)
	}
}

// Square returns the square of a name, board.NoSquare for a name that is none.
func Square(name string) board.Square {
	sq, err := board.ParseSquare(name)
	if err != nil {
		return board.NoSquare
	}
	return sq
}

// InPhase returns a condition for snapshots: the robot is in a phase.
func InPhase(p turn.Phase) func(robot.Snapshot) bool {
	return func(s robot.Snapshot) bool { return s.Phase == p }
}

// SaysKey returns a condition for snapshots: the robot says a sentence.
func SaysKey(key string) func(robot.Snapshot) bool {
	return func(s robot.Snapshot) bool { return s.Say.Key == key }
}

// AfterPlies returns a condition for snapshots: so many plies are played, and it is the visitor's turn.
func AfterPlies(n int) func(robot.Snapshot) bool {
	return func(s robot.Snapshot) bool { return len(s.Moves) >= n && s.Phase == turn.VisitorTurn }
}
