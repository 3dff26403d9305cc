package patterns

import (
	"encoding/binary"

	"crownhead/board"
)

// A Sample is a quiet position of a game, turned so that the mover goes up the board, with what became of it.
type Sample struct {
	Own, Foe, Kings board.Bits
	Score           int16  // what the search said, hundredths of a man for the mover
	Result          Result // of the game
	Ply             uint8
}

// A Result is how a game ended for the side to move in a sample.
type Result uint8

// The results.
const (
	Lost Result = iota
	Drawn
	Won
)

// sampleSize is the number of bytes of a stored sample.
const sampleSize = 16

// turned makes the mover of a position White.
func turned(p board.Position) board.Position {
	if p.Turn == board.White {
		return p
	}
	return board.Position{White: p.Black.Rotate(), Black: p.White.Rotate(), Kings: p.Kings.Rotate()}
}

// Position is the sample's position, White to move.
func (s Sample) Position() board.Position {
	return board.Position{White: s.Own, Black: s.Foe, Kings: s.Kings}
}

// append stores a sample.
func (s Sample) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(s.Own))
	b = binary.LittleEndian.AppendUint32(b, uint32(s.Foe))
	b = binary.LittleEndian.AppendUint32(b, uint32(s.Kings))
	b = binary.LittleEndian.AppendUint16(b, uint16(s.Score))
	return append(b, byte(s.Result), s.Ply)
}

// readSample reads a stored sample from its bytes.
func readSample(b []byte) Sample {
	return Sample{
		Own:    board.Bits(binary.LittleEndian.Uint32(b)),
		Foe:    board.Bits(binary.LittleEndian.Uint32(b[4:])),
		Kings:  board.Bits(binary.LittleEndian.Uint32(b[8:])),
		Score:  int16(binary.LittleEndian.Uint16(b[12:])),
		Result: Result(b[14]),
		Ply:    b[15],
	}
}
