package net

import (
	"fmt"

	"crownhead/board"
)

// An Action is one of the 280 pairs of squares between which a king moves on the empty board: a quiet move, or one step of a
// capture. They are counted by the square they start from, then by direction (the two that go up the board first, right
// before left), then by distance.
type Action uint16

// Actions is the number of actions.
const Actions = 280

// none is not an action.
const none Action = Actions

// The directions of actions and the greatest distance.
var directions = [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}

const farthest = side - 1

// An ends is what an action is made of.
type ends struct {
	from, to board.Square
	way      uint8 // direction × farthest + distance − 1: the same for parallel actions
	turned   Action
}

var (
	actions  [Actions]ends
	actionOf [boardSquares][boardSquares]Action // none where no king moves
)

func init() {
	for from := range actionOf {
		for to := range actionOf[from] {
			actionOf[from][to] = none
		}
	}
	next := Action(0)
	for from := board.Square(0); from < board.NoSquare; from++ {
		for d, step := range directions {
			for n := 1; n <= farthest; n++ {
				file, rank := from.File()+n*step[0], from.Rank()+n*step[1]
				if file < 0 || file >= side || rank < 0 || rank >= side {
					break
				}
				to := board.Square(rank*4 + file/2)
				actions[next] = ends{from: from, to: to, way: uint8(d*farthest + n - 1)}
				actionOf[from][to] = next
				next++
			}
		}
	}
	for a, e := range actions {
		actions[a].turned = actionOf[lastSquare-e.from][lastSquare-e.to]
	}
}

// lastSquare is h8; square s of the turned board is lastSquare − s.
const lastSquare = board.NoSquare - 1

// ways is the number of directions and distances.
const ways = len(directions) * farthest

// ActionBetween is the action from one square to another, false if no king moves so.
func ActionBetween(from, to board.Square) (Action, bool) {
	if from >= board.NoSquare || to >= board.NoSquare {
		return none, false
	}
	a := actionOf[from][to]
	return a, a != none
}

// From is the square where the action begins.
func (a Action) From() board.Square { return a.ends().from }

// To is the square where it ends.
func (a Action) To() board.Square { return a.ends().to }

// Turned is the action on the board turned by half a turn.
func (a Action) Turned() Action { return a.ends().turned }

func (a Action) ends() ends {
	if a >= Actions {
		return ends{from: board.NoSquare, to: board.NoSquare, turned: none}
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
