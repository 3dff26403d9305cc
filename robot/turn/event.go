package turn

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"crownhead/board"
	"crownhead/robot/command"
)

// Version is the version of the journal's format. The outcome of a replay is compared for ever;
// effects only with journals of the same version.
const Version = 3

// An EventKind says what has happened. Scan, button and engine stand in every sensor log, the
// others in journals only.
type EventKind string

// The kinds of events.
const (
	EventScan         EventKind = "scan"      // the occupancy has settled anew
	EventPressed      EventKind = "press"     // the red button went down
	EventPressSettled EventKind = "button"    // the settled occupancy that belongs to a press
	EventUnsettled    EventKind = "unsettled" // a press whose occupancy didn't settle in time
	EventLink         EventKind = "link"      // the link came up, went down, or its controller was reset
	EventHomed        EventKind = "homed"     // the arm knows where it is
	EventArm          EventKind = "arm"       // a step of the arm's program, or a trouble with it
	EventEngine       EventKind = "engine"    // the engine's answer
	EventHint         EventKind = "hint"      // its answer to a visitor who asked for a hint
	EventCommand      EventKind = "command"   // from a page or a signal
	EventDeadline     EventKind = "deadline"  // a named time is over
	EventEstop        EventKind = "estop"     // the controller's latched stop is on or off
	EventDisk         EventKind = "disk"      // the journal can't be written, or can be again
	EventMask         EventKind = "mask"      // a sensor is not believed any more, or is again
)

// A LinkReport is what a link event says.
type LinkReport string

// What becomes of a link.
const (
	LinkUp      LinkReport = "up"
	LinkDown    LinkReport = "down"
	LinkReset   LinkReport = "reset"
	LinkRefused LinkReport = "refused" // Refusal says why
)

// A Refusal says why a controller is given no motion.
type Refusal string

// Why a link is refused.
const (
	RefusedFirmware     Refusal = "firmware"     // the controller speaks another version of the protocol
	RefusedSetup        Refusal = "setup"        // it doesn't take the set-up
	RefusedUncalibrated Refusal = "uncalibrated" // real hardware whose place nobody has measured
)

// An ArmReport is what an arm event says.
type ArmReport string

// What the arm reports.
const (
	ArmCarried   ArmReport = "carried"
	ArmRetry     ArmReport = "retry"
	ArmHelpPick  ArmReport = "help_pick"
	ArmHelpPlace ArmReport = "help_place"
	ArmDisturbed ArmReport = "disturbed"
	ArmHeld      ArmReport = "held"
	ArmDone      ArmReport = "done"
	armFault     ArmReport = "fault"
)

// A MaskReason says why a sensor is masked.
type MaskReason string

// Why a sensor is masked.
const (
	ReasonDead      MaskReason = "dead"      // it doesn't see a checker that is there
	ReasonStuck     MaskReason = "stuck"     // it sees one that isn't
	ReasonFlicker   MaskReason = "flicker"   // it changes without a hand
	ReasonNeighbour MaskReason = "neighbour" // it sees the checker on the square beside
	ReasonOperator  MaskReason = "operator"  // the operator wants it so
)

// A DeadlineName names a time after which Step wants to be told.
type DeadlineName string

// The deadlines.
const (
	DeadlineLink     DeadlineName = "link" // the link is still down
	deadlineHome     DeadlineName = "home" // homing takes too long
	deadlineSetup    DeadlineName = "setup"
	deadlineAsk      DeadlineName = "ask"
	deadlineAbandon  DeadlineName = "abandon"
	deadlineThinking DeadlineName = "thinking"
	deadlineEngine   DeadlineName = "engine"
	deadlineArm      DeadlineName = "arm"
	deadlineHelp     DeadlineName = "help"
	deadlineSteady   DeadlineName = "steady"
	deadlineClear    DeadlineName = "clear"
	deadlineAgain    DeadlineName = "again"
	DeadlineService  DeadlineName = "service" // nobody has moved the arm in service mode
	deadlineGuide    DeadlineName = "guide"
	deadlineHint     DeadlineName = "hint"
	deadlineName     DeadlineName = "name" // the next of several moves is named
)

// An Event is one thing that happened: a line of the journal without its outcome. Which fields
// count depends on Kind.
type Event struct {
	T    time.Duration
	Kind EventKind

	Bits     board.Bits // scan, button, arm in trouble: the squares that are occupied
	Link     LinkReport // link
	Refusal  Refusal    // link: why it is refused
	BootID   uint32     // link: the controller's boot id
	Virtual  bool       // link: the controller is the virtual robot
	Arm      ArmReport  // arm
	Carry    int        // arm: which carry of the program
	Square   string     // arm: where; mask: which
	Expected board.Bits // arm in trouble: the squares that should be occupied
	Move     string     // engine, hint: the answer
	Win      float64    // engine: its estimate for the robot, in [-1, 1]
	Ply      int        // engine, hint: how many plies had been played when it was asked
	Deadline DeadlineName
	On       bool       // estop, disk, mask
	Mask     MaskReason // mask: why

	Command command.Name
	Args    map[string]string // of the command
	Remark  Remark            // engine, hint: to be made with the answer
}

// wireEvent is an event as a journal spells it. Pointers tell an absent field from a zero one.
type wireEvent struct {
	T        *float64   `json:"t"`
	Event    EventKind  `json:"event"`
	Bits     *string    `json:"bits,omitempty"`
	Link     LinkReport `json:"link,omitempty"`
	Boot     uint32     `json:"boot,omitempty"`
	Virtual  bool       `json:"virtual,omitempty"`
	Arm      ArmReport  `json:"arm,omitempty"`
	Step     *int       `json:"step,omitempty"`
	Square   string     `json:"square,omitempty"`
	Expected *string    `json:"expected,omitempty"`
	Move     string     `json:"move,omitempty"`
	Win      *float64   `json:"win,omitempty"`
	Ply      *int       `json:"ply,omitempty"`
	Name     string     `json:"name,omitempty"`
	On       *bool      `json:"on,omitempty"`

	Args   map[string]string `json:"args,omitempty"`
	Remark *Remark           `json:"remark,omitempty"`
}

// wireName is what a journal has as the event's name: of a command, a deadline, or a reason.
func (e Event) wireName() string {
	switch e.Kind {
	case EventCommand:
		return string(e.Command)
	case EventDeadline:
		return string(e.Deadline)
	case EventLink:
		return string(e.Refusal)
	case EventMask:
		return string(e.Mask)
	}
	return ""
}

// toWire spells the event for a journal: only the fields that its kind has.
func (e Event) toWire() wireEvent {
	seconds := float64(e.T.Milliseconds()) / 1000
	w := wireEvent{
		T: &seconds, Event: e.Kind, Link: e.Link, Boot: e.BootID, Virtual: e.Virtual,
		Arm: e.Arm, Square: e.Square, Move: e.Move, Name: e.wireName(), Args: e.Args,
	}
	if e.Remark.Key != "" {
		w.Remark = &e.Remark
	}
	switch e.Kind {
	case EventScan, EventPressSettled:
		bits := e.Bits.String()
		w.Bits = &bits
	case EventArm:
		w.Step = &e.Carry
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
	}{l.Event.toWire(), l.Then})
}

// SawBoard reports whether an arm event says what the sensors saw.
func (e Event) SawBoard() bool {
	return e.Arm == ArmDisturbed || e.Arm == ArmHeld || e.Arm == ArmHelpPick || e.Arm == ArmHelpPlace
}

// MarshalJSON writes the event as a journal has it.
func (e Event) MarshalJSON() ([]byte, error) { return json.Marshal(e.toWire()) }

// ParseLine reads a line of a log: an event, and its outcome, nil where the line has none. It is strict: a field that
// the event's kind needs must be there and make sense; fields that the package doesn't know are ignored.
func ParseLine(data []byte) (Event, *StepResult, error) {
	var line struct {
		wireEvent
		Then *StepResult `json:"then"`
	}
	if err := json.Unmarshal(data, &line); err != nil {
		return Event{}, nil, err
	}
	e, err := line.wireEvent.toEvent()
	return e, line.Then, err
}

// UnmarshalJSON reads an event as ParseLine does.
func (e *Event) UnmarshalJSON(data []byte) error {
	var w wireEvent
	err := json.Unmarshal(data, &w)
	if err == nil {
		*e, err = w.toEvent()
	}
	return err
}

// toEvent returns the event that a journal spells so.
func (w wireEvent) toEvent() (Event, error) {
	if w.T == nil || *w.T < 0 || *w.T > maxSeconds || math.IsNaN(*w.T) {
		return Event{}, fmt.Errorf("%q needs a time t in seconds, 0 or later", w.Event)
	}
	e := Event{
		T: time.Duration(math.Round(*w.T*1000)) * time.Millisecond, Kind: w.Event, Link: w.Link, BootID: w.Boot,
		Virtual: w.Virtual, Arm: w.Arm, Square: w.Square, Move: w.Move, Args: w.Args,
		Carry: valueOf(w.Step), Win: valueOf(w.Win), Ply: valueOf(w.Ply), On: valueOf(w.On), Remark: valueOf(w.Remark),
	}
	switch e.Kind {
	case EventCommand:
		e.Command = command.Name(w.Name)
	case EventDeadline:
		e.Deadline = DeadlineName(w.Name)
	case EventLink:
		e.Refusal = Refusal(w.Name)
	case EventMask:
		e.Mask = MaskReason(w.Name)
	}
	var err error
	if e.Bits, err = readBits(w.Bits); err != nil {
		return Event{}, err
	}
	if e.Expected, err = readBits(w.Expected); err != nil {
		return Event{}, err
	}
	return e, e.checkFields(w)
}

// maxSeconds bounds t: a hundred years, far below what a duration holds.
const maxSeconds = 3.2e9

func valueOf[T any](p *T) (v T) {
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

// checkFields refuses an event that lacks what its kind needs.
func (e Event) checkFields(w wireEvent) error {
	missing := ""
	switch e.Kind {
	case EventScan, EventPressSettled:
		if w.Bits == nil {
			missing = "bits"
		}
	case EventLink:
		if !slices.Contains([]LinkReport{LinkUp, LinkDown, LinkReset, LinkRefused}, e.Link) {
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
		if w.Name == "" {
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
	case EventPressed, EventUnsettled, EventHomed:
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
