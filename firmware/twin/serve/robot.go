package serve

import (
	"fmt"
	"time"

	"crownhead/board"
	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/rig"
	"crownhead/firmware/twin/world"
)

const (
	spareKings    = 3                      // lie in the tray when a game is set up
	bootTime      = 300 * time.Millisecond // for so long the boot loader of the controller listens
	resetByPort   = wire.ResetExternal
	complaintPace = time.Second
)

// A robot is the device, the world and the visitor, driven by a clock. One goroutine owns it.
type robot struct {
	cfg    Config
	epoch  time.Time
	world  *world.World
	device *twin.Device
	said   Said
	visit  time.Duration // the visitor's next deadline
	next   time.Duration // the device's

	failed    error         // of the chip
	spoilt    uint64        // pieces between two delimiters that were no frames and have been told of
	complaint time.Duration // when the next may be told
}

func newRobot(cfg Config) *robot {
	w := world.New(groundtruth.For(cfg.Seed, cfg.Misaligned), cfg.Seed)
	w.Setup(cfg.Start, cfg.Visitor, spareKings)
	r := &robot{cfg: cfg, epoch: time.Now(), world: w}
	var driver twin.Driver
	if cfg.Chip == nil {
		driver = controller.New(w, controller.Config{Seed: cfg.Seed, Boot: bootTime})
	} else {
		failed := func(err error) { r.failed = err }
		driver = rig.New(w, cfg.Chip, rig.Config{Boot: bootTime, Paced: true, Failed: failed})
	}
	r.device = twin.ConnectDriver(w, driver, cfg.Faults, cfg.Seed)
	return r
}

func (r *robot) now() time.Duration { return r.cfg.Clock.Since(r.epoch) }

// passBytes passes bytes in and returns those that leave.
func (r *robot) passBytes(in []byte) []byte {
	now := r.now()
	if r.cfg.Actor != nil && now >= r.visit {
		r.visit = r.cfg.Actor.Act(now, r.said, r.world)
	}
	out, next := r.device.Advance(now, in)
	r.next = next
	return out
}

// untilDue is the time until something is due, by the robot's clock.
func (r *robot) untilDue() time.Duration {
	due := r.next
	if r.cfg.Actor != nil {
		due = min(due, r.visit)
	}
	return max(due-r.now(), 0)
}

// resetDevice presses the controller's reset button.
func (r *robot) resetDevice() {
	r.device.Reset(r.now(), resetByPort)
	r.next = 0
}

// logSpoilt logs how many bytes were no frames: what a bad line spoils is sent again, and nothing else
// shows it.
func (r *robot) logSpoilt() {
	spoilt := r.device.Spoilt()
	if now := r.now(); spoilt > r.spoilt && now >= r.complaint {
		r.cfg.Log.Warn().Uint64("pieces", spoilt-r.spoilt).Msg("bytes that are no frames are thrown away")
		r.spoilt, r.complaint = spoilt, now+complaintPace
	}
}

// obeyOp carries one operation out and answers it.
func (r *robot) obeyOp(op Op) Reply {
	reply := Reply{Req: op.Req}
	if err := r.applyOp(op); err != nil {
		reply.Error = err.Error()
	}
	if op.Op == OpCounts {
		counts := r.world.Counts()
		reply.Counts = &counts
		if r.cfg.Actor != nil {
			reply.IllegalPresses = r.cfg.Actor.IllegalPresses()
		}
	}
	return reply
}

func (r *robot) applyOp(op Op) error {
	w, now := r.world, r.now()
	switch op.Op {
	case OpMove:
		return w.MoveTo(op.ID, op.X, op.Y)
	case OpLift:
		return w.Lift(op.ID)
	case OpTurn:
		return w.TurnID(op.ID)
	case OpPress:
		w.Press(now)
	case OpEstop:
		w.Estop(op.On)
	case OpTrophies:
		w.TakeTrophies()
	case OpSetup:
		p, err := board.ParseFEN(op.FEN)
		if err != nil {
			return fmt.Errorf("serve: setting up: %w", err)
		}
		visitor, err := board.ParseColor(op.Visitor)
		if err != nil {
			return fmt.Errorf("serve: setting up: %w", err)
		}
		w.Setup(p, visitor, spareKings)
	case OpHandover:
		p, err := board.ParseFEN(op.FEN)
		if err != nil {
			return fmt.Errorf("serve: handing over: %w", err)
		}
		w.Handover(p, now)
	case OpSaid:
		r.said, r.visit = op.Said, 0
	case OpReset:
		r.resetDevice()
	case OpCut:
		r.device.CutLine(now, time.Duration(op.Seconds*float64(time.Second)))
	case OpCounts:
	default:
		return fmt.Errorf("serve: no operation %q", op.Op)
	}
	return nil
}
