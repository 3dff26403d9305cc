package robot_test

import (
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/link/wire"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// spoiled is a controller whose words are changed on their way to the robot. What change returns nil for is lost.
type spoiled struct {
	device  virtual.Device
	decoder wire.Decoder
	change  func(wire.Message) wire.Message
}

func (d *spoiled) Advance(now time.Duration, in []byte) (out []byte, next time.Duration) {
	bytes, next := d.device.Advance(now, in)
	d.decoder.Feed(bytes, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return
		}
		if m = d.change(m); m != nil {
			f.Payload = wire.Marshal(m)
			out = wire.AppendEncode(out, f)
		}
	})
	return out, next
}

// blind makes all sensors read the same, while on says so.
func (s *scene) blind(on *bool, reads uint32) {
	s.device = &spoiled{device: s.device, change: func(m wire.Message) wire.Message {
		switch v := m.(type) {
		case wire.Snapshot:
			if *on {
				v.Bits = reads
			}
			return v
		case wire.Press:
			if *on {
				v.Bits = reads
			}
			return v
		}
		return m
	}}
}

// 20: a king lies with its other pole up, and reads as full all the same.
func TestScene20TurnedChecker(t *testing.T) {
	t.Parallel()
	s := play(t, startFEN, board.White)
	s.did(s.world.FlipSquare(square("c3")))
	s.press()
	s.shows(turn.Visitor, say.YourMove)
	s.did(s.world.FlipSquare(square("c3")))
	s.goesOn("c3-d4")
}

func TestScene21AllSensorsAlike(t *testing.T) {
	t.Parallel()
	for _, reading := range []struct {
		name string
		bits uint32
		key  say.Key
	}{{"empty", 0, say.FaultEmpty}, {"full", 0xffffffff, say.FaultFull}} {
		t.Run(reading.name, func(t *testing.T) {
			on := false
			s := play(t, "W:Wa3,a1,c1:BKb8,h8", board.White, "b8-h2")
			s.blind(&on, reading.bits)
			on = true
			s.press()
			s.shows(turn.Visitor, reading.key)
			on = false
			s.pass(time.Second)
			s.moves("a3-b4")
			s.accepts("a3-b4")
			s.inTheAir()
			on = true
			s.until(turn.Hold, reading.key)
			on = false
			s.until(turn.Boot, say.GettingReady) // what they showed of the arm's work was nothing to go by
			s.recovers()
		})
	}
	t.Run("full from the beginning", func(t *testing.T) {
		on := true
		s := newScene(t, startFEN, board.White, nil)
		s.blind(&on, 0xffffffff)
		s.until(turn.Setup, say.FaultFull)
		on = false
		s.until(turn.Visitor, say.YourTurnWhite)
	})
}
