package calibrate

import (
	"errors"
	"fmt"
	"slices"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/kinematics"
)

// Plan is the order in which places are asked for: the corners; two squares between them, on neither diagonal, which tell
// how long the links are and which corner is to blame when one contradicts the others;
// and both ends of each plate of the tray. Three squares and one slot of each plate are the least.
func Plan(a *arm.Arm) []string {
	full := a.FullTray()
	plan := []string{"a1", "g1", "h8", "b8", "c5", "f4"}
	for _, slots := range [][2]int{{0, full.Slots}, {full.Slots, full.Slots + full.Kings}} {
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

// A Session is one calibration as it goes on: places are touched and taken one after the other, in any order, and again.
// It is not safe for concurrent use.
type Session struct {
	arm     *arm.Arm
	visitor board.Color
	taken   []Point
	result  *Result  // of the points taken, when they say enough
	better  *arm.Arm // with that result
	say     string
}

// NewSession begins a calibration of an arm, with squares named for a visitor of this colour.
func NewSession(a *arm.Arm, visitor board.Color) *Session {
	s := &Session{arm: a, visitor: visitor, better: a}
	s.say = "Bring the tip down to the middle of " + s.Next() + " until it touches the board, and take the place."
	return s
}

// Next is the first place of the plan that has not been taken, "" when all have.
func (s *Session) Next() string {
	for _, name := range Plan(s.arm) {
		if !s.has(name) {
			return name
		}
	}
	return ""
}

func (s *Session) has(name string) bool {
	return slices.ContainsFunc(s.taken, func(p Point) bool { return s.arm.Name(p.Place) == name })
}

// Take takes a place: the tip touches it, and the motors stand there. A place that was taken before is taken anew.
func (s *Session) Take(name string, position [3]int32) error {
	place, err := s.arm.ParsePlace(name)
	if err != nil {
		return err
	}
	s.taken = slices.DeleteFunc(s.taken, func(p Point) bool { return p.Place == place })
	s.taken = append(s.taken, Point{Place: place, Position: position})
	s.refit()
	if next := s.Next(); next != "" {
		s.say = fmt.Sprintf("%s is taken. The next place is %s.", name, next)
	} else {
		s.say = fmt.Sprintf("%s is taken, and so is every place: the fit may be written.", name)
	}
	return nil
}

// refit fits what there is, if it is enough.
func (s *Session) refit() {
	s.result, s.better = nil, s.arm
	r, err := Fit(s.arm, s.visitor, s.taken)
	if err != nil {
		return
	}
	s.result = &r
	if better, err := arm.New(r.Config); err == nil && r.Sound() == nil {
		s.better = better
	}
}

// Fit says what the points taken amount to, or why they say too little.
func (s *Session) Fit() (Result, error) {
	r, err := Fit(s.arm, s.visitor, s.taken)
	switch {
	case err != nil:
		s.say = plain(err)
	case r.Sound() != nil:
		s.say = plain(r.Sound())
	default:
		s.say = fmt.Sprintf("The points agree within %.2f mm. The fit may be written.", r.RMS)
	}
	return r, err
}

// Final is the result to be written; the error says why there is none yet.
func (s *Session) Final() (Result, error) {
	r, err := s.Fit()
	if err == nil {
		err = r.Sound()
	}
	if err == nil && !s.tray() {
		err = errTray
		s.say = plain(err)
	}
	return r, err
}

// errTray means that the tray was left out.
var errTray = errors.New("calibrate: one slot of each plate of the tray at least has to be touched, too")

// tray tells whether each plate that has slots was touched.
func (s *Session) tray() bool {
	full := s.arm.FullTray()
	var trophies, kings bool
	for _, p := range s.taken {
		if !p.Place.Sensed() {
			trophies = trophies || p.Place.Slot < full.Slots
			kings = kings || p.Place.Slot >= full.Slots
		}
	}
	return trophies && (kings || full.Kings == 0)
}

// Written tells the session that its result is in the configuration.
func (s *Session) Written() {
	s.say = "The calibration is written. Look at a few squares: the tip should hover over their middles."
}

// Better is the arm as the points taken so far have it: it finds the next place sooner.
func (s *Session) Better() *arm.Arm { return s.better }

// Say is what to tell the operator.
func (s *Session) Say() string { return s.say }

// Result is the fit of the points taken so far, nil when they say too little.
func (s *Session) Result() *Result { return s.result }

// A Taken is a place that was taken, and where the tip was by the configuration.
type Taken struct {
	Name string
	Tip  kinematics.Vec
}

// Taken lists the places taken, in their order.
func (s *Session) Taken() []Taken {
	list := make([]Taken, len(s.taken))
	for i, p := range s.taken {
		list[i] = Taken{s.arm.Name(p.Place), s.arm.Tip(p.Position)}
	}
	return list
}

// Name is what a place is called.
func (s *Session) Name(p arm.Place) string { return s.arm.Name(p) }
