package turn

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

// A Command is what somebody wants done: its name, and its arguments by their names.
type Command struct {
	Name CommandName
	Args map[string]string
}

// A CommandName names a command.
type CommandName string

// The commands that Step knows. The visitor's first.
const (
	CommandStop       CommandName = "stop"
	CommandNewGame    CommandName = "new_game"
	CommandResign     CommandName = "resign"
	CommandOfferDraw  CommandName = "offer_draw"
	CommandAcceptDraw CommandName = "accept_draw"
	CommandTakeback   CommandName = "takeback"
	CommandHint       CommandName = "hint"
	CommandWhich      CommandName = "which" // it was that move, of those between which the visitor was asked to choose
	CommandLevel      CommandName = "level"
	CommandColour     CommandName = "colour"
	CommandAttitude   CommandName = "attitude"
	CommandLanguage   CommandName = "language"

	CommandClear      CommandName = "clear"
	CommandPause      CommandName = "pause"
	CommandResume     CommandName = "resume"
	CommandAbort      CommandName = "abort"
	CommandPosition   CommandName = "set_position"
	CommandMask       CommandName = "mask"
	CommandUnmask     CommandName = "unmask"
	CommandServiceOn  CommandName = "service_on"
	CommandServiceOff CommandName = "service_off"
)

// The commands by which the operator moves the arm in service mode. Step doesn't hear of them.
const (
	CommandHome CommandName = "home"
	CommandJog  CommandName = "jog"
	CommandGoto CommandName = "goto"
	CommandPump CommandName = "pump"
)

// CommandVolume sets the voice's loudness; it is no part of the game, and Step doesn't hear of it.
const CommandVolume CommandName = "volume"

// The commands of a calibration, in service mode. Nor does it hear of these.
const (
	CommandCalibStart  CommandName = "calib_start"
	CommandCalibTake   CommandName = "calib_take"
	CommandCalibFit    CommandName = "calib_fit"
	CommandCalibWrite  CommandName = "calib_write"
	CommandCalibCancel CommandName = "calib_cancel"
)

// The names of arguments.
const (
	ArgPercent  = "percent"
	ArgX        = "x"
	ArgY        = "y"
	ArgZ        = "z"
	ArgPlace    = "place"
	ArgHeight   = "height"
	ArgOn       = "on"
	argMove     = "move"
	ArgLevel    = "level"
	argColour   = "colour"
	ArgAttitude = "attitude"
	ArgLang     = "lang"
	argFEN      = "fen"
	argVisitor  = "visitor"
	argSquare   = "square"

	// noMove answers which when the visitor hasn't moved at all.
	noMove = "none"
)

// The attitudes; a negative robot teases.
const (
	attitudePositive = "positive"
	attitudeNegative = "negative"
)

// ErrCommand means that there is no such command, or that it doesn't take these arguments.
var ErrCommand = errors.New("robot: command refused")

// A rule is what a command is and takes. Every argument must be there.
type rule struct {
	name     CommandName
	operator bool // it moves the arm, or changes what visitors can't
	args     []argument
}

// An argument has a name and a check, whose error says what is allowed.
type argument struct {
	name  string
	check func(value string, limits CommandLimits) error
}

// CommandLimits are what a command's arguments are held against.
type CommandLimits struct {
	Levels []string // that visitors choose from
	Draws  board.DrawRules
	Arm    *arm.Arm
}

// rules are all commands, as they are listed.
var rules = []rule{
	{name: CommandStop},
	{name: CommandNewGame},
	{name: CommandResign},
	{name: CommandOfferDraw},
	{name: CommandAcceptDraw},
	{name: CommandTakeback},
	{name: CommandHint},
	{name: CommandWhich, args: []argument{{argMove, isMove}}},
	{name: CommandLevel, args: []argument{{ArgLevel, isLevel}}},
	{name: CommandColour, args: []argument{{argColour, isOneOf(white, black)}}},
	{name: CommandAttitude, args: []argument{{ArgAttitude, isOneOf(attitudePositive, attitudeNegative)}}},
	{name: CommandLanguage, args: []argument{{ArgLang, isLang}}},
	{name: CommandClear, operator: true},
	{name: CommandVolume, operator: true, args: []argument{{ArgPercent, isPercent}}},
	{name: CommandMask, operator: true, args: []argument{{argSquare, isSquare}}},
	{name: CommandUnmask, operator: true, args: []argument{{argSquare, isSquare}}},
	{name: CommandServiceOn, operator: true},
	{name: CommandServiceOff, operator: true},
	{name: CommandHome, operator: true},
	{name: CommandJog, operator: true, args: []argument{{ArgX, isJog}, {ArgY, isJog}, {ArgZ, isJog}}},
	{name: CommandGoto, operator: true, args: []argument{{ArgPlace, isPlace}, {ArgHeight, isHeight}}},
	{name: CommandPump, operator: true, args: []argument{{ArgOn, isOneOf("true", "false")}}},
	{name: CommandPause, operator: true},
	{name: CommandResume, operator: true},
	{name: CommandAbort, operator: true},
	{name: CommandPosition, operator: true, args: []argument{{argFEN, isStart}, {argVisitor, isOneOf(white, black)}}},
	{name: CommandCalibStart, operator: true},
	{name: CommandCalibTake, operator: true, args: []argument{{ArgPlace, isPlace}}},
	{name: CommandCalibFit, operator: true},
	{name: CommandCalibWrite, operator: true},
	{name: CommandCalibCancel, operator: true},
}

// The colours by their names.
var white, black = board.White.String(), board.Black.String()

// Commands lists the names of all commands.
func Commands() []CommandName {
	names := make([]CommandName, len(rules))
	for i, r := range rules {
		names[i] = r.name
	}
	return names
}

// ForOperator tells a command that is the operator's alone.
func ForOperator(name CommandName) bool {
	return slices.ContainsFunc(rules, func(r rule) bool { return r.name == name && r.operator })
}

// CheckCommand returns what is wrong with a command: what it is called, the argument, and what is
// allowed.
func CheckCommand(c Command, limits CommandLimits) error {
	i := slices.IndexFunc(rules, func(r rule) bool { return r.name == c.Name })
	if i < 0 {
		return fmt.Errorf("%w: %q is none of %s", ErrCommand, c.Name, joinNames(Commands()))
	}
	known := make([]string, 0, len(rules[i].args))
	for _, a := range rules[i].args {
		known = append(known, a.name)
		value, given := c.Args[a.name]
		if !given {
			return fmt.Errorf("%w: %s lacks its argument %s", ErrCommand, c.Name, a.name)
		}
		if err := a.check(value, limits); err != nil {
			return fmt.Errorf("%w: argument %s: %w", ErrCommand, a.name, err)
		}
	}
	for name := range c.Args {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%w: %s takes no argument %s; %s", ErrCommand, c.Name, name, listArguments(known))
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
func isOneOf(words ...string) func(string, CommandLimits) error {
	return func(value string, _ CommandLimits) error {
		if !slices.Contains(words, value) {
			return fmt.Errorf("%q is none of %s", value, strings.Join(words, ", "))
		}
		return nil
	}
}

// isMove allows what may be a move; whether it is one of those that were asked about shows when it
// arrives.
func isMove(value string, _ CommandLimits) error {
	if value == "" {
		return fmt.Errorf("it is empty; want one of the snapshot's answers, or %s", noMove)
	}
	return nil
}

// isStart allows a position that a game can begin with.
func isStart(value string, limits CommandLimits) error {
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
func isLevel(value string, limits CommandLimits) error {
	return isOneOf(limits.Levels...)(value, limits)
}

// isLang allows the languages that the sentences have.
func isLang(value string, _ CommandLimits) error {
	_, err := say.ParseLang(value)
	return err
}

// isSquare allows the dark squares.
func isSquare(value string, _ CommandLimits) error {
	_, err := board.ParseSquare(value)
	return err
}

// isPercent allows whole numbers from 0 to 100.
func isPercent(value string, _ CommandLimits) error {
	if x, err := strconv.Atoi(value); err != nil || x < 0 || x > 100 {
		return fmt.Errorf("%q is no whole number from 0 to 100", value)
	}
	return nil
}

// isNumber allows the numbers from least to most.
func isNumber(least, most float64) func(string, CommandLimits) error {
	return func(value string, _ CommandLimits) error {
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
func isPlace(value string, limits CommandLimits) error {
	if value == arm.NamePark {
		return nil
	}
	_, err := limits.Arm.ParsePlace(value)
	return err
}
