package turn

import "crownhead/arm"

// The kinds of effects: what the shell does about a step.
const (
	EffectSay      = "say"      // Key, Squares, Move
	EffectRemark   = "remark"   // Key, Squares, Move: beside what is said
	EffectMood     = "mood"     // Name: what the face feels
	EffectLook     = "look"     // Name: board or visitor
	EffectAttitude = "attitude" // the face takes the attitude of the settings
	EffectThink    = "think"    // ask the engine for a move
	EffectHint     = "hint"     // ask the engine for a hint
	EffectCancel   = "cancel"   // the engine's answer is no longer wanted
	EffectCarry    = "carry"    // one step of the arm's program: Name, Squares, Expect
	EffectStart    = "start"    // run the arm's program from carry N on
	EffectResume   = "resume"   // go on with the program that is held
	EffectHalt     = "halt"     // forget the arm's program
	EffectPark     = "park"     // bring the arm to its parking place beside the board
	EffectHome     = "home"     // find the arm's position
	EffectStop     = "stop"     // emergency stop
	EffectClear    = "clear"    // unlatch the stop
	EffectDeadline = "deadline" // Name, N: report it in N milliseconds, in place of an earlier one of that name
	EffectHandover = "handover" // the board is the visitor's again and equals the game
	EffectArchive  = "archive"  // the game is over: keep it
	EffectNewGame  = "new_game" // begin a new game, with a new journal; Name: laid, when the board is laid for it
	EffectMask     = "mask"     // Name, Squares: believe their sensors no more, and why
	EffectUnmask   = "unmask"   // Squares: believe them again
)

// What the face feels, named by mood effects.
const (
	MoodPressed  = "pressed"
	MoodRule     = "rule_broken"
	MoodWin      = "win" // with the estimate in the state
	MoodCaptured = "captured"
	MoodLost     = "lost_pieces"
	MoodGreeting = "greeting"
	MoodThinking = "thinking"
	MoodMoving   = "moving"
	MoodResting  = "resting"
	MoodFault    = "fault"
	MoodWon      = "won"
	MoodBeaten   = "beaten"
	MoodDrawn    = "drawn"
	MoodWaiting  = "waiting"
	MoodIdle     = "idle"
)

// Where the pupils look, named by look effects.
const (
	LookBoard   = "board"
	LookVisitor = "visitor"
)

// An Effect is one thing to do. It holds kinds, squares and whole numbers, never frames, texts or fractions, so that
// journals of different versions stay comparable.
type Effect struct {
	Kind    string   `json:"effect"`
	Name    string   `json:"name,omitempty"`
	Key     string   `json:"key,omitempty"`
	Squares []string `json:"squares,omitempty"`
	Move    string   `json:"move,omitempty"`
	N       int      `json:"n,omitempty"`
	Expect  string   `json:"expect,omitempty"` // the squares occupied afterwards, eight hexadecimal digits
}

// A Say is one sentence by its key, with what is filled in.
type Say struct {
	Key     string   `json:"key"`
	Squares []string `json:"squares"`
	Move    string   `json:"move"`
	Serial  int      `json:"serial"` // counts the sentences of a game
}

// A StepResult is the outcome of an event, as the journal holds it.
type StepResult struct {
	Verdict  string   `json:"verdict,omitempty"`  // of a press: cli.md's verdicts
	Say      string   `json:"say,omitempty"`      // the last sentence said
	Move     string   `json:"move,omitempty"`     // the ply that was played
	Position string   `json:"position,omitempty"` // hash of the game's position, 16 hexadecimal digits
	Result   string   `json:"result,omitempty"`   // once the game is over
	Effects  []Effect `json:"effects,omitempty"`
}

// HasEffect tells whether an effect of that kind is among them.
func (t StepResult) HasEffect(kind string) bool {
	for _, e := range t.Effects {
		if e.Kind == kind {
			return true
		}
	}
	return false
}

// placeNames are the squares of a carry, from and to; a slot of the tray is named "slot 3".
func placeNames(c arm.Carry) []string { return []string{c.From.String(), c.To.String()} }
