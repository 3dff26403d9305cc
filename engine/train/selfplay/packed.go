package selfplay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"crownhead/board"
	"crownhead/engine/net"
)

// A packed game is, in little-endian order: its pieces (white, black, kings: 4 bytes each), the
// side to move, White's result and 1 (a byte each), the number of decisions (2 bytes), and the
// decisions. A decision is its action (2 bytes, of which the highest bit says that it was
// searched), the value in 1/32767 if it was (2 bytes), the number of its shares (1 byte), and for
// each an action (2 bytes) and the part in 1/65535 (2 bytes).
const (
	searchedBit = 1 << 15
	valueUnit   = math.MaxInt16
	partUnit    = math.MaxUint16
	mostShares  = math.MaxUint8
)

// appendPacked packs a game. Values and parts are rounded.
func (g *Game) appendPacked(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(g.Start.White))
	b = binary.LittleEndian.AppendUint32(b, uint32(g.Start.Black))
	b = binary.LittleEndian.AppendUint32(b, uint32(g.Start.Kings))
	b = append(b, byte(g.Start.Turn), byte(g.White+1))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(g.Decisions)))
	for i := range g.Decisions {
		b = g.Decisions[i].appendPacked(b)
	}
	return b
}

func (d *Decision) appendPacked(b []byte) []byte {
	action := uint16(d.Action)
	if d.Searched {
		b = binary.LittleEndian.AppendUint16(b, action|searchedBit)
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(math.Round(float64(d.Value)*valueUnit))))
	} else {
		b = binary.LittleEndian.AppendUint16(b, action)
	}
	b = append(b, byte(len(d.Policy)))
	for _, share := range d.Policy {
		b = binary.LittleEndian.AppendUint16(b, uint16(share.Action))
		b = binary.LittleEndian.AppendUint16(b, uint16(math.Round(float64(share.Part)*partUnit)))
	}
	return b
}

var errPacked = errors.New("not a packed game")

// A byteReader takes numbers from bytes; once there are too few, it gives zeros.
type byteReader struct {
	rest  []byte
	short bool
}

func (r *byteReader) takeBytes(n int) []byte {
	if len(r.rest) < n {
		r.rest, r.short = nil, true
		return make([]byte, n)
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *byteReader) byte() byte     { return r.takeBytes(1)[0] }
func (r *byteReader) uint16() uint16 { return binary.LittleEndian.Uint16(r.takeBytes(2)) }
func (r *byteReader) uint32() uint32 { return binary.LittleEndian.Uint32(r.takeBytes(4)) }

// unpackGame unpacks a game, which must be one that can be played.
func unpackGame(r *byteReader) (Game, error) {
	var g Game
	g.Start = board.Position{
		White: board.Bits(r.uint32()), Black: board.Bits(r.uint32()),
		Kings: board.Bits(r.uint32()),
	}
	g.Start.Turn = board.Color(r.byte())
	g.White = int(r.byte()) - 1
	if g.Start.Turn > board.Black || g.White > 1 {
		return g, fmt.Errorf("selfplay: %w: side to move %d, result %d", errPacked, g.Start.Turn, g.White)
	}
	if err := g.Start.Validate(); err != nil {
		return g, fmt.Errorf("selfplay: %w: %w", errPacked, err)
	}
	g.Decisions = make([]Decision, 0, 128)
	for range r.uint16() {
		g.Decisions = append(g.Decisions, unpackDecision(r))
		if r.short {
			return g, fmt.Errorf("selfplay: %w: it ends too soon", errPacked)
		}
	}
	return g, g.checkReplay()
}

func unpackDecision(r *byteReader) Decision {
	action := r.uint16()
	d := Decision{Action: net.Action(action &^ searchedBit), Searched: action&searchedBit != 0}
	if d.Searched {
		d.Value = float32(int16(r.uint16())) / valueUnit
	}
	sum := float32(0)
	for range r.byte() {
		share := net.ActionShare{Action: net.Action(r.uint16()), Part: float32(r.uint16())}
		d.Policy = append(d.Policy, share)
		sum += share.Part
	}
	for i := range d.Policy {
		d.Policy[i].Part /= max(sum, 1)
	}
	return d
}
