// Package command is what people may ask of the robot: the names of commands, their arguments, and
// the values that these may have. Visitors need no permission; the operator's commands are marked.
// robot/turn says what a command does in the turn. Core carries out the commands with which the
// operator moves the arm.
package command

// A Command is what somebody wants done: its name, and its arguments by their names.
type Command struct {
	Name Name
	Args map[string]string
}

// A Name names a command.
type Name string

// The commands that Step knows. The visitor's first.
const (
	Stop        Name = "stop"
	NewGame     Name = "new_game"
	NextVisitor Name = "next_visitor" // a new game for somebody else, with the configuration's choices
	Resign      Name = "resign"
	OfferDraw   Name = "offer_draw"
	AcceptDraw  Name = "accept_draw"
	Takeback    Name = "takeback"
	Hint        Name = "hint"
	Which       Name = "which" // it was that move, of those between which the visitor was asked to choose
	Level       Name = "level"
	Colour      Name = "colour"
	Attitude    Name = "attitude"
	Language    Name = "language"

	Clear       Name = "clear"
	Pause       Name = "pause"
	Resume      Name = "resume"
	Abort       Name = "abort"
	SetPosition Name = "set_position"
	Mask        Name = "mask"
	Unmask      Name = "unmask"
	ServiceOn   Name = "service_on"
	ServiceOff  Name = "service_off"
)

// The commands by which the operator moves the arm in service mode. Step doesn't hear of them.
const (
	Home Name = "home"
	Jog  Name = "jog"
	Goto Name = "goto"
	Pump Name = "pump"
)

// Volume sets the voice's loudness; it is no part of the game, and Step doesn't hear of it.
const Volume Name = "volume"

// The commands of a calibration, in service mode. Step doesn't hear of them.
const (
	CalibStart  Name = "calib_start"
	CalibTake   Name = "calib_take"
	CalibFit    Name = "calib_fit"
	CalibWrite  Name = "calib_write"
	CalibCancel Name = "calib_cancel"
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
	ArgMove     = "move"
	ArgLevel    = "level"
	ArgColour   = "colour"
	ArgAttitude = "attitude"
	ArgLang     = "lang"
	ArgFEN      = "fen"
	ArgVisitor  = "visitor"
	ArgSquare   = "square"

	// NoMove answers which when the visitor hasn't moved at all.
	NoMove = "none"
)

// The attitudes; a negative robot teases.
const (
	AttitudePositive = "positive"
	AttitudeNegative = "negative"
)
