package turn

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"crownhead/board"
)

// Version is the version of the journal's format. The outcome of a replay is compared for ever; effects only with
// journals of the same version.
const Version = 2

// The kinds of events. Scan, button and engine stand in every sensor log, the others in journals only.
const (
	EventScan      = "scan"      // the occupancy has settled anew
	EventPress     = "press"     // the red button went down
	EventButton    = "button"    // the settled occupancy that belongs to a press
	EventUnsettled = "unsettled" // a press whose occupancy didn't settle in time
	EventLink      = "link"      // the link came up, went down, or its controller was reset
	EventHomed     = "homed"     // the arm knows where it is
	EventArm       = "arm"       // a step of the arm's program, or a trouble with it
	EventEngine    = "engine"    // the engine's answer
	EventHint      = "hint"      // its answer to a visitor who asked for a hint
	EventCommand   = "command"   // somebody's wish, from a page or a signal
	EventDeadline  = "deadline"  // a named time is over
	EventEstop     = "estop"     // the controller's latched stop is on or off
	EventDisk      = "disk"      // the journal can't be written
	EventMask      = "mask"      // a sensor is not believed any more, or is again
)

// What a link event says.
const (
	LinkUp      = "up"
	LinkDown    = "down"
	LinkReset   = "reset"
	LinkRefused = "refused" // Name says why
)

// Why a link is refused.
const (
	RefusedFirmware     = "firmware"     // the controller speaks another version of the protocol
	RefusedSetup        = "setup"        // it doesn't take the set-up
	RefusedUncalibrated = "uncalibrated" // real hardware whose place nobody has measured
)

// What an arm event says.
const (
	ArmCarried   = "carried"
	ArmRetry     = "retry"
	ArmHelpPick  = "help_pick"
	ArmHelpPlace = "help_place"
	ArmDisturbed = "disturbed"
	ArmHeld      = "held"
	ArmDone      = "done"
	ArmFault     = "fault"
)

// An Event is one thing that happened: a line of the journal without its outcome. Which fields count depends on Kind.
type Event struct {
	T    time.Duration
	Kind string

	Bits     board.Bits // scan, button, arm in trouble: the squares that are occupied
	Link     string     // link: up, down, reset
	Boot     uint32     // link: the controller's boot id
	Virtual  bool       // link: the controller is the virtual robot
	Arm      string     // arm: what the arm reports
	Step     int        // arm: which carry of the program
	Square   string     // arm: where; mask: which
	Expected board.Bits // arm in trouble: the squares that should be occupied
	Move     string     // engine, hint: the answer
	Win      float64    // engine: its estimate for the robot, in [-1, 1]
	Ply      int        // engine, hint: how many plies had been played when it was asked
	Name     string     // command, deadline; link: why it is refused; mask: why
	On       bool       // estop, disk, mask

	Args   map[string]string // command
	Remark Remark            // engine, hint: to be made with the answer
}

// wireEvent is an event as a journal spells it. Pointers tell an absent field from a zero one.
type wireEvent struct {
	T        *float64 `json:"t"`
	Event    string   `json:"event"`
	Bits     *string  `json:"bits,omitempty"`
	Link     string   `json:"link,omitempty"`
	Boot     uint32   `json:"boot,omitempty"`
	Virtual  bool     `json:"virtual,omitempty"`
	Arm      string   `json:"arm,omitempty"`
	Step     *int     `json:"step,omitempty"`
	Square   string   `json:"square,omitempty"`
	Expected *string  `json:"expected,omitempty"`
	Move     string   `json:"move,omitempty"`
	Win      *float64 `json:"win,omitempty"`
	Ply      *int     `json:"ply,omitempty"`
	Name     string   `json:"name,omitempty"`
	On       *bool    `json:"on,omitempty"`

	Args   map[string]string `json:"args,omitempty"`
	Remark *Remark           `json:"remark,omitempty"`
}

// wire spells the event for a journal: only the fields that its kind has.
func (e Event) wire() wireEvent {
	seconds := float64(e.T.Milliseconds()) / 1000
	w := wireEvent{
		T: &seconds, Event: e.Kind, Link: e.Link, Boot: e.Boot, Virtual: e.Virtual,
		Arm: e.Arm, Square: e.Square, Move: e.Move, Name: e.Name, Args: e.Args,
	}
	if e.Remark.Key != "" {
		w.Remark = &e.Remark
	}
	switch e.Kind {
	case EventScan, EventButton:
		bits := e.Bits.String()
		w.Bits = &bits
	case EventArm:
		w.Step = &e.Step
		if e.SawBoard() {
			expected, seen := e.Expected.String(), e.Bits.String()
			w.Expected, w.Bits = &expected, &seen
		}
	case EventEngine:
		w.Win, w.Ply = &e.Win, &e.Ply
	case EventHint:
		w.Ply = &e.Ply
	case EventEstop, EventDisk, EventMask:
		w.On = &e.On
	}
	return w
}

// A Line is an event with its outcome, as a journal has them.
type Line struct {
	Event Event
	Then  StepResult
}

// MarshalJSON writes the event's fields with the outcome behind them.
func (l Line) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		wireEvent
		Then StepResult `json:"then"`
	}{l.Event.wire(), l.Then})
}

// SawBoard tells an arm event that reports what the sensors saw.
func (e Event) SawBoard() bool {
	return e.Arm == ArmDisturbed || e.Arm == ArmHeld || e.Arm == ArmHelpPick || e.Arm == ArmHelpPlace
}

// MarshalJSON writes the event as a journal has it.
func (e Event) MarshalJSON() ([]byte, error) { return json.Marshal(e.wire()) }

// UnmarshalJSON reads an event strictly: a field that its kind needs must be there and make sense; fields that the
// package doesn't know are let pass.
func (e *Event) UnmarshalJSON(data []byte) error {
	var w wireEvent
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	if w.T == nil || *w.T < 0 || *w.T > maxSeconds || math.IsNaN(*w.T) {
		return fmt.Errorf("%q needs a time t in seconds, 0 or later", w.Event)
	}
	*e = Event{
		T: time.Duration(math.Round(*w.T*1000)) * time.Millisecond, Kind: w.Event, Link: w.Link, Boot: w.Boot,
		Virtual: w.Virtual, Arm: w.Arm, Square: w.Square, Move: w.Move, Name: w.Name, Args: w.Args,
		Step: deref(w.Step), Win: deref(w.Win), Ply: deref(w.Ply), On: deref(w.On), Remark: deref(w.Remark),
	}
	var err error
	if e.Bits, err = readBits(w.Bits); err != nil {
		return err
	}
	if e.Expected, err = readBits(w.Expected); err != nil {
		return err
	}
	return e.check(w)
}

// maxSeconds bounds t: a hundred years, far below what a duration holds.
const maxSeconds = 3.2e9

func deref[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

func readBits(s *string) (board.Bits, error) {
	if s == nil {
		return 0, nil
	}
	return board.ParseBits(*s)
}

// check refuses an event that lacks what its kind needs.
func (e Event) check(w wireEvent) error {
	missing := ""
	switch e.Kind {
	case EventScan, EventButton:
		if w.Bits == nil {
			missing = "bits"
		}
	case EventLink:
		if !slices.Contains([]string{LinkUp, LinkDown, LinkReset, LinkRefused}, e.Link) {
			missing = "link, one of up, down, reset, refused"
		}
	case EventArm:
		if e.Arm == "" {
			missing = "arm"
		}
	case EventEngine, EventHint:
		if e.Move == "" {
			missing = "move"
		}
	case EventCommand, EventDeadline:
		if e.Name == "" {
			missing = "name"
		}
	case EventEstop, EventDisk:
		if w.On == nil {
			missing = "on"
		}
	case EventMask:
		if _, err := board.ParseSquare(e.Square); err != nil || w.On == nil {
			missing = "a square, or on"
		}
	case EventPress, EventUnsettled, EventHomed:
	case "":
		return fmt.Errorf("a line without an event")
	default:
		return fmt.Errorf("unknown event %q", e.Kind)
	}
	if missing != "" {
		return fmt.Errorf("event %q lacks %s", e.Kind, missing)
	}
	return nil
}
