package robot_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/face/say"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/world"
	"crownhead/robot/robottest"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// moments of a robot's long move, each waited for.
var moments = map[string]func(*scene){
	"on its way": func(s *scene) { s.pass(300 * time.Millisecond) },
	"carrying":   func(s *scene) { s.carries(60) },
	"just laid down": func(s *scene) {
		s.awaitCheckerInAir()
		s.wait("it lies", func() bool { return s.heldChecker() == nil })
	},
	"parking": func(s *scene) {
		s.wait("it was seen to lie", func() bool { return s.countInJournal(`"arm":"carried"`) > 0 })
		s.pass(200 * time.Millisecond)
	},
}

// carries waits until the arm has carried a checker so many millimetres far.
func (s *scene) carries(far float64) {
	s.t.Helper()
	s.awaitCheckerInAir()
	above := s.heldChecker()
	s.wait("far enough", func() bool { return math.Hypot(s.heldChecker().X-above.X, s.heldChecker().Y-above.Y) > far })
}

// midMove is a scene in which the robot's king goes from b8 to h2.
func midMove(t *testing.T, moment func(*scene)) *scene {
	s := startPlaying(t, "W:Wa3,a1,c1:BKb8,h8", board.White, "b8-h2")
	s.makeMove("a3-b4")
	s.pressAndExpect("a3-b4")
	s.untilPhase(turn.Moving)
	moment(s)
	return s
}

func TestScene22CablePulledInMidMove(t *testing.T) {
	for name, moment := range moments {
		for _, away := range []time.Duration{2 * time.Second, 90 * time.Second} {
			t.Run(fmt.Sprint(name, " ", away), func(t *testing.T) {
				s := midMove(t, moment)
				s.pullCable()
				s.until(turn.NotReady, say.LinkLost)
				s.pass(away)
				s.wantShown(turn.NotReady, say.LinkLost)
				s.plugCable()
				s.until(turn.NotReady, say.GettingReady)
				s.recoverGame()
			})
		}
	}
}

func TestScene22CablePulledInTheVisitorsTurn(t *testing.T) {
	t.Parallel()
	t.Run("the visitor's move is made meanwhile", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.playRound("c3-d4")
		s.pullCable()
		s.until(turn.NotReady, say.LinkLost)
		s.makeMove("d4-c5")
		s.plugCable()
		s.until(turn.VisitorTurn, say.YourTurn)
		s.pressAndExpect("d4-c5")
		s.awaitHandover()
	})
	t.Run("a checker gets lost meanwhile", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.playRound("c3-d4")
		s.pullCable()
		s.pass(time.Second)
		s.removeCheckers("h8")
		s.plugCable()
		s.until(turn.Setup, say.SetUpBlack, "h8")
		s.layChecker(board.BlackMan, "h8")
		s.until(turn.VisitorTurn, say.YourTurn)
	})
	t.Run("while the robot thinks", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.makeMove("c3-d4")
		s.pressAndExpect("c3-d4")
		s.pullCable()
		s.until(turn.NotReady, say.LinkLost)
		s.pass(5 * time.Second)
		s.plugCable()
		s.awaitHandover()
		s.wantPlayed("c3-d4", "b6-a5")
	})
}

// 22: no controller is there from the beginning.
func TestScene22NoController(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	s.pulled = true
	s.until(turn.NotReady, say.LinkLost)
	serial := s.snap.Say.Serial
	s.pass(2 * time.Minute)
	s.wantShown(turn.NotReady, say.LinkLost)
	if s.snap.Say.Serial == serial {
		t.Error("nothing is said again after a while")
	}
	s.plugCable()
	s.until(turn.VisitorTurn, say.YourTurnWhite)
}

// stranger is another device on the port: it talks without being asked, and never shakes hands.
type stranger struct {
	heard []byte
	next  time.Duration
}

func (d *stranger) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	d.heard = append(d.heard, in...)
	if now < d.next {
		return nil, d.next
	}
	d.next = now + time.Second
	return []byte("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"), d.next
}

func TestScene23AnotherDevice(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	other := &stranger{}
	s.Device = other
	s.until(turn.NotReady, say.LinkLost)
	s.pass(time.Minute)
	s.wantShown(turn.NotReady, say.LinkLost)
	asked := 0
	var decoder wire.Decoder
	decoder.Feed(other.heard, func(f wire.Frame) {
		if asked++; f.Type != wire.TypeHelloRequest {
			t.Errorf("it was sent a frame of type %v", f.Type)
		}
	})
	if asked == 0 {
		t.Error("it was not asked for a HELLO")
	}
}

func TestScene24ControllerResets(t *testing.T) {
	t.Parallel()
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s := midMove(t, moment)
			carried := s.heldChecker() != nil
			s.ResetController(s.now)
			s.until(turn.NotReady, say.GettingReady)
			if s.snap.Homed {
				t.Error("it still believes to know where the arm is")
			}
			if carried {
				s.until(turn.Setup, say.SetUpBlackKing, "h2")
			}
			s.recoverGame()
			if s.countInJournal(`"event":"homed"`) != 2 {
				t.Error("not homed again")
			}
		})
	}
	t.Run("in the visitor's turn", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.playRound("c3-d4")
		s.makeMove("d4-c5")
		s.ResetController(s.now)
		s.until(turn.NotReady, say.GettingReady)
		s.until(turn.VisitorTurn, say.YourTurn)
		s.pressAndExpect("d4-c5")
		s.awaitHandover()
	})
}

func TestScene25FirmwareOfAnotherVersion(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	major := uint8(wire.Major + 1)
	s.Device = &spoiled{device: s.Device, change: func(m wire.Message) wire.Message {
		if hello, ok := m.(wire.Hello); ok {
			hello.Major = major
			return hello
		}
		return m
	}}
	s.until(turn.NotReady, say.WrongFirmware)
	pose := s.World.State(s.now).Arm.Joints
	s.pass(time.Minute)
	s.wantShown(turn.NotReady, say.WrongFirmware)
	if s.World.State(s.now).Arm.Joints != pose {
		t.Error("it moved")
	}
	major = wire.Major
	s.ResetController(s.now) // another firmware was put in
	s.until(turn.VisitorTurn, say.YourTurnWhite)
}

// noise adds garbage, halves of frames and repetitions to what a controller sends.
type noise struct {
	device virtual.Device
	random *rand.Rand
	last   []byte
}

func (n *noise) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	out, next := n.device.Advance(now, in)
	if len(out) == 0 {
		return out, next
	}
	whole := bytes.Clone(out)
	switch n.random.IntN(4) {
	case 0: // garbage
		for range n.random.IntN(300) {
			out = append(out, byte(n.random.Uint32()))
		}
		out = append(out, 0)
	case 1: // half of it, and all of it again
		out = append(append(bytes.Clone(whole[:len(whole)/2]), 0), whole...)
	case 2: // what was said before, and this ten times
		out = append(bytes.Clone(n.last), bytes.Repeat(whole, 10)...)
	}
	n.last = whole
	return out, next
}

func TestScene25GarbageAndFloods(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.White, nil)
	s.answers = []string{"b6-a5", "d6:b4"}
	s.Device = &noise{device: s.Device, random: rand.New(rand.NewPCG(1, 2))}
	s.untilPhase(turn.VisitorTurn)
	s.playRound("c3-d4")
	s.playRound("d4-c5")
	if s.countInJournal(`"press"`) != 2 {
		t.Error("presses were lost or multiplied")
	}
	if s.Core.LinkErrors() == 0 {
		t.Error("nothing was wrong with the line")
	}
}

// lazy is a controller that acknowledges everything and does nothing but say that it has homed.
type lazy struct {
	world   *world.World
	channel wire.ReliableLink
	decoder wire.Decoder
	nonce   uint32
	limits  wire.SetupLimits
	homing  wire.SetupHoming
	status  wire.Status
	out     []byte
}

func (d *lazy) Advance(now time.Duration, in []byte) ([]byte, time.Duration) {
	d.out = nil
	d.decoder.Feed(in, func(f wire.Frame) {
		m, err := wire.Unmarshal(f.Type, f.Payload)
		if err != nil {
			return
		}
		if r, ok := m.(wire.HelloRequest); ok {
			d.hello(r)
		} else if d.channel.Receive(now, f) {
			d.hear(m)
		}
	})
	var next time.Duration
	d.out, next = d.channel.Advance(now, d.out)
	return d.out, next
}

func (d *lazy) hello(r wire.HelloRequest) {
	if r.Nonce != d.nonce {
		d.nonce, d.status = r.Nonce, wire.Status{State: wire.StateUnset, Free: wire.QueueLen}
		d.channel.Reset(r.Session())
	}
	d.say(wire.Hello{Major: wire.Major, Minor: wire.Minor, Boot: 1, Nonce: r.Nonce, Flags: wire.HelloVirtual})
}

func (d *lazy) hear(m wire.Message) {
	switch v := m.(type) {
	case wire.SetupLimits:
		d.limits = v
	case wire.SetupHoming:
		d.homing = v
	case wire.SetupRates:
		_ = d.channel.Send(wire.SetupEcho{CRC: wire.SetupCRC(d.limits, d.homing, v)})
		d.status.State, d.status.Flags = wire.StateUnhomed, wire.FlagSetup
	case wire.Home:
		d.status.State = wire.StateHoming
	case wire.Stop:
		d.status.State = wire.StateStopped
		d.say(wire.StopConfirm(v))
	case wire.Clear:
		d.status.State = wire.StateReady
	case wire.Heartbeat:
		d.status.Beat = v.Nonce
		d.say(d.status)
		d.say(wire.Snapshot{Counter: v.Nonce, Bits: d.world.Sensors()})
		if d.status.State == wire.StateHoming {
			d.status.State, d.status.Flags = wire.StateReady, d.status.Flags|wire.FlagHomed
		}
	}
}

func (d *lazy) say(m wire.Message) { d.out = d.channel.AppendUnsequenced(d.out, m) }

// 25: everything is acknowledged, and nothing gets done. After a few tries the visitor moves for the robot.
func TestScene25AcknowledgesButDoesNotMove(t *testing.T) {
	t.Parallel()
	s := newScene(t, robottest.StartFEN, board.Black, nil)
	s.answers = []string{"c3-d4"}
	s.Device = &lazy{world: s.World}
	s.until(turn.NotReady, say.ArmFault)
	s.until(turn.Setup, say.SetUpWhite, "d4")
	s.moveChecker("c3", "d4")
	s.until(turn.VisitorTurn, say.YourTurnBlack)
	if s.World.Counts().Verifications != 1 {
		t.Error("not handed over")
	}
	s.Device = s.Controller
	s.ResetController(s.now)
	s.until(turn.NotReady, say.GettingReady)
	s.untilPhase(turn.VisitorTurn)
	s.playRound("b6-a5") // the next move is the arm's again
}

func TestScene26SleepsAndWakes(t *testing.T) {
	t.Parallel()
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			s := midMove(t, moment)
			s.closeLaptop(5 * time.Minute)
			s.recoverGame()
		})
	}
	t.Run("in the visitor's turn", func(t *testing.T) {
		s := startPlaying(t, robottest.StartFEN, board.White, "b6-a5")
		s.playRound("c3-d4")
		s.closeLaptop(5 * time.Minute)
		s.untilPhase(turn.VisitorTurn)
		s.playRound("d4-c5")
	})
}

// 24: what was on its way to the tray when the vacuum was lost, no sensor sees. The robot asks for it.
func TestScene24ResetOnTheWayToTheTray(t *testing.T) {
	t.Parallel()
	s := startPlaying(t, "W:Wc3,a1,g1:Be5,h8", board.White, "e5:c3")
	s.makeMove("c3-d4")
	s.pressAndExpect("c3-d4")
	s.wait("its own checker is moved", func() bool { return s.countInJournal(`"arm":"carried"`) == 1 })
	s.carries(30)
	s.ResetController(s.now)
	s.until(turn.Help, say.HelpRemove, "d4")
	s.clearUp("d4")
	s.pressButton()
	s.wantShown(turn.VisitorTurn, say.YourTurn)
}
