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
	spareKings   = 3                      // lie in the tray when a game is set up
	bootDelay    = 300 * time.Millisecond // for so long the boot loader of the controller listens
	resetByPort  = wire.ResetExternal
	warnInterval = time.Second
)

// A robot is a world with its device and its scripted visitor, all stepped by one clock. One goroutine
// owns it.
type robot struct {
	cfg        Config
	epoch      time.Time
	world      *world.World
	device     *twin.Device
	announced  Announcement
	visitorDue time.Duration // when the scripted visitor acts next
	deviceDue  time.Duration // when the device wants to be called next

	chipErr         error         // why the chip has died
	badFramesLogged uint64        // of the device's bad frames
	nextWarnAt      time.Duration // when more of them may be logged
}

func newRobot(cfg Config) *robot {
	w := world.New(groundtruth.ForRun(cfg.Seed, cfg.Misaligned), cfg.Seed)
	w.PlacePosition(cfg.Start, cfg.Visitor, spareKings)
	r := &robot{cfg: cfg, epoch: time.Now(), world: w}
	var c twin.Controller
	if cfg.Chip == nil {
		c = controller.New(w, controller.Config{Seed: cfg.Seed, BootDelay: bootDelay})
	} else {
		failed := func(err error) { r.chipErr = err }
		c = rig.New(w, cfg.Chip, rig.Config{BootDelay: bootDelay, RealTime: true, OnDeath: failed})
	}
	r.device = twin.ConnectController(w, c, cfg.Faults, cfg.Seed)
	return r
}

func (r *robot) now() time.Duration { return r.cfg.Clock.Since(r.epoch) }

// advance lets the scripted visitor act and steps the device to the present time. It passes the device
// these bytes and returns those that leave it.
func (r *robot) advance(in []byte) []byte {
	now := r.now()
	if r.cfg.Script != nil && now >= r.visitorDue {
		r.visitorDue = r.cfg.Script.Act(now, r.announced, r.world)
	}
	out, next := r.device.Advance(now, in)
	r.deviceDue = next
	return out
}

// timeToNext returns how long nothing is due, by the robot's clock.
func (r *robot) timeToNext() time.Duration {
	due := r.deviceDue
	if r.cfg.Script != nil {
		due = min(due, r.visitorDue)
	}
	return max(due-r.now(), 0)
}

// resetDevice presses the controller's reset button.
func (r *robot) resetDevice() {
	r.device.Reset(r.now(), resetByPort)
	r.deviceDue = 0
	r.badFramesLogged = 0
}

// logBadFrames logs how many stretches between two delimiters were no frames. The host sends again
// what a bad line has damaged, so nothing else shows how bad the line is.
func (r *robot) logBadFrames() {
	bad := r.device.BadFrames()
	if bad < r.badFramesLogged {
		r.badFramesLogged = 0 // an injected reset of the controller began the count anew
	}
	if now := r.now(); bad > r.badFramesLogged && now >= r.nextWarnAt {
		r.cfg.Log.Warn().Uint64("pieces", bad-r.badFramesLogged).Msg("bytes that are no frames are thrown away")
		r.badFramesLogged, r.nextWarnAt = bad, now+warnInterval
	}
}

// handleOp carries out one operation and makes the reply.
func (r *robot) handleOp(op Op) Reply {
	reply := Reply{Req: op.Req}
	if err := r.applyOp(op); err != nil {
		reply.Error = err.Error()
	}
	if op.Name == OpCounts {
		counts := r.world.Counts()
		reply.Counts = &counts
		if r.cfg.Script != nil {
			reply.IllegalPresses = r.cfg.Script.IllegalPresses()
		}
	}
	return reply
}

func (r *robot) applyOp(op Op) error {
	w, now := r.world, r.now()
	switch op.Name {
	case OpMove:
		return w.MoveID(op.ID, op.X, op.Y)
	case OpLift:
		return w.RemoveID(op.ID)
	case OpTurn:
		return w.FlipID(op.ID)
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
		w.PlacePosition(p, visitor, spareKings)
	case OpHandover:
		p, err := board.ParseFEN(op.FEN)
		if err != nil {
			return fmt.Errorf("serve: handing over: %w", err)
		}
		w.VerifyPosition(p, now)
	case OpAnnounce:
		r.announced, r.visitorDue = op.Announcement, 0
	case OpReset:
		r.resetDevice()
	case OpCut:
		r.device.CutLine(now, time.Duration(op.Seconds*float64(time.Second)))
	case OpCounts:
	default:
		return fmt.Errorf("serve: no operation %q", op.Name)
	}
	return nil
}
