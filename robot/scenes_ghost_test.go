package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/twin/world"
	"crownhead/robot/command"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
)

// weakSquares are sensors that flicker, each with the same chance.
func weakSquares(p float64, squares board.Bits) (f world.SensorFaults) {
	for _, sq := range squares.Squares() {
		f.Flicker[sq] = p
	}
	return f
}

// Weak magnets on all squares of a move make no move of presses, though nobody touches anything. What was moved is
// asked about, and what is touched on the screen counts.
func TestScene19GhostMoves(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{robottest.StartFEN, "W:Wc3,a1,e1:Bd4,h8", "W:Wc3,a1,e1:Bd4,d6,h8"} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Moves() {
			for _, chance := range []float64{0.05, 0.2, 0.5} {
				s := startPlaying(t, fen, board.White)
				s.World.SetSensorFaults(weakSquares(chance, m.From.Bit()|m.To.Bit()|m.Captured))
				for n := range 10 {
					s.pass(time.Duration(500+n*370) * time.Millisecond)
					s.pressButton()
					if len(s.snap.Moves) > 0 {
						t.Fatalf("%v, chance %v, press %d at %v: %v is played, masked are %v",
							p.Notation(m), chance, n, s.now, s.snap.Moves, s.snap.Masked)
					}
				}
				s.wantShown(turn.VisitorTurn, say.WhichMove, m.To.String())
				s.makeMove(p.Notation(m))
				s.sendCommand(command.Which, "move", p.Notation(m))
				s.awaitHandover()
			}
		}
	}
}
