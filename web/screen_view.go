package web

import (
	"slices"

	"crownhead/board"
	"crownhead/engine"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// A screenView is the robot's state as one screen shows it: words in its language, squares by name.
type screenView struct {
	Phase   turn.Phase          `json:"phase"`
	Side    string              `json:"side"`   // the visitor's colour: the board is drawn from there
	Turn    string              `json:"turn"`   // whose turn, or the result, in words
	Mover   string              `json:"mover"`  // "you", "robot", or "" when it is nobody's turn
	Pieces  map[string]string   `json:"pieces"` // square → "white-man" …
	Last    *robot.AnimatedMove `json:"last"`
	Hint    *robot.AnimatedMove `json:"hint"`    // the move that the robot advises
	Answers []candidateMove     `json:"answers"` // the visitor is to touch the one that they made
	Odd     []string            `json:"odd"`     // squares whose sensor doesn't agree with the game
	Masked  []string            `json:"masked"`  // squares that are not sensed
	Help    robot.MoveHelp      `json:"help"`    // where the visitor's checkers may go
	Moves   []recentMove        `json:"moves"`   // the last ones
	Lesson  int                 `json:"lesson"`  // another number: the rules are to be shown; 0: they need not
	Presses int                 `json:"presses"` // of the red button
	Tray    robot.TrayStatus    `json:"tray"`
	Choices choiceView          `json:"choices"`
	Say     []textPart          `json:"say"`
	Remark  []textPart          `json:"remark"` // beside it: on the visitor's move, or what is threatened
	Glow    []glow              `json:"glow"`
	Key     string              `json:"key"`
	Bar     string              `json:"bar"` // which side is ahead, in words
	Win     float64             `json:"win"` // for the robot, [-1, 1]
	Face    robot.FaceSnapshot  `json:"face"`
	Emotion string              `json:"emotion"`
	Link    bool                `json:"link"`
	Stopped bool                `json:"stopped"`
	Paused  bool                `json:"paused"`
	Idle    bool                `json:"idle"` // nobody plays: the robot invites
	Over    bool                `json:"over"`
	Serial  int                 `json:"serial"`
}

// screenView is what this server's screens in a language show. The virtual robot needs no operator:
// visitors who stopped it can let it go on.
func (s *Server) screenView(v robot.Snapshot, lang say.Lang) screenView {
	if s.world != nil && say.Key(v.Say.Key) == say.Stopped {
		v.Say.Key = string(say.StoppedVirtual)
	}
	return newScreenView(v, lang)
}

// newScreenView turns a snapshot into what a screen in this language shows.
func newScreenView(v robot.Snapshot, lang say.Lang) screenView {
	marker := newSquareMarker()
	sentence := marker.markSentence(v.Say.Key, v.Say.Args(), lang)
	remark := marker.markRemark(v.Remark, lang)
	glows := marker.glows
	candidates, ends := candidateMoves(v.Answers)
	if len(candidates) > 0 { // a question: only the moves to choose from glow
		sentence, remark, glows = recolourSquares(sentence, ends), []textPart{}, ends
	}
	return screenView{
		Phase: v.Phase, Side: visitorColour(v), Turn: turnWords(v, lang), Mover: mover(v), Pieces: pieceNames(v.FEN),
		Last: v.LastMove, Hint: v.Hint, Answers: candidates, Odd: oddSquares(v), Masked: emptyIfNil(v.Masked), Tray: v.Tray,
		Help: moveHelp(v), Moves: recentMoves(v, lang), Lesson: v.Lesson, Presses: v.Presses,
		Choices: newChoiceView(v, lang), Say: sentence, Remark: remark, Glow: glows, Key: string(v.Say.Key),
		Bar: say.Text(lang, balanceKey(v.Win), say.Args{}), Win: v.Win, Face: v.Frame, Emotion: v.Emotion,
		Link: v.Link == turn.LinkUp, Stopped: v.Stopped || v.Phase == turn.Stopped, Paused: v.Paused,
		Idle: say.Key(v.Say.Key) == say.IdleInvite, Over: isOver(v), Serial: v.Serial,
	}
}

// emptyIfNil makes an empty list of none: pages count on lists.
func emptyIfNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// balanceKey is the sentence that says which side is ahead.
func balanceKey(win float64) say.Key {
	switch {
	case win >= engine.FarAhead:
		return say.BarRobotMuch
	case win >= engine.SlightlyAhead:
		return say.BarRobotLittle
	case win <= -engine.FarAhead:
		return say.BarVisitorMuch
	case win <= -engine.SlightlyAhead:
		return say.BarVisitorLittle
	default:
		return say.BarEven
	}
}

// nameOf are the names by which pages draw pieces.
var nameOf = map[board.Piece]string{
	board.WhiteMan: "white-man", board.WhiteKing: "white-king", board.BlackMan: "black-man", board.BlackKing: "black-king",
}

// pieceNames lists what stands where; a position that can't be read is an empty board.
func pieceNames(fen string) map[string]string {
	names := map[string]string{}
	p, err := board.ParseFEN(fen)
	if err != nil {
		return names
	}
	for _, sq := range p.Occupied().Squares() {
		names[sq.String()] = nameOf[p.PieceAt(sq)]
	}
	return names
}

// oddSquares lists the squares where the sensors and the game disagree, while that is for the
// visitor to mend. During the robot's own move, also one that is held up, they must disagree, and
// without link nothing is sensed.
func oddSquares(v robot.Snapshot) []string {
	switch v.Phase {
	case turn.VisitorTurn, turn.Help, turn.Setup:
	default:
		return []string{}
	}
	p, err := board.ParseFEN(v.FEN)
	if err != nil || v.Link != turn.LinkUp {
		return []string{}
	}
	sensed, err := board.ParseBits(v.Sensed)
	if err != nil {
		return []string{}
	}
	names := []string{}
	for _, sq := range (sensed ^ p.Occupied()).Squares() {
		if !slices.Contains(v.Masked, sq.String()) {
			names = append(names, sq.String())
		}
	}
	return names
}
