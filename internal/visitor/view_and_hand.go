package visitor

import (
	"time"

	"crownhead/board"
	"crownhead/firmware/twin/world"
)

// View is what the visitor perceives of the robot.
type View struct {
	Key     string   // what the robot says now
	Squares []string // and the squares that it names
	Slot    int      // and the slot of the tray, counted from 1
	Move    string   // and the move

	FEN     string      // the game as the screen shows it
	Start   string      // the position in which games begin; "": the usual one
	Visitor board.Color // the visitor's side in it
	Phase   string      // setup visitor thinking moving help hold over stopped boot
	Serial  int         // a new sentence, a new number
}

// Hand is the visitor's hand above the board; *world.World is one.
type Hand interface {
	Pieces() [32]board.Piece
	State(now time.Duration) world.State // to see what lies beside the squares
	MoveSquare(from, to board.Square) error
	RemoveSquare(sq board.Square) error
	StealSquare(sq board.Square) error
	Put(piece board.Piece, sq board.Square) error
	FlipSquare(sq board.Square) error
	RemoveID(id int) error
	TakeTrophies() int
	EmptyTray() int
	LayAnew(p board.Position, visitor board.Color)
	TakeFromTray(slot int, to board.Square) error
	ReturnSpare(from board.Square, slot int) error
	Press(now time.Duration)
}

var _ Hand = (*world.World)(nil)

// A pieces array is what lies on each square.
type pieces = [32]board.Piece

// piecesOf lists what a position has on each square.
func piecesOf(p board.Position) pieces {
	var all pieces
	for sq := range board.Square(32) {
		all[sq] = p.PieceAt(sq)
	}
	return all
}

// occupiedSquares is the set of squares on which something lies.
func occupiedSquares(have pieces) board.Bits {
	var b board.Bits
	for sq := range board.Square(32) {
		if have[sq] != board.NoPiece {
			b |= sq.Bit()
		}
	}
	return b
}

func isSameColor(a, b board.Piece) bool {
	return a != board.NoPiece && b != board.NoPiece && a.Color() == b.Color()
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
