package web

import (
	"slices"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// A screenView is the robot's state as one screen shows it: words in its language, squares by name.
type screenView struct {
	Phase   turn.Phase         `json:"phase"`
	Side    string             `json:"side"`   // the visitor's colour: the board is drawn from there
	Turn    string             `json:"turn"`   // whose turn, or the result, in words
	Mover   string             `json:"mover"`  // "you", "robot", or "" when it is nobody's turn
	Pieces  map[string]string  `json:"pieces"` // square → "white-man" …
	Last    *LastMove          `json:"last"`
	Hint    *LastMove          `json:"hint"`    // the move that the robot advises
	Answers []answer           `json:"answers"` // the moves of which the visitor is to touch his
	Odd     []string           `json:"odd"`     // squares whose sensor doesn't agree with the game
	Masked  []string           `json:"masked"`  // squares that are not sensed
	Tray    robot.TraySnapshot `json:"tray"`
	Choices choiceView         `json:"choices"`
	Say     []part             `json:"say"`
	Remark  []part             `json:"remark"` // beside it: on the visitor's move, or what is threatened
	Glow    []glow             `json:"glow"`
	Key     string             `json:"key"`
	Bar     string             `json:"bar"` // who is ahead, in words
	Win     float64            `json:"win"` // for the robot, [-1, 1]
	Face    FaceSnapshot       `json:"face"`
	Emotion string             `json:"emotion"`
	Link    bool               `json:"link"`
	Stopped bool               `json:"stopped"`
	Paused  bool               `json:"paused"`
	Idle    bool               `json:"idle"` // nobody plays: the robot invites
	Over    bool               `json:"over"`
	Serial  int                `json:"serial"`
}

// look is what this server's screens in a language show. The virtual robot needs no operator: who stopped it can let it
// go on.
func (s *Server) look(v Snapshot, lang say.Lang) screenView {
	if s.world != nil && say.Key(v.Say.Key) == say.Stopped {
		v.Say.Key = string(say.StoppedVirtual)
	}
	return look(v, lang)
}

// look turns a snapshot into what a screen in this language shows.
func look(v Snapshot, lang say.Lang) screenView {
	spoken := newMarker()
	parts := spoken.sentence(v.Say.Key, say.Args{Squares: v.Say.Squares, Move: v.Say.Move}, lang)
	remark := spoken.remark(v.Remark, lang)
	glows := spoken.glows
	list, ends := answers(v.Answers)
	if len(list) > 0 {
		parts, remark, glows = recoloured(parts, ends), []part{}, ends
	}
	return screenView{
		Phase: v.Phase, Side: sideOf(v), Turn: turnWords(v, lang), Mover: mover(v), Pieces: pieces(v.FEN),
		Last: v.LastMove, Hint: v.Hint, Answers: list, Odd: odd(v), Masked: notNull(v.Masked), Tray: v.Tray,
		Choices: choicesOf(v, lang), Say: parts, Remark: remark, Glow: glows, Key: string(v.Say.Key),
		Bar: say.Text(lang, barKey(v.Win), say.Args{}), Win: v.Win, Face: v.Frame, Emotion: v.Emotion,
		Link: v.Link == turn.LinkUp, Stopped: v.Stopped || v.Phase == turn.Stopped, Paused: v.Paused,
		Idle: say.Key(v.Say.Key) == say.IdleInvite, Over: isOver(v), Serial: v.Serial,
	}
}

// notNull makes an empty list of none: pages count on lists.
func notNull[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// sideOf is the visitor's colour; a robot that doesn't say it yet plays against White.
func sideOf(v Snapshot) string {
	if v.Visitor == board.Black.String() {
		return v.Visitor
	}
	return board.White.String()
}

// other is the opponent's colour.
func other(colour string) string {
	if colour == board.White.String() {
		return board.Black.String()
	}
	return board.White.String()
}

func isOver(v Snapshot) bool { return v.Phase == turn.Over || (v.Result != "" && v.Result != "*") }

// mover tells who is to act. While the robot stands still for a reason, nobody is.
func mover(v Snapshot) string {
	switch {
	case isOver(v) || v.Paused:
		return ""
	case v.Phase == turn.Visitor:
		return "you"
	case v.Phase == turn.Thinking || v.Phase == turn.Moving:
		return "robot"
	default:
		return ""
	}
}

func turnWords(v Snapshot, lang say.Lang) string {
	key := say.Key("")
	switch {
	case v.Result == "1-1":
		key = say.UIDrawn
	case v.Result == winner(sideOf(v)):
		key = say.UIWon
	case v.Result == "2-0" || v.Result == "0-2":
		key = say.UILost
	case isOver(v):
		key = say.UIGameOver
	case mover(v) == "you":
		key = say.UITurnYours
	case mover(v) == "robot":
		key = say.UITurnMine
	default:
		return ""
	}
	return say.Text(lang, key, say.Args{})
}

// winner is the result that a win of this colour has.
func winner(color string) string {
	if color == board.White.String() {
		return "2-0"
	}
	return "0-2"
}

// Win estimates from which somebody is a little, or far, ahead.
const (
	aLittle = 0.2
	far     = 0.6
)

func barKey(win float64) say.Key {
	switch {
	case win >= far:
		return say.BarRobotMuch
	case win >= aLittle:
		return say.BarRobotLittle
	case win <= -far:
		return say.BarVisitorMuch
	case win <= -aLittle:
		return say.BarVisitorLittle
	default:
		return say.BarEven
	}
}

// pieceNames are the names by which pages draw pieces.
var pieceNames = map[board.Piece]string{
	board.WhiteMan: "white-man", board.WhiteKing: "white-king", board.BlackMan: "black-man", board.BlackKing: "black-king",
}

// pieces lists what stands where; a position that can't be read is an empty board.
func pieces(fen string) map[string]string {
	on := map[string]string{}
	p, err := board.ParseFEN(fen)
	if err != nil {
		return on
	}
	for _, sq := range p.Occupied().Squares() {
		on[sq.String()] = pieceNames[p.PieceAt(sq)]
	}
	return on
}

// odd lists the squares where the sensors and the game disagree, while that is for the visitor to mend. During the
// robot's own move, also one that is held up, they must disagree, and without link nothing is sensed.
func odd(v Snapshot) []string {
	switch v.Phase {
	case turn.Visitor, turn.Help, turn.Setup:
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
