package web

import (
	"crownhead/board"
	"crownhead/face/say"
	"crownhead/robot"
	"crownhead/robot/turn"
)

// visitorColour is the visitor's colour; a robot that doesn't say it yet plays against White.
func visitorColour(v robot.Snapshot) string {
	if v.Visitor == board.Black.String() {
		return v.Visitor
	}
	return board.White.String()
}

func opponentOf(colour string) string {
	if colour == board.White.String() {
		return board.Black.String()
	}
	return board.White.String()
}

func isOver(v robot.Snapshot) bool {
	return v.Phase == turn.Over || (v.Result != "" && v.Result != board.Unfinished)
}

// mover is "you" or "robot", whoever is to act. While the robot stands still for a reason, nobody
// is.
func mover(v robot.Snapshot) string {
	switch {
	case isOver(v) || v.Paused:
		return ""
	case v.Phase == turn.VisitorTurn:
		return "you"
	case v.Phase == turn.Thinking || v.Phase == turn.Moving:
		return "robot"
	default:
		return ""
	}
}

func turnWords(v robot.Snapshot, lang say.Lang) string {
	won := board.WhiteWins
	if visitorColour(v) == board.Black.String() {
		won = board.BlackWins
	}
	key := say.Key("")
	switch {
	case v.Result == board.Drawn:
		key = say.UIDrawn
	case v.Result == won:
		key = say.UIWon
	case v.Result == board.WhiteWins || v.Result == board.BlackWins:
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
