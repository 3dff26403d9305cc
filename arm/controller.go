package arm

import (
	"math"
	"time"

	"crownhead/board"
	"crownhead/kinematics"
)

// Segment is a piece of motion.
type Segment = kinematics.Segment

// Controller takes items into its queue in the order of their ids. Stop takes effect ahead of the queue: the arm
// decelerates, the queue is dropped, position and vacuum are kept.
type Controller interface {
	Segment(id uint16, s Segment)
	Actuate(id uint16, pump, valve bool, dwell time.Duration)
	Stop()
}

// Status is the latest state of the controller and the sensors.
type Status struct {
	Done     uint16     // id of the last item that is complete
	Idle     bool       // the queue is empty and the arm stands still
	Bits     board.Bits // occupied squares
	Unknown  board.Bits // squares whose sensors are masked
	Position [3]int32   // of the motors, 1/256 step
	Homed    bool       // the position is known
	Pumping  bool       // the pump is on
	Stopped  bool       // the controller has stopped, and takes no item until the stop is cleared
	Lossy    bool       // the line to the controller loses frames: items arrive late
}

// Kinds of events.
const (
	EventCarried     = "carried"      // carry Step is complete and verified
	EventRetry       = "retry"        // carry Step is tried again: the checker was not picked up, or not let go
	EventSlowRelease = "slow_release" // a checker has left the nozzle late; from now on the arm waits Release for that
	EventHelpPick    = "help_pick"    // the checker can't be picked up; the arm is parked and waits for Resume
	EventHelpPlace   = "help_place"   // the checker isn't where it should be; the arm is parked and waits for Resume
	EventDisturbed   = "disturbed"    // somebody else has changed the board to Seen from Expected; the arm stops and waits for Resume
	EventHeld        = "held"         // the arm stands, after a disturbance or a stop of the controller; it waits for Resume
	EventDone        = "done"         // the program is complete and the arm parked
	EventParked      = "parked"       // the arm is parked, as Park asked
	EventFault       = "fault"        // the arm's position or the controller can't be relied on; the program is abandoned
)

// An Event is what a Runner reports.
type Event struct {
	Kind     string
	Step     int          // the number of the carry; the number of carries when all are done
	Square   board.Square // the place concerned; NoSquare if it is a slot
	Slot     int
	Expected board.Bits
	Seen     board.Bits
	Detail   string        // of a fault, for the operator
	Dx, Dy   float64       // with EventCarried: how far from the middle of its square the checker was found, mm
	Release  time.Duration // with EventSlowRelease
	Found    bool          // with EventCarried: Dx and Dy are known, because a sensor sees the square
}

// Never is the deadline when nothing is waited for.
const Never = time.Duration(math.MaxInt64)
