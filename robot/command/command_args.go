package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/face/say"
)

// ErrInvalid means that there is no such command, or that it doesn't take these arguments.
var ErrInvalid = errors.New("robot: command refused")

// A commandSpec says who may give a command and which arguments it takes. Every argument must be there.
type commandSpec struct {
	name     Name
	operator bool // it moves the arm, or changes what visitors can't
	args     []argSpec
}

// An argSpec has the argument's name and a check, whose error says what is allowed.
type argSpec struct {
	name  string
	check func(value string, limits Limits) error
}

// Limits are what a command's arguments are held against.
type Limits struct {
	Levels []string // that visitors choose from
	Draws  board.DrawRules
	Arm    *arm.Arm
}

// commandSpecs are all commands, as they are listed.
var commandSpecs = []commandSpec{
	{name: Stop},
	{name: NewGame},
	{name: NextVisitor},
	{name: Resign},
	{name: OfferDraw},
	{name: AcceptDraw},
	{name: Takeback},
	{name: Hint},
	{name: Which, args: []argSpec{{ArgMove, isMove}}},
	{name: Level, args: []argSpec{{ArgLevel, isLevel}}},
	{name: Colour, args: []argSpec{{ArgColour, isOneOf(white, black)}}},
	{name: Attitude, args: []argSpec{{ArgAttitude, isOneOf(AttitudePositive, AttitudeNegative)}}},
	{name: Language, args: []argSpec{{ArgLang, isLang}}},
	{name: Clear, operator: true},
	{name: Volume, operator: true, args: []argSpec{{ArgPercent, isPercent}}},
	{name: Mask, operator: true, args: []argSpec{{ArgSquare, isSquare}}},
	{name: Unmask, operator: true, args: []argSpec{{ArgSquare, isSquare}}},
	{name: ServiceOn, operator: true},
	{name: ServiceOff, operator: true},
	{name: Home, operator: true},
	{name: Jog, operator: true, args: []argSpec{{ArgX, isJog}, {ArgY, isJog}, {ArgZ, isJog}}},
	{name: Goto, operator: true, args: []argSpec{{ArgPlace, isPlace}, {ArgHeight, isHeight}}},
	{name: Pump, operator: true, args: []argSpec{{ArgOn, isOneOf("true", "false")}}},
	{name: Pause, operator: true},
	{name: Resume, operator: true},
	{name: Abort, operator: true},
	{name: SetPosition, operator: true, args: []argSpec{{ArgFEN, isStart}, {ArgVisitor, isOneOf(white, black)}}},
	{name: CalibStart, operator: true},
	{name: CalibTake, operator: true, args: []argSpec{{ArgPlace, isPlace}}},
	{name: CalibFit, operator: true},
	{name: CalibWrite, operator: true},
	{name: CalibCancel, operator: true},
}

// The colours by their names.
var white, black = board.White.String(), board.Black.String()

// All lists the names of all commands.
func All() []Name {
	names := make([]Name, len(commandSpecs))
	for i, r := range commandSpecs {
		names[i] = r.name
	}
	return names
}

// ForOperator reports whether a command is the operator's alone.
func ForOperator(name Name) bool {
	return slices.ContainsFunc(commandSpecs, func(r commandSpec) bool { return r.name == name && r.operator })
}

// Check returns what is wrong with a command: what it is called, the argument, and what is
// allowed.
func Check(c Command, limits Limits) error {
	i := slices.IndexFunc(commandSpecs, func(r commandSpec) bool { return r.name == c.Name })
	if i < 0 {
		return fmt.Errorf("%w: %q is none of %s", ErrInvalid, c.Name, joinNames(All()))
	}
	known := make([]string, 0, len(commandSpecs[i].args))
	for _, a := range commandSpecs[i].args {
		known = append(known, a.name)
		value, given := c.Args[a.name]
		if !given {
			return fmt.Errorf("%w: %s lacks its argument %s", ErrInvalid, c.Name, a.name)
		}
		if err := a.check(value, limits); err != nil {
			return fmt.Errorf("%w: argument %s: %w", ErrInvalid, a.name, err)
		}
	}
	for name := range c.Args {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%w: %s takes no argument %s; %s", ErrInvalid, c.Name, name, listArguments(known))
		}
	}
	return nil
}

// joinNames lists names.
func joinNames[T ~string](names []T) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	return strings.Join(texts, ", ")
}

// listArguments says which arguments there are.
func listArguments(known []string) string {
	if len(known) == 0 {
		return "it takes none"
	}
	return "it takes " + strings.Join(known, ", ")
}

// isOneOf allows certain words.
func isOneOf(words ...string) func(string, Limits) error {
	return func(value string, _ Limits) error {
		if !slices.Contains(words, value) {
			return fmt.Errorf("%q is none of %s", value, strings.Join(words, ", "))
		}
		return nil
	}
}

// isMove allows what may be a move; whether it is one of those that were asked about shows when it
// arrives.
func isMove(value string, _ Limits) error {
	if value == "" {
		return fmt.Errorf("it is empty; want one of the snapshot's answers, or %s", NoMove)
	}
	return nil
}

// isStart allows a position that a game can begin with.
func isStart(value string, limits Limits) error {
	p, err := board.ParseFEN(value)
	if err != nil {
		return err
	}
	if p.White == 0 || p.Black == 0 {
		return fmt.Errorf("%q has checkers of one side only", value)
	}
	if o := board.NewGame(p, limits.Draws).Outcome(); o.Over() {
		return fmt.Errorf("%q is the end of a game already: %s", value, o.Reason)
	}
	return nil
}

// isLevel allows the levels that visitors are offered.
func isLevel(value string, limits Limits) error {
	return isOneOf(limits.Levels...)(value, limits)
}

// isLang allows the languages that the sentences have.
func isLang(value string, _ Limits) error {
	_, err := say.ParseLang(value)
	return err
}

// isSquare allows the dark squares.
func isSquare(value string, _ Limits) error {
	_, err := board.ParseSquare(value)
	return err
}

// isPercent allows whole numbers from 0 to 100.
func isPercent(value string, _ Limits) error {
	if x, err := strconv.Atoi(value); err != nil || x < 0 || x > 100 {
		return fmt.Errorf("%q is no whole number from 0 to 100", value)
	}
	return nil
}

// isNumber allows the numbers from least to most.
func isNumber(least, most float64) func(string, Limits) error {
	return func(value string, _ Limits) error {
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x >= least && x <= most) {
			return fmt.Errorf("%q is no number from %g to %g", value, least, most)
		}
		return nil
	}
}

// isJog allows steps that a hand beside the arm can follow, mm.
var isJog = isNumber(-50, 50)

// isHeight allows the heights above a place.
var isHeight = isOneOf(arm.HeightTravel, arm.HeightNear, arm.HeightTouch)

// isPlace allows the places that the arm knows by name.
func isPlace(value string, limits Limits) error {
	if value == arm.NamePark {
		return nil
	}
	_, err := limits.Arm.ParsePlace(value)
	return err
}
