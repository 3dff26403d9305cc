package turn

import (
	"fmt"
	"strconv"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/board/inventory"
	"crownhead/board/sensing"
	"crownhead/face/say"
	"crownhead/robot/command"
)

// Settings are what a game begins with; they stand in the journal's header. In State, Step changes
// level, language and attitude when the visitor chooses others.
type Settings struct {
	Version        int            // of the journal; what older ones were decided by stays as it was
	Start          board.Position // the position that the game begins with
	NextStart      board.Position // the one that the next game begins with
	VisitorColor   board.Color    // the visitor's colour
	Draws          board.DrawRules
	Alternate      bool   // the visitor's colour changes from game to game
	Level          string // of the engine
	Lang           string
	Attitude       string // of the face
	Seed           uint64
	AskSeconds     int // seconds without a press until the visitor is asked whether they are there
	AbandonSeconds int // seconds without a press until the game is given up; 0: never
	CaptureSlots   int // slots of the tray for captured checkers
	KingSlots      int // slots of the tray for spare kings, full at the game's start

	Takeback    bool // moves may be taken back
	TouchMove   bool // the visitor is reminded that the checker which is touched first moves
	UntidyTray  bool // something of the game before may lie in the tray: somebody has to say that it doesn't
	NeedsLaying bool // the board is to be laid anew, which no sensor can tell: somebody has to press
}

// Place returns the place of a square, counted from the visitor's left as the wire does.
func (s *Settings) Place(sq board.Square) int {
	if s.VisitorColor == board.Black {
		return 31 - int(sq)
	}
	return int(sq)
}

// A Phase is where the robot stands in its turn.
type Phase string

// The phases. A robot without a link, or whose arm doesn't know its position, is in boot, in the
// middle of a game, too. In setup a person makes the board equal to the game before it goes on. In
// service the operator moves the arm, and the game waits.
const (
	NotReady    Phase = "boot"
	Setup       Phase = "setup"
	VisitorTurn Phase = "visitor"
	Thinking    Phase = "thinking"
	Moving      Phase = "moving"
	Help        Phase = "help"
	Hold        Phase = "hold"
	Over        Phase = "over"
	Stopped     Phase = "stopped"
	Service     Phase = "service"
	Paused      Phase = "paused" // by the operator
)

// A State is all that the robot knows between two events. It is a value: Step never changes one
// that it was given, and the slices in it are never written to.
type State struct {
	Settings Settings
	Phase    Phase
	Game     board.Game

	Link      LinkState
	Arm       ArmState
	Sensors   SensorState
	DiskFault bool // the journal can't be written

	Turn     TurnState
	LastPly  LastPly
	Pending  PendingMove
	Bodies   inventory.Inventory // where every checker is; with a move in hand, when its complete carries are
	Restore  Restoration
	Estimate Estimate
	Hint     HintState
	Remark   Remark // on the position, or the visitor's last move
	Draw     Draw
	Wait     WaitState
	Prompt   Prompt
	Said     Say // the prompt as pages show it; Step decides nothing by it

	PendingCommand command.Name // a command to be done when the robot's move is complete
	Paused         bool         // by the operator; the phase follows when the arm's carry is complete
	SetupConfirmed bool         // somebody has said that the board is laid
	TrayConfirmed  bool         // somebody has said that the tray is tidy
	VisitorGone    bool         // nobody has come since the end of the game, or for long before its first move
	Next           NextGameOverrides
}

// LinkState is the line to the controller.
type LinkState struct {
	Up      bool
	Virtual bool // the controller is the virtual robot
	BootID  uint32
}

// ArmState is what is known of the arm, and who has it.
type ArmState struct {
	Homed      bool // it knows its position
	Latched    bool // the controller's stop
	ClearAsked bool // somebody wants the stop cleared
	Service    bool // it is the operator's, now or when the stop is cleared
}

// SensorState is what the sensors have shown, and how far they are believed.
type SensorState struct {
	Bits   board.Bits // the squares occupied when the board was last settled
	Seen   bool       // Bits has been reported since the link came up
	Masked board.Bits // the squares whose sensors are not believed

	RightFull, RightEmpty board.Bits // where a sensor has been right in this game: about a checker, about none

	Doubt Doubt // presses at which the same board contradicted what was asked for
}

// TurnState is what belongs to the visitor's present turn.
type TurnState struct {
	ComplaintShown bool            // what the board showed at a press was no move, and the screen says so
	Candidates     []board.Move    // between which the visitor was asked to choose
	Named          int             // how many of them the robot has named, one after the other, round after round
	IdlePresses    int             // presses at which nothing had changed
	LastVerdict    sensing.Verdict // of the press before: a new game, or a move taken back, was offered
	Touch          Touch           // the first checker that was lifted
}

// LastPly is the visitor's last ply, as long as it may be taken back.
type LastPly struct {
	Known            bool
	Before           board.Position // the position before it, and where every checker was
	Bodies           inventory.Inventory
	VisitorManToFlip board.Square // the man that it crowned, until the visitor is reminded; or NoSquare
}

// Estimate is what the engine thinks of the game, for the robot.
type Estimate struct {
	Win       float64 // its last estimate
	Earlier   float64 // the one before
	TakenBack bool    // the move on which the last one was an answer has been taken back
}

// HintState is a hint for the visitor.
type HintState struct {
	Asked bool        // the engine was asked for one
	Move  *board.Move // its answer, for the present position
}

// WaitState is what the robot waits for.
type WaitState struct {
	Reason      WaitReason // for which Help and Hold wait
	Expected    board.Bits // what Hold wants to see
	ArmAtRest   bool       // in Hold, so that Expected is the last word
	ByPress     bool       // in Help: the board looks as asked without a hand, so that only a press says that it is done
	SetupTarget board.Bits // what Setup wants to see
	IdleMS      int        // for which nobody has done what Setup, Help or Hold ask for
}

// A Prompt is what a person is told or asked for now.
type Prompt struct {
	Key     say.Key
	Squares []board.Square
	Slot    int // of the tray, as people count; 0: none
	Move    string
	Stale   bool // to be said again, though it may be the same
}

// Is reports whether a sentence is the prompt, and need not be said again.
func (p Prompt) Is(key say.Key) bool { return p.Key == key && !p.Stale }

// Doubt is how often in a row the same board has contradicted what was asked for.
type Doubt struct {
	Bits    board.Bits
	Phase   Phase
	Ply     int
	Presses int
	Sure    bool // a person says that the sensor is wrong: once it is masked, their press counts
}

// Draw is how a draw by agreement stands.
type Draw struct {
	Offer      Offer
	DeclinedAt int     // the ply at which the last one was declined
	DeclineKey say.Key // the sentence that declines one, until it can be said
	EvenMoves  int     // estimates of the engine in a row by which nobody was ahead
}

// An Offer of a draw.
type Offer string

// Who has offered a draw, and what became of it.
const (
	noOffer      Offer = ""
	VisitorsDraw Offer = "offered" // the robot thinks about it
	RobotsDraw   Offer = "robot_offers"
	declined     Offer = "declined" // lately, by whomever
)

// A Say is one sentence by its key, with what is filled in.
type Say struct {
	Key     string   `json:"key"`
	Squares []string `json:"squares"`
	Slot    int      `json:"slot,omitempty"` // of the tray, counted from 1
	Move    string   `json:"move"`
	Serial  int      `json:"serial"` // counts the sentences of a game
}

// Args returns what fills the sentence.
func (s Say) Args() say.Args {
	args := say.Args{Squares: s.Squares, Move: s.Move}
	if s.Slot > 0 {
		args.Number = strconv.Itoa(s.Slot)
	}
	return args
}

// A Remark is something worth saying about the game beside the one sentence: what is threatened,
// with a hint, or about the visitor's move, with the robot's answer. It names a sentence of
// face/say; the zero value is none.
type Remark struct {
	Key     string   `json:"key"`
	Squares []string `json:"squares"`
	Move    string   `json:"move"`
}

// NextGameOverrides is how the next game differs from this one.
type NextGameOverrides struct {
	Start   *board.Position // nil: Settings.NextStart
	Visitor *board.Color    // nil: as Settings say
}

// PendingMove is the robot's move while it is being made on the board. The game is already a ply
// further.
type PendingMove struct {
	Active         bool
	Before         board.Position
	Move           board.Move
	Program        arm.Program
	Done           int          // carries that are complete
	Faults         int          // how often the arm has failed since the last carry
	Reply          board.Bits   // the board at a press over the visitor's reply, while the arm is on its way home; 0: none
	CrownRequested bool         // a person was asked for a king on the move's last square
	RobotManToFlip board.Square // a man that the visitor has to crown, or NoSquare
}

// mostFaults is how often an arm that fails is tried again, without any progress, before a person
// moves for it.
const mostFaults = 3

// occupiedAfter returns the squares occupied when n carries are complete.
func (m PendingMove) occupiedAfter(n int) board.Bits {
	if n <= 0 || n > len(m.Program.Carries) {
		return m.Before.Occupied()
	}
	return m.Program.Carries[n-1].Expect
}

// GivenUp reports that the arm is not to be tried again with this move.
func (m PendingMove) GivenUp() bool { return m.Faults >= mostFaults }

// isComplete reports whether every carry is done.
func (m PendingMove) isComplete() bool { return m.Done >= len(m.Program.Carries) }

// CurrentCarry returns the carry that the arm is at, or waits with; "" when there is none.
func (m PendingMove) CurrentCarry() string {
	if !m.Active || m.isComplete() {
		return ""
	}
	c := m.Program.Carries[m.Done]
	return fmt.Sprintf("%s %v %v", c.Kind, c.From, c.To)
}

// WaitReason is what Help and Hold wait for.
type WaitReason string

// The reasons to wait for a person.
const (
	awaitNothing     WaitReason = ""
	awaitPick        WaitReason = "pick"      // to move the checker that the arm couldn't lift
	awaitPlace       WaitReason = "place"     // to put the checker that fell where it belongs
	awaitTurnOver    WaitReason = "turn_over" // to crown the robot's man by hand
	awaitTray        WaitReason = "tray"      // to empty the tray
	awaitProgramHeld WaitReason = "resume"    // to undo what disturbed the arm, which holds its program
	awaitNothingHeld WaitReason = "go_on"     // to undo what disturbed the board, while the arm holds nothing
)

// NewState returns the state before anything is known.
func NewState(set Settings) State {
	return State{
		Settings: set, Phase: NotReady, Game: board.NewGame(set.Start, set.Draws),
		Bodies:  inventory.New(set.Start, set.VisitorColor.Other(), set.CaptureSlots, set.KingSlots),
		Pending: PendingMove{RobotManToFlip: board.NoSquare}, LastPly: LastPly{VisitorManToFlip: board.NoSquare},
		Prompt: Prompt{Key: say.GettingReady}, Said: Say{Key: string(say.GettingReady), Squares: []string{}},
	}
}

// Following returns the state in which the game after s begins. It goes on counting sentences where
// s has stopped.
func (s State) Following(set Settings) State {
	next := NewState(set)
	next.Said.Serial = s.Said.Serial
	return next
}
