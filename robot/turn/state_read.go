package turn

import (
	"slices"

	"crownhead/board"
	"crownhead/board/sensing"
	"crownhead/face/say"
)

// OccupiedByGame returns the squares that the game has occupied.
func (s State) OccupiedByGame() board.Bits { return s.Game.Position().Occupied() }

// GameOver reports whether the game has ended.
func (s State) GameOver() bool { return s.Game.Outcome().Over() }

// Advantage returns who is ahead, for the robot: as the engine thinks, or as the game has ended.
func (s State) Advantage() float64 {
	outcome := s.Game.Outcome()
	winner, won := outcome.Winner()
	switch {
	case won && winner == s.Settings.VisitorColor:
		return -1
	case won:
		return 1
	case outcome.Result == board.Drawn:
		return 0
	case s.Estimate.TakenBack:
		return s.Estimate.Earlier
	}
	return s.Estimate.Win
}

// visitorWasForced reports whether the visitor's last move was the only one.
func (s State) visitorWasForced() bool { return s.LastPly.Known && len(s.LastPly.Before.Moves()) == 1 }

// TakebackGame returns the game as it was before the visitor's last ply, if that may be taken back.
func (s State) TakebackGame() (board.Game, bool) {
	plies := 2
	if !s.visitorToMove() {
		plies = 1 // the robot hasn't answered yet
	}
	if !s.Settings.Takeback || !s.LastPly.Known || s.GameOver() {
		return board.Game{}, false
	}
	back, ok := s.Game.Back(plies)
	return back, ok && back.Position() == s.LastPly.Before
}

// NextGame returns where the next game begins, and which colour the visitor has in it.
func (s State) NextGame() (board.Position, board.Color) {
	start, visitor := s.Settings.NextStart, s.Settings.VisitorColor
	if s.Next.Start != nil {
		start = *s.Next.Start
	}
	switch {
	case s.Next.Visitor != nil:
		visitor = *s.Next.Visitor
	case s.Settings.Alternate:
		visitor = visitor.Other()
	}
	return start, visitor
}

// NextIsRotated reports whether the board stands the other way round in the next game.
func (s State) NextIsRotated() bool {
	_, visitor := s.NextGame()
	return visitor != s.Settings.VisitorColor
}

// ShownRemark returns the remark while the turn goes on: what keeps it from going on matters more. An aside is shown
// beside the prompt that it must not replace.
func (s State) ShownRemark() Remark {
	r := s.Remark
	shown := s.Phase == VisitorTurn || s.Phase == Thinking || s.Phase == Moving
	if slices.Contains(asides, say.Key(r.Key)) {
		shown = s.leadsHand()
	}
	if !shown {
		r = Remark{}
	}
	if r.Squares == nil {
		r.Squares = []string{}
	}
	return r
}

// differingSquares returns where the board, as far as its sensors are believed, differs from an
// occupancy.
func (s State) differingSquares(want board.Bits) board.Bits {
	return (s.Sensors.Bits ^ want) &^ s.Sensors.Masked
}

// boardShows reports whether the board, as far as its sensors are believed, is so.
func (s State) boardShows(want board.Bits) bool { return s.differingSquares(want) == 0 }

// ShowsGame reports whether the board, as far as its sensors are believed, is as the game has it.
func (s State) ShowsGame() bool { return s.boardShows(s.OccupiedByGame()) }

// allAlike reports whether all sensors read the same while somebody plays: it is their supply, or
// their cable.
func (s State) allAlike() bool { return s.boardShows(0) || s.boardShows(allFull) }

// nearestSquare returns the square of a set that is nearest to the visitor.
func (s State) nearestSquare(set board.Bits) board.Square {
	squares := set.Squares()
	switch {
	case len(squares) == 0:
		return board.NoSquare
	case s.Settings.VisitorColor == board.Black:
		return squares[len(squares)-1]
	}
	return squares[0]
}

// visitorToMove reports whether it is the visitor's turn in the game.
func (s State) visitorToMove() bool { return s.Game.Turn() == s.Settings.VisitorColor }

// inferMove returns what the settled board shows.
func (s State) inferMove() sensing.Result {
	q := sensing.Query{Position: s.Game.Position(), Bits: s.Sensors.Bits, Unknown: s.Sensors.Masked}
	if s.LastPly.Known {
		q.Prev = &s.LastPly.Before
	}
	return sensing.Infer(q)
}

// engineTask returns the game as it stands, for the engine.
func (s State) engineTask() *Task {
	return &Task{Game: s.Game, Level: s.Settings.Level, Seed: s.Settings.Seed}
}

// forgetTurn forgets what belonged to the position before.
func (s *State) forgetTurn() {
	s.Turn.ComplaintShown, s.Turn.Candidates, s.Turn.Touch, s.Hint = false, nil, Touch{}, HintState{}
}

// nextOccupied returns the squares, as they are counted in this game, that the next one begins with.
func (s State) nextOccupied() board.Bits {
	start, _ := s.NextGame()
	if s.NextIsRotated() {
		return start.Occupied().Rotate()
	}
	return start.Occupied()
}

// allFull is no game: none has 32 checkers.
const allFull = ^board.Bits(0)
