package visitor

import (
	"crownhead/board"
	"crownhead/firmware/twin/world"
)

// decide chooses what to do about the present sentence; nil: nothing.
func (v *Visitor) decide(view View, w Hand) *task {
	if v.turn != nil && v.turn.fen != view.FEN {
		v.turn = nil
	}
	squares := parseSquares(view.Squares)
	if t, asked := help(view, squares, w); asked {
		return t
	}
	switch view.Phase {
	case "setup":
		return setUp(view.FEN, squares, w)
	case "over":
		if asksForSetup(view.Key) {
			return setUp(view.Start, squares, w)
		}
	case "visitor":
		return v.myTurn(view, squares, w)
	case "hold":
		return mend(view, squares, w)
	}
	return nil
}

func asksForSetup(key string) bool {
	switch key {
	case "new_game", "set_up", "set_up_square", "set_up_wrong", "set_up_as_white", "set_up_as_black", "idle_invite":
		return true
	}
	return false
}

// setUp gives the trophies back and lays the position to begin with. A checker that is named although it lies on its square
// lies there badly.
func setUp(fen string, named []board.Square, w Hand) *task {
	p, err := board.ParseFEN(fen)
	if err != nil {
		p = board.Start()
	}
	goal := piecesOf(p)
	return &task{ops: append(toMiddle(named, w.Pieces(), goal), takeTrophies()), goal: &goal, tidy: true}
}

// toMiddle lays those of the named checkers that are where they belong once more, in the middle of their squares.
func toMiddle(named []board.Square, have, goal pieces) []op {
	var ops []op
	for _, sq := range named {
		if goal[sq] != board.NoPiece && goal[sq] == have[sq] {
			ops = append(ops, move(sq, sq))
		}
	}
	return ops
}

// help does exactly what the robot asks for; asked tells whether it asks for help at all.
func help(view View, squares []board.Square, w Hand) (t *task, asked bool) {
	have := w.Pieces()
	switch view.Key {
	case "tray_full":
		return &task{ops: []op{takeTrophies()}}, true
	case "tidy_tray":
		return &task{ops: []op{takeTrophies()}, silent: true}, true
	case "hold_still":
		if view.Phase == "help" || view.Phase == "hold" {
			return &task{}, true // it was too early
		}
	case "help_pick":
		return &task{ops: pickFor(squares, have)}, true
	case "help_place":
		return &task{ops: append(placeFor(view, squares, have), takeTrophies()), tidy: true}, true
	case "set_up_white_king", "set_up_black_king":
		if view.Phase == "help" { // the spare king that was to be laid there
			return &task{ops: placeFor(view, squares, have), tidy: true}, true
		}
	case "help_remove":
		return &task{ops: append(removeAll(append(squares, captured(view, have)...)), takeTrophies()), tidy: true}, true
	case "turn_over":
		return &task{ops: crown(squares, have)}, true
	case "crown_yours":
		if view.Phase != "visitor" {
			return &task{ops: crown(squares, have), silent: true}, true
		}
	}
	return nil, false
}

// pickFor carries the checker that the arm could not pick up to its target: the second square, or away.
func pickFor(squares []board.Square, have pieces) []op {
	switch {
	case len(squares) == 0:
		return nil
	case len(squares) == 1:
		return []op{remove(squares[0])}
	case have[squares[0]] == board.NoPiece:
		return []op{move(squares[1], squares[1])}
	}
	return []op{move(squares[0], squares[1])}
}

// placeFor puts the fallen checker where it was to go, or in the middle of the square if it lies there already.
func placeFor(view View, squares []board.Square, have pieces) []op {
	var ops []op
	for _, sq := range squares {
		if have[sq] != board.NoPiece {
			ops = append(ops, move(sq, sq))
			continue
		}
		if p := missing(view, sq, have); p != board.NoPiece {
			ops = append(ops, put(p, sq), fetch(view, sq))
		}
	}
	return ops
}

// missing is the piece that the game has and the board lacks: on this very square, else the robot's, else any.
func missing(view View, sq board.Square, have pieces) board.Piece {
	p, err := board.ParseFEN(view.FEN)
	if err != nil {
		return board.NoPiece
	}
	if piece := p.PieceAt(sq); piece != board.NoPiece {
		return piece
	}
	var lacks [board.BlackKing + 1]int
	for s := range board.Square(32) {
		lacks[p.PieceAt(s)]++
		lacks[have[s]]--
	}
	order := [...]board.Piece{board.WhiteMan, board.WhiteKing, board.BlackMan, board.BlackKing}
	if view.Visitor == board.White {
		order = [...]board.Piece{board.BlackMan, board.BlackKing, board.WhiteMan, board.WhiteKing}
	}
	for _, piece := range order {
		if lacks[piece] > 0 {
			return piece
		}
	}
	return board.NoPiece
}

// fetch carries a checker of the robot's that lies on a square which the game has empty, where its sensor may not feel it, to where it
// was to go. It is refused where that has got one.
func fetch(view View, to board.Square) op {
	do := func(w Hand, o op) error {
		p, err := board.ParseFEN(view.FEN)
		if err != nil {
			return err
		}
		have := w.Pieces()
		for _, sq := range (occupied(have) &^ p.Occupied()).Squares() {
			if sq != o.to && have[sq].Color() != view.Visitor {
				return w.Move(sq, o.to)
			}
		}
		return world.ErrNothing
	}
	return op{do, board.NoSquare, to, board.NoPiece}
}

// captured are his own checkers that lie where the game has none: what was to be taken off may have fallen anywhere.
func captured(view View, have pieces) []board.Square {
	p, err := board.ParseFEN(view.FEN)
	if err != nil {
		return nil
	}
	var squares []board.Square
	for _, sq := range (occupied(have) &^ p.Occupied()).Squares() {
		if have[sq].Color() == view.Visitor {
			squares = append(squares, sq)
		}
	}
	return squares
}

func removeAll(squares []board.Square) []op {
	var ops []op
	for _, sq := range squares {
		ops = append(ops, remove(sq))
	}
	return ops
}

// crown turns the men on these squares over.
func crown(squares []board.Square, have pieces) []op {
	var ops []op
	for _, sq := range squares {
		if p := have[sq]; p != board.NoPiece && !p.King() {
			ops = append(ops, turnOver(sq))
		}
	}
	return ops
}

// mend does what is asked for while the arm holds still; nil when one is only to wait.
func mend(view View, squares []board.Square, w Hand) *task {
	switch view.Key {
	case "put_back", "put_back_mine", "put_in_middle":
		return &task{ops: placeFor(view, squares, w.Pieces()), tidy: true}
	case "take_away", "take_off":
		return &task{ops: removeAll(squares), tidy: true}
	}
	return nil
}

func parseSquares(names []string) []board.Square {
	var squares []board.Square
	for _, name := range names {
		if sq, err := board.ParseSquare(name); err == nil {
			squares = append(squares, sq)
		}
	}
	return squares
}

// stray finds a checker that lies on the board where none can belong: on none of its dark squares, or on another one.
func stray(checkers []world.StateChecker) (id int, ok bool) {
	for _, c := range checkers {
		if c.Where == "beside" {
			return c.ID, true
		}
		if _, err := board.ParseSquare(c.Where); err != nil {
			continue
		}
		for _, o := range checkers {
			if o.Where == c.Where && c.Z > o.Z+thickness {
				return c.ID, true
			}
		}
	}
	return 0, false
}

const thickness = 3 // mm: a checker so much higher than another lies on it
