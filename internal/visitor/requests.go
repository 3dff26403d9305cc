package visitor

import (
	"crownhead/board"
	"crownhead/firmware/twin/world"
)

// asksForSetup reports whether a sentence asks for the position in which games begin.
func asksForSetup(key string) bool {
	switch key {
	case "new_game", "set_up", "set_up_square", "set_up_wrong", "set_up_as_white", "set_up_as_black", "idle_invite":
		return true
	}
	return false
}

// planSetup lays a position; the trophies are taken back for one to begin with. A checker that is named although it lies
// on its square lies there badly.
func planSetup(fen string, view View, named []board.Square, w Hand) *task {
	p, err := board.ParseFEN(fen)
	if err != nil {
		p = board.Start()
	}
	switch view.Key { // which way round the squares count is another one then
	case "set_up_as_white":
		return &task{ops: []op{layBoardFor(p, board.White)}}
	case "set_up_as_black":
		return &task{ops: []op{layBoardFor(p, board.Black)}}
	}
	goal := piecesOf(p)
	ops := moveToMiddle(named, w.Pieces(), goal)
	if asksForSetup(view.Key) {
		ops = append(ops, takeTrophies())
	}
	return &task{ops: ops, goal: &goal, tidy: true}
}

// planHelp does exactly what the robot asks for; asked reports whether it asks for help at all.
// mover is where the checker stood that the robot has said it moves: it is no fallen one.
func planHelp(view View, squares []board.Square, mover board.Square, w Hand) (t *task, asked bool) {
	have := w.Pieces()
	switch view.Key {
	case "tray_full":
		return &task{ops: []op{emptyTray()}}, true
	case "tidy_tray":
		return &task{ops: []op{takeTrophies()}, silent: view.Phase == "over"}, true
	case "hold_still":
		if view.Phase == "help" || view.Phase == "hold" {
			return &task{}, true // it was too early
		}
	case "help_pick":
		return &task{ops: carryFor(view, squares, have)}, true
	case "help_place":
		return &task{ops: append(placeFallen(view, squares, board.NoSquare, have), emptyTray()), tidy: true}, true
	case "set_up_white", "set_up_black", "set_up_white_king", "set_up_black_king":
		if view.Phase == "help" { // the spare king that was to be laid there, or a checker that is missing
			return &task{ops: placeFallen(view, squares, mover, have), tidy: true}, true
		}
	case "help_remove":
		ops := removeEach(append(squares, findCaptured(view, have)...))
		return &task{ops: append(ops, emptyTray()), tidy: true}, true
	case "turn_over":
		return &task{ops: crownMen(squares, have)}, true
	case "crown_yours":
		if view.Phase != "visitor" {
			return &task{ops: crownMen(squares, have), silent: true}, true
		}
	}
	return nil, false
}

// restoredPieces are the checkers that come back from the tray, by the sentences that ask for them.
var restoredPieces = map[string]board.Piece{
	"restore_white_man": board.WhiteMan, "restore_white_king": board.WhiteKing,
	"restore_black_man": board.BlackMan, "restore_black_king": board.BlackKing,
}

// planRestoration does the one thing by which the robot restores a move that was taken back. What its sensors see needs
// no press.
func planRestoration(view View, squares []board.Square, have pieces) (t *task, asked bool) {
	switch view.Key {
	case "takeback_done":
		return nil, view.Phase == "setup" // it says what to do in a moment
	case "restore_move":
		if len(squares) == 2 {
			return &task{ops: []op{movePiece(squares[0], squares[1])}, tidy: true}, true
		}
	case "restore_white_man", "restore_white_king", "restore_black_man", "restore_black_king":
		if len(squares) == 1 {
			return &task{ops: []op{fromTray(view.Slot-1, restoredPieces[view.Key], squares[0])}}, true
		}
	case "restore_king":
		if len(squares) == 1 {
			return &task{ops: []op{returnSpare(squares[0], view.Slot-1)}}, true
		}
	case "restore_spare":
		return &task{ops: []op{returnSpare(board.NoSquare, view.Slot-1)}}, true
	case "restore_turn":
		var ops []op
		for _, sq := range squares {
			if have[sq].King() {
				ops = append(ops, turnOver(sq))
			}
		}
		return &task{ops: ops}, true
	}
	return nil, false
}

// carryFor carries the checker that the arm could not pick up to its target: the second square, or away.
func carryFor(view View, squares []board.Square, have pieces) []op {
	switch {
	case len(squares) == 0:
		return nil
	case len(squares) == 1:
		return []op{removePiece(squares[0])}
	case have[squares[0]] == board.NoPiece:
		return placeFallen(view, squares[1:], board.NoSquare, have)
	}
	return []op{movePiece(squares[0], squares[1])}
}

// placeFallen puts the fallen checker where it was to go, or in the middle of the square if it lies there already. One
// that lies where the game has none is fetched from there; but not from where the robot's own one waits to be moved.
func placeFallen(view View, squares []board.Square, mover board.Square, have pieces) []op {
	var ops []op
	for _, sq := range squares {
		if have[sq] != board.NoPiece {
			ops = append(ops, movePiece(sq, sq))
			continue
		}
		if p := findMissingPiece(view, sq, have); p != board.NoPiece {
			ops = append(ops, fetchFallen(view, p, mover, sq), putPiece(p, sq))
		}
	}
	return ops
}

// findMissingPiece is the piece that is in the game and missing on the board: on this very square, else
// the robot's, else any.
func findMissingPiece(view View, sq board.Square, have pieces) board.Piece {
	p, err := board.ParseFEN(view.FEN)
	if err != nil {
		return board.NoPiece
	}
	if piece := p.PieceAt(sq); piece != board.NoPiece {
		return piece
	}
	var missing [board.BlackKing + 1]int
	for s := range board.Square(32) {
		missing[p.PieceAt(s)]++
		missing[have[s]]--
	}
	order := [...]board.Piece{board.WhiteMan, board.WhiteKing, board.BlackMan, board.BlackKing}
	if view.Visitor == board.White {
		order = [...]board.Piece{board.BlackMan, board.BlackKing, board.WhiteMan, board.WhiteKing}
	}
	for _, piece := range order {
		if missing[piece] > 0 {
			return piece
		}
	}
	return board.NoPiece
}

// fetchFallen carries a checker of the robot's to where it was to go, from a square that is empty in the game: its
// sensor may not feel it there. The board refuses where the target has got a checker.
func fetchFallen(view View, piece board.Piece, mover, to board.Square) op {
	do := func(w Hand, o op) error {
		p, err := board.ParseFEN(view.FEN)
		if err != nil {
			return err
		}
		have := w.Pieces()
		for _, sq := range (occupiedSquares(have) &^ p.Occupied()).Squares() {
			if sq != o.to && sq != mover && have[sq] == o.piece && have[sq].Color() != view.Visitor {
				return w.MoveSquare(sq, o.to)
			}
		}
		return world.ErrNothing
	}
	return op{do, board.NoSquare, to, piece}
}

// findCaptured are the visitor's own checkers that lie where the game has none: what was to be
// taken off may have fallen anywhere.
func findCaptured(view View, have pieces) []board.Square {
	p, err := board.ParseFEN(view.FEN)
	if err != nil {
		return nil
	}
	var squares []board.Square
	for _, sq := range (occupiedSquares(have) &^ p.Occupied()).Squares() {
		if have[sq].Color() == view.Visitor {
			squares = append(squares, sq)
		}
	}
	return squares
}

// planMend does what is asked for while the arm holds still; nil when the visitor is only to wait.
func planMend(view View, squares []board.Square, w Hand) *task {
	switch view.Key {
	case "put_back", "put_back_mine", "put_in_middle":
		return &task{ops: placeFallen(view, squares, board.NoSquare, w.Pieces()), tidy: true}
	case "take_away", "take_off":
		return &task{ops: removeEach(squares), tidy: true}
	}
	return nil
}
