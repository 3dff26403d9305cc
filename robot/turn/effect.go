package turn

import (
	"crownhead/arm"
	"crownhead/board"
	"crownhead/board/sensing"
)

// An EffectKind says what is to be done about a step.
type EffectKind string

// The kinds of effects, with the fields that the journal has of each.
const (
	EffectSay             EffectKind = "say"      // Key, Squares, Move; N: the slot of the tray that is named
	EffectRemark          EffectKind = "remark"   // Key, Squares, Move: beside what is said
	EffectMood            EffectKind = "mood"     // Name: what the face feels
	EffectLook            EffectKind = "look"     // Name: board or visitor
	EffectAttitude        EffectKind = "attitude" // the face takes an attitude
	EffectThink           EffectKind = "think"    // N: ask the engine for a move, after so many plies
	EffectHint            EffectKind = "hint"     // N: ask the engine for a hint
	EffectCancel          EffectKind = "cancel"   // the engine's answer is no longer wanted
	EffectCarry           EffectKind = "carry"    // the intent of one carry, for the journal alone: Name, Squares, Expect
	EffectStart           EffectKind = "start"    // run the arm's program from carry N on
	EffectContinueProgram EffectKind = "resume"   // go on with the program that is held
	EffectAbandonProgram  EffectKind = "halt"     // forget the arm's program
	EffectPark            EffectKind = "park"     // bring the arm to its parking place beside the board
	EffectHome            EffectKind = "home"     // find the arm's position
	EffectStop            EffectKind = "stop"     // emergency stop
	EffectClear           EffectKind = "clear"    // unlatch the stop
	EffectDeadline        EffectKind = "deadline" // Name, N: report it in N milliseconds; it replaces one of that name
	EffectHandover        EffectKind = "handover" // the board is the visitor's again and equals the game
	EffectArchive         EffectKind = "archive"  // the game is over: keep it
	EffectNewGame         EffectKind = "new_game" // begin a new game; Name: laid, when the board is laid for it
	EffectMask            EffectKind = "mask"     // Name, Squares: believe their sensors no more, and why
	EffectUnmask          EffectKind = "unmask"   // Squares: believe them again
)

// A Mood is what the face feels.
type Mood string

// The moods.
const (
	moodPressed  Mood = "pressed"
	moodRule     Mood = "rule_broken"
	moodRuleOn   Mood = "rule_broken_again"
	MoodWin      Mood = "win" // with the estimate
	moodCaptured Mood = "captured"
	moodLost     Mood = "lost_pieces"
	moodGreeting Mood = "greeting"
	moodThinking Mood = "thinking"
	moodMoving   Mood = "moving"
	moodResting  Mood = "resting"
	moodFault    Mood = "fault"
	moodWon      Mood = "won"
	moodBeaten   Mood = "beaten"
	moodDrawn    Mood = "drawn"
	moodWaiting  Mood = "waiting"
	moodIdle     Mood = "idle"
)

// A Gaze is where the pupils look.
type Gaze string

// Where the pupils look.
const (
	LookBoard   Gaze = "board"
	lookVisitor Gaze = "visitor"
)

// An Effect is one thing to do. The journal has kinds, squares and whole numbers of it, never
// frames, texts or fractions, so that journals of different versions stay comparable. Whoever
// carries it out finds what else is needed in Do.
type Effect struct {
	Kind    EffectKind `json:"effect"`
	Name    string     `json:"name,omitempty"`
	Key     string     `json:"key,omitempty"`
	Squares []string   `json:"squares,omitempty"`
	Move    string     `json:"move,omitempty"`
	N       int        `json:"n,omitempty"`
	Expect  string     `json:"expect,omitempty"` // the squares occupied afterwards, eight hexadecimal digits

	Payload Payload `json:"-"`
}

// An Payload is what an effect needs to be carried out, as it was when the effect arose. Which fields
// count depends on the effect's kind.
type Payload struct {
	Say      Say            // say
	Mood     Feeling        // mood
	Gaze     Gaze           // look
	Square   board.Square   // look: where the robot's checker goes, or NoSquare
	Attitude string         // attitude
	Task     *Task          // think, hint; start: what the engine may think about meanwhile, or nil
	Program  arm.Program    // start
	Deadline DeadlineName   // deadline
	Position board.Position // handover
	Ended    *State         // archive, new game: the state in which the game ended
	Laid     bool           // new game: the board is laid for it
	Mask     MaskReason     // mask
}

// A Feeling is a mood with what caused it.
type Feeling struct {
	Mood   Mood
	Win    float64 // win: the estimate
	Unfair bool    // win: the change says nothing about the visitor's move, or a remark says it already
}

// A Task is a game for the engine to think about.
type Task struct {
	Game  board.Game
	Level string
	Seed  uint64
}

// A StepResult is the outcome of an event, as the journal holds it.
type StepResult struct {
	Verdict  sensing.Verdict `json:"verdict,omitempty"`  // of a press
	Say      string          `json:"say,omitempty"`      // the last sentence said
	Move     string          `json:"move,omitempty"`     // the ply that was played
	Position string          `json:"position,omitempty"` // hash of the game's position, 16 hexadecimal digits
	Result   string          `json:"result,omitempty"`   // once the game is over
	Effects  []Effect        `json:"effects,omitempty"`
}

// HasEffect reports whether an effect of that kind is among them.
func (t StepResult) HasEffect(kind EffectKind) bool {
	for _, e := range t.Effects {
		if e.Kind == kind {
			return true
		}
	}
	return false
}
