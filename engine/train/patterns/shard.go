package patterns

import (
	"encoding/binary"
	"fmt"
	"path/filepath"

	"crownhead/board"
	"crownhead/engine/train/store"
)

// A shardHeader is the first line of a file of games, in JSON; the samples follow.
type shardHeader struct {
	Format  int    `json:"crownhead_samples"`
	Origin  Origin `json:"origin"`
	Shard   int    `json:"shard"`
	Games   int    `json:"games"`
	Results [3]int `json:"results"` // White's losses, draws and wins
	Samples int    `json:"samples"`
}

// An Origin is all that the games of a shard follow from, besides its number.
type Origin struct {
	Seed   uint64 `json:"seed"`
	Nodes  int64  `json:"nodes"`  // for each move
	Player string `json:"player"` // whose evaluation played
	Games  int    `json:"games"`  // in each shard
}

const (
	shardFormat = 1
	shardSuffix = ".games"
)

// A shard is a file's worth of games.
type shard struct {
	header  shardHeader
	samples []Sample
}

func shardName(dir string, n int) string {
	return filepath.Join(dir, fmt.Sprintf("%05d%s", n, shardSuffix))
}

// writeTo makes the shard's file in a folder.
func (s *shard) writeTo(dir string) error {
	var packed []byte
	for _, sample := range s.samples {
		packed = sample.appendPacked(packed)
	}
	s.header.Format, s.header.Samples = shardFormat, len(s.samples)
	if err := store.Write(shardName(dir, s.header.Shard), s.header, packed); err != nil {
		return fmt.Errorf("patterns: writing games: %w", err)
	}
	return nil
}

// readShard reads a file of games. One that is missing gives fs.ErrNotExist, one that is damaged
// store.ErrDamaged.
func readShard(dir string, n int, want Origin) (*shard, error) {
	name := shardName(dir, n)
	s := &shard{}
	packed, err := store.Read(name, &s.header)
	switch {
	case err != nil:
		return nil, fmt.Errorf("patterns: reading games: %w", err)
	case s.header.Format != shardFormat || s.header.Shard != n:
		return nil, fmt.Errorf("patterns: %s: %w: shard %d in format %d", name, store.ErrDamaged, s.header.Shard,
			s.header.Format)
	case len(packed) != s.header.Samples*sampleSize:
		return nil, fmt.Errorf("patterns: %s: %w: %d bytes are not %d samples", name, store.ErrDamaged, len(packed),
			s.header.Samples)
	case s.header.Origin != want:
		return nil, fmt.Errorf("patterns: %s: made with %+v, not with %+v", name, s.header.Origin, want)
	}
	s.samples = make([]Sample, s.header.Samples)
	for i := range s.samples {
		s.samples[i] = unpackSample(packed[i*sampleSize:])
		if s.samples[i].Position().Validate() != nil || s.samples[i].Result > Won {
			return nil, fmt.Errorf("patterns: %s: %w: sample %d is no position", name, store.ErrDamaged, i)
		}
	}
	return s, nil
}

// A Sample is a quiet position of a game, turned so that the mover goes up the board, with what became of it.
type Sample struct {
	Own, Foe, Kings board.Bits
	Score           int16  // what the search said, hundredths of a man for the mover
	Result          Result // of the game
	Ply             uint8
}

// A Result is how a game ended for one side: for the side to move in a Sample, for White elsewhere.
type Result uint8

// The results.
const (
	Lost Result = iota
	Drawn
	Won
)

// sampleSize is the number of bytes of a stored sample.
const sampleSize = 16

// turnToWhite makes the mover of a position White.
func turnToWhite(p board.Position) board.Position {
	if p.Turn == board.White {
		return p
	}
	return board.Position{White: p.Black.Rotate(), Black: p.White.Rotate(), Kings: p.Kings.Rotate()}
}

// Position is the sample's position, White to move.
func (s Sample) Position() board.Position {
	return board.Position{White: s.Own, Black: s.Foe, Kings: s.Kings}
}

// appendPacked stores a sample.
func (s Sample) appendPacked(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(s.Own))
	b = binary.LittleEndian.AppendUint32(b, uint32(s.Foe))
	b = binary.LittleEndian.AppendUint32(b, uint32(s.Kings))
	b = binary.LittleEndian.AppendUint16(b, uint16(s.Score))
	return append(b, byte(s.Result), s.Ply)
}

// unpackSample reads a stored sample from its bytes.
func unpackSample(b []byte) Sample {
	return Sample{
		Own:    board.Bits(binary.LittleEndian.Uint32(b)),
		Foe:    board.Bits(binary.LittleEndian.Uint32(b[4:])),
		Kings:  board.Bits(binary.LittleEndian.Uint32(b[8:])),
		Score:  int16(binary.LittleEndian.Uint16(b[12:])),
		Result: Result(b[14]),
		Ply:    b[15],
	}
}
