package net

import (
	"fmt"

	"crownhead/board"
)

// An Action is one of the 280 pairs of squares between which a king moves on the empty board: a
// quiet move, or one step of a capture. They are numbered by the square they start from, then by
// direction (the two that go up the board first, right before left), then by distance.
type Action uint16

// boardSquares is the number of dark squares, squares64 that of all, boardSide that of files and ranks.
const (
	boardSquares = 32
	boardSide    = 8
	squares64    = boardSide * boardSide
)

// Actions is the number of actions.
const Actions = 280

// noAction is not an action.
const noAction Action = Actions

// directions are those of actions.
var directions = [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}

// maxDistance is the longest action.
const maxDistance = boardSide - 1

// actionSquares are what an action is made of.
type actionSquares struct {
	from, to board.Square
	channel  uint8 // direction × maxDistance + distance − 1: the same for parallel actions
	rotated  Action
}

var (
	actions  [Actions]actionSquares
	actionOf [boardSquares][boardSquares]Action // noAction where no king moves
)

func init() {
	for from := range actionOf {
		for to := range actionOf[from] {
			actionOf[from][to] = noAction
		}
	}
	next := Action(0)
	for from := board.Square(0); from < board.NoSquare; from++ {
		for d, step := range directions {
			for n := 1; n <= maxDistance; n++ {
				file, rank := from.File()+n*step[0], from.Rank()+n*step[1]
				if file < 0 || file >= boardSide || rank < 0 || rank >= boardSide {
					break
				}
				to := board.Square(rank*4 + file/2)
				actions[next] = actionSquares{from: from, to: to, channel: uint8(d*maxDistance + n - 1)}
				actionOf[from][to] = next
				next++
			}
		}
	}
	for a, e := range actions {
		actions[a].rotated = actionOf[lastSquare-e.from][lastSquare-e.to]
	}
}

// lastSquare is h8; square s of the turned board is lastSquare − s.
const lastSquare = board.NoSquare - 1

// moveChannels is the number of directions and distances.
const moveChannels = len(directions) * maxDistance

// ActionBetween is the action from one square to another, false if no king moves so.
func ActionBetween(from, to board.Square) (Action, bool) {
	if from >= board.NoSquare || to >= board.NoSquare {
		return noAction, false
	}
	a := actionOf[from][to]
	return a, a != noAction
}

// From is the square where the action begins.
func (a Action) From() board.Square { return a.squares().from }

// To is the square where it ends.
func (a Action) To() board.Square { return a.squares().to }

// Rotated is the action on the board turned by half a turn.
func (a Action) Rotated() Action { return a.squares().rotated }

func (a Action) squares() actionSquares {
	if a >= Actions {
		return actionSquares{from: board.NoSquare, to: board.NoSquare, rotated: noAction}
	}
	return actions[a]
}

// String is both squares, such as c3d4.
func (a Action) String() string {
	if a >= Actions {
		return fmt.Sprintf("action %d", uint16(a))
	}
	return a.From().String() + a.To().String()
}
