package calibrate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/kinematics"
)

// Plan returns the places to touch, in order: the corners; two squares between them, on neither diagonal, which
// show how long the links are and which corner is wrong when one contradicts the others; and both ends of each
// plate of the tray. At least three squares and one slot of each plate are needed.
func Plan(a *arm.Arm) []string {
	trophies, kings := a.TraySlots()
	plan := []string{"a1", "g1", "h8", "b8", "c5", "f4"}
	for _, slots := range [][2]int{{0, trophies}, {trophies, trophies + kings}} {
		first, last := slots[0], slots[1]-1
		if first <= last {
			plan = append(plan, a.Name(arm.Place{Square: board.NoSquare, Slot: first}))
		}
		if first < last {
			plan = append(plan, a.Name(arm.Place{Square: board.NoSquare, Slot: last}))
		}
	}
	return plan
}

// A Session is one calibration in progress. Places are touched and taken one after the other, in any order,
// also several times. It is not safe for concurrent use.
type Session struct {
	arm     *arm.Arm
	visitor board.Color
	taken   []TouchPoint
	result  *Result  // of the points taken; nil if they are too few
	refined *arm.Arm // with that result
	prompt  string
}

// NewSession begins a calibration of an arm, with squares named for a visitor of this colour.
func NewSession(a *arm.Arm, visitor board.Color) *Session {
	s := &Session{arm: a, visitor: visitor, refined: a}
	s.prompt = "Bring the tip down to the middle of " + s.Next() + " until it touches the board, then take the place."
	return s
}

// Next returns the first place of the plan that has not been taken, "" when all have.
func (s *Session) Next() string {
	for _, name := range Plan(s.arm) {
		if !s.isTaken(name) {
			return name
		}
	}
	return ""
}

func (s *Session) isTaken(name string) bool {
	return slices.ContainsFunc(s.taken, func(p TouchPoint) bool { return s.arm.Name(p.Place) == name })
}

// Take records that the tip touches a place while the motors stand at a position. It replaces an earlier record
// of the place.
func (s *Session) Take(name string, position [3]int32) error {
	place, err := s.arm.ParsePlace(name)
	if err != nil {
		return err
	}
	s.taken = slices.DeleteFunc(s.taken, func(p TouchPoint) bool { return p.Place == place })
	s.taken = append(s.taken, TouchPoint{Place: place, Position: position})
	s.refitPoints()
	if next := s.Next(); next != "" {
		s.prompt = fmt.Sprintf("%s is taken. The next place is %s.", name, next)
	} else {
		s.prompt = fmt.Sprintf("%s is taken, and so is every other place: the fit may be written.", name)
	}
	return nil
}

// refitPoints fits the points taken so far, if there are enough.
func (s *Session) refitPoints() {
	s.result, s.refined = nil, s.arm
	r, err := Fit(s.arm, s.visitor, s.taken)
	if err != nil {
		return
	}
	s.result = &r
	if better, err := arm.New(r.Config); err == nil && r.CheckResiduals() == nil {
		s.refined = better
	}
}

// Fit returns the fit of the points taken so far, or why there is none.
func (s *Session) Fit() (Result, error) {
	r, err := Fit(s.arm, s.visitor, s.taken)
	switch {
	case err != nil:
		s.prompt = plainError(err)
	case r.CheckResiduals() != nil:
		s.prompt = plainError(r.CheckResiduals())
	default:
		s.prompt = fmt.Sprintf("The points agree within %.2f mm. The fit may be written.", r.RMS)
	}
	return r, err
}

// FinalResult returns the result to be written; the error says why there is none yet.
func (s *Session) FinalResult() (Result, error) {
	r, err := s.Fit()
	if err == nil {
		err = r.CheckResiduals()
	}
	if err == nil && !s.trayTouched() {
		err = errTrayUntouched
		s.prompt = plainError(err)
	}
	return r, err
}

// errTrayUntouched means that the tray was left out.
var errTrayUntouched = errors.New("calibrate: touch at least one slot of each plate of the tray, too")

// trayTouched reports whether each plate that has slots was touched.
func (s *Session) trayTouched() bool {
	trophySlots, kingSlots := s.arm.TraySlots()
	var trophies, kings bool
	for _, p := range s.taken {
		if !p.Place.HasSensor() {
			trophies = trophies || p.Place.Slot < trophySlots
			kings = kings || p.Place.Slot >= trophySlots
		}
	}
	return trophies && (kings || kingSlots == 0)
}

// ConfirmWritten says in the prompt that the result has been written to the configuration.
func (s *Session) ConfirmWritten() {
	s.prompt = "The calibration is written. Check a few squares: the tip should hover over their middles."
}

// RefinedArm returns the arm as the points taken so far have it: it finds the next place better.
func (s *Session) RefinedArm() *arm.Arm { return s.refined }

// Prompt returns what to tell the operator.
func (s *Session) Prompt() string { return s.prompt }

// Result returns the fit of the points taken so far, nil if they are too few.
func (s *Session) Result() *Result { return s.result }

// A TouchedPlace is a place that was taken, and where the tip was according to the configuration.
type TouchedPlace struct {
	Name string
	Tip  kinematics.Vec
}

// Taken lists the places taken, in their order.
func (s *Session) Taken() []TouchedPlace {
	list := make([]TouchedPlace, len(s.taken))
	for i, p := range s.taken {
		list[i] = TouchedPlace{s.arm.Name(p.Place), s.arm.Tip(p.Position)}
	}
	return list
}

// Name returns the name of a place.
func (s *Session) Name(p arm.Place) string { return s.arm.Name(p) }

// plainError returns an error as a sentence for the operator, without the package's name.
func plainError(err error) string {
	text := strings.ReplaceAll(err.Error(), "calibrate: ", "")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
