package turn

import (
	"fmt"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// Settings are all that Step reads beside state and event. They stand in the journal's header.
type Settings struct {
	Version   int            // of the journal; what older ones were decided by stays as it was
	Start     board.Position // the position that the game begins with
	Home      board.Position // the one that the next game begins with
	Visitor   board.Color    // the visitor's colour
	Draws     board.DrawRules
	Alternate bool   // the visitor's colour changes from game to game
	Level     string // of the engine
	Lang      string
	Attitude  string // of the face
	Seed      uint64
	Ask       int // seconds without a press until the visitor is asked whether he is there
	Abandon   int // seconds without a press until the game is given up; 0: never
	Trophies  int // slots of the tray for captured checkers
	Kings     int // slots of the tray for spare kings, full at the game's start

	Takeback bool // moves may be taken back
	Lay      bool // the board is to be laid anew before the game, which no sensor can tell: somebody has to press
}

// Place returns the place of a square, counted from the visitor's left as the wire does.
func (s *Settings) Place(sq board.Square) int {
	if s.Visitor == board.Black {
		return 31 - int(sq)
	}
	return int(sq)
}

// A State is all that the robot knows between two events. It is a value: Step never changes one that it was given, and
// the slices in it are never written to.
type State struct {
	Settings Settings
	Phase    Phase
	Game     board.Game

	Bits   board.Bits // the squares occupied when the board was last settled
	Seen   bool       // Bits has been reported since the link came up
	Masked board.Bits // the squares whose sensors are not believed

	RightFull, RightEmpty board.Bits // where a sensor has been right in this game: about a checker, about none

	Up      bool // the link
	Homed   bool // the arm knows its position
	Virtual bool
	Boot    uint32
	Latched bool // the controller's stop
	Clear   bool // a clear of the stop was asked for
	Service bool // the arm is the operator's, now or when the stop is cleared
	Disk    bool // the journal can't be written

	Prev    board.Position // before the visitor's last ply
	HasPrev bool
	OldTray arm.Tray     // before the robot's last move
	Crown   board.Square // a man of the visitor's that became a king, until he is reminded to turn it over; or NoSquare
	Hand    PendingMove
	Tray    arm.Tray
	Win     float64 // the engine's last estimate, for the robot
	OldWin  float64 // the one before
	Undone  bool    // the move on which the last one was an answer has been taken back

	Said     Say
	Await    WaitReason      // what Help and Hold wait for
	Expected board.Bits      // what Hold wants to see
	Held     bool            // … and the arm stands, so that Expected is the last word
	Waited   int             // milliseconds for which nobody has done what Setup, Help or Hold ask for
	Guide    board.Bits      // what Setup wants to see
	Doubt    Doubt           // presses at which the same board contradicted what was asked for
	Presses  int             // presses of this turn at which nothing had changed
	Offered  sensing.Verdict // of the press before: a new game, or a move taken back, was offered
	Wish     string          // a command to be done when the robot's move is complete

	Laid    bool         // somebody has said that the board is laid
	Blamed  bool         // what the board showed at a press of this turn was no move
	Answers []board.Move // between which the visitor was asked to choose
	Hinting bool         // the engine was asked for a hint
	Hint    *board.Move  // its answer, for the present position
	Remark  Remark       // on the position, or the visitor's last move
	Draw    Draw
	Next    Next
	Paused  bool // by the operator; the phase follows when the arm's carry is complete
	Left    bool // the visitor has: his game was given up for him, or nobody has come since its end
}

// Draw is how a draw by agreement stands.
type Draw struct {
	Offer  Offer
	Ply    int    // at which the last one was declined
	Answer string // the sentence that declines one, until it can be said
	Even   int    // estimates of the engine in a row by which nobody was ahead
}

// An Offer of a draw.
type Offer string

// Who has offered a draw, and what became of it.
const (
	NoOffer      Offer = ""
	VisitorsDraw Offer = "offered" // the robot thinks about it
	RobotsDraw   Offer = "robot_offers"
	Declined     Offer = "declined" // lately, by whomever
)

// Next is how the next game differs from this one.
type Next struct {
	Start   *board.Position // nil: Settings.Home
	Visitor *board.Color    // nil: as Settings say
}

// PendingMove is the robot's move while it is being made on the board. The game is already a ply further.
type PendingMove struct {
	Active   bool
	Before   board.Position
	Move     board.Move
	Program  arm.Program
	Done     int          // carries that are complete
	Faults   int          // how often the arm has failed since the last carry
	Crowned  bool         // a person was asked for a king on the move's last square
	TurnOver board.Square // a man that the visitor has to crown, or NoSquare
}

// OccupiedAfter returns the squares occupied when n carries are complete.
func (h PendingMove) OccupiedAfter(n int) board.Bits {
	if n <= 0 || n > len(h.Program.Carries) {
		return h.Before.Occupied()
	}
	return h.Program.Carries[n-1].Expect
}

// GivenUp tells that the arm is not to be tried again with this move.
func (h PendingMove) GivenUp() bool { return h.Faults >= mostFaults }

// Complete tells whether every carry is done.
func (h PendingMove) Complete() bool { return h.Done >= len(h.Program.Carries) }

// CurrentCarry is the carry that the arm is at, or waits with.
func (h PendingMove) CurrentCarry() string {
	if !h.Active || h.Complete() {
		return ""
	}
	c := h.Program.Carries[h.Done]
	return fmt.Sprintf("%s %v %v", c.Kind, c.From, c.To)
}

// WaitReason is what Help and Hold wait for.
type WaitReason string

// The reasons to wait for a person.
const (
	AwaitNothing  WaitReason = ""
	AwaitPick     WaitReason = "pick"      // to move the checker that the arm couldn't lift
	AwaitPlace    WaitReason = "place"     // to put the checker that fell where it belongs
	AwaitTurnOver WaitReason = "turn_over" // to crown the robot's man by hand
	AwaitTray     WaitReason = "tray"      // to empty the tray
	AwaitResume   WaitReason = "resume"    // to undo what disturbed the arm, which holds its program
	AwaitGoOn     WaitReason = "go_on"     // to undo what disturbed the board, while the arm holds nothing
)

// NewState returns the state before anything is known.
func NewState(set Settings) State {
	return State{
		Settings: set, Phase: Boot, Game: board.NewGame(set.Start, set.Draws),
		Tray: arm.Tray{Slots: set.Trophies, Kings: set.Kings},
		Hand: PendingMove{TurnOver: board.NoSquare}, Crown: board.NoSquare, Said: Say{Key: string(say.GettingReady), Squares: []string{}},
	}
}

// OccupiedByGame returns the squares that the game has occupied.
func (s State) OccupiedByGame() board.Bits { return s.Game.Position().Occupied() }

// differs is where the board, as far as its sensors are believed, differs from an occupancy.
func (s State) differs(want board.Bits) board.Bits { return (s.Bits ^ want) &^ s.Masked }

// shows tells whether the board, as far as its sensors are believed, is so.
func (s State) shows(want board.Bits) bool { return s.differs(want) == 0 }

// visitorToMove tells whose turn the game says it is.
func (s State) visitorToMove() bool { return s.Game.Turn() == s.Settings.Visitor }

// Standing is who is ahead, for the robot: as the engine thinks, or as the game has ended.
func (s State) Standing() float64 {
	outcome := s.Game.Outcome()
	winner, won := outcome.Winner()
	switch {
	case won && winner == s.Settings.Visitor:
		return -1
	case won:
		return 1
	case outcome.Result == board.Drawn:
		return 0
	case s.Undone:
		return s.OldWin
	}
	return s.Win
}

// VisitorWasForced tells whether the visitor's last move was the only one.
func (s State) VisitorWasForced() bool { return s.HasPrev && len(s.Prev.Moves()) == 1 }

// blind tells that all sensors have read the same, as the last sentence said.
func (s State) blind() bool {
	return s.Said.Key == string(say.FaultEmpty) || s.Said.Key == string(say.FaultFull)
}

// GameOver tells whether the game has ended.
func (s State) GameOver() bool { return s.Game.Outcome().Over() }
