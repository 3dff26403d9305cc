package web

// An act is a button of the operator's page: a command, and what it will do, in words that stand on the button.
type act struct {
	Command string
	Args    string // JSON
	Label   string
	Does    string
	Sure    string // asked for by a second press, "" when nothing can go wrong
	When    string // what must hold for the act to make sense: words that op-acts.js knows
}

// The acts, by where they stand on the page.
var (
	releaseAct = act{"clear", "{}", "Release the stop", "The arm finds its position anew, then the game goes on.", "Hands off the board? Release", "stopped"}

	gameActs = []act{
		{"pause", "{}", "Pause", "The arm completes what it carries, then the robot rests.", "", "unpaused"},
		{"resume", "{}", "Go on", "The game goes on where the board shows.", "", "paused"},
		{"abort", "{}", "Give the game up", "It is kept as unfinished; a new one follows.", "Really give the game up", ""},
	}
	modeActs = []act{
		{"service_on", "{}", "Service mode on", "The game is held; the arm obeys this page alone.", "", "playing still"},
		{"service_off", "{}", "Service mode off", "The arm homes, and the game goes on as the board shows.", "Hands off? Go on", "service"},
		{"home", "{}", "Home", "The arm lifts, then feels for its three switches.", "Hands off? Home", "service up released"},
	}
	pumpActs = []act{
		{"pump", `{"on":"true"}`, "Pump on", "Sucks: what the nozzle touches sticks to it.", "", "service up"},
		{"pump", `{"on":"false"}`, "Pump off", "Lets go: what hangs on the nozzle falls.", "Let go of it", "service up"},
		{"goto", `{"place":"park","height":"travel"}`, "Park", "The tip goes to where it waits for the visitor.", "", "service up homed"},
	}
	gotoActs = []act{
		{"goto", `{"height":"travel"}`, "Go above", "As high as checkers are carried.", "", "service up homed"},
		{"goto", `{"height":"near"}`, "Go near", "A few mm above where it grips.", "", "service up homed"},
		{"goto", `{"height":"touch"}`, "Touch", "Down to where it grips, slowly.", "Really touch", "service up homed"},
	}
	calibActs = []act{
		{"calib_start", "{}", "Begin", "Asks for one place after the other; points of before are forgotten.", "", "service up homed uncalibrating"},
		{"goto", `{"height":"near"}`, "Go near it", "A few mm above the place; jog on from there.", "", "service up homed calibrating"},
		{"calib_take", "{}", "Take this point", "The tip touches the middle of the place: note where that is.", "", "service up homed calibrating"},
		{"calib_fit", "{}", "Fit", "Says what the points amount to; nothing is changed yet.", "", "service calibrating"},
		{"calib_write", "{}", "Write", "Into the configuration file, comments kept; used at once.", "Really write it", "service calibrating"},
		{"calib_cancel", "{}", "End", "Points that were not written are forgotten.", "", "service calibrating"},
	}
)

// A jog is a button that moves the tip by one step along an axis.
type jog struct {
	Axis  string
	Sign  string
	Arrow string
	Where string
	Key   string
}

// jogs are seen as the drawing from above is: the robot above, the visitor below.
var jogs = []jog{
	{"x", "-", "▲", "to the robot", "ArrowUp"},
	{"x", "+", "▼", "to the visitor", "ArrowDown"},
	{"y", "-", "◀", "to the left", "ArrowLeft"},
	{"y", "+", "▶", "to the right", "ArrowRight"},
	{"z", "+", "⤒", "up", "PageUp"},
	{"z", "-", "⤓", "down", "PageDown"},
}

// steps are the lengths of a jog, in mm.
var steps = []string{"10", "1", "0.1"}
