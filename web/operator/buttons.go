package operator

// A commandButton sends one command. What it will do stands on the button.
type commandButton struct {
	Command string
	Args    string // JSON
	Label   string
	Does    string
	Sure    string // what the second press confirms; "" where nothing can go wrong
	When    string // what must hold for the command to make sense: words that op-buttons.js knows
}

// A jogButton moves the tip by one step along an axis.
type jogButton struct {
	Axis  string
	Sign  string
	Arrow string
	Where string
	Key   string
}

// buttonRows are the buttons, by where they stand on the page.
type buttonRows struct {
	Release     commandButton
	Game        []commandButton
	Mode        []commandButton
	Pump        []commandButton
	Goto        []commandButton
	Calibration []commandButton
	Jogs        []jogButton
	Steps       []string // lengths of a jog, in mm
}

var allButtons = buttonRows{
	Release: commandButton{
		"clear", "{}", "Release the stop",
		"The arm finds its position again, then the game goes on.", "Hands off the board? Release", "stopped",
	},
	Game: []commandButton{
		{"pause", "{}", "Pause", "The arm completes what it carries, then the robot rests.", "", "unpaused"},
		{"resume", "{}", "Go on", "The game goes on from what the board shows.", "", "paused"},
		{"abort", "{}", "Give the game up", "It is kept as unfinished; a new one follows.", "Really give the game up", ""},
	},
	Mode: []commandButton{
		{"service_on", "{}", "Service mode on", "The game is held; the arm obeys this page alone.", "", "playing still"},
		{"service_off", "{}", "Service mode off", "The arm homes, then the game goes on from what the board shows.",
			"Hands off? Go on", "service"},
		{"home", "{}", "Home", "The arm lifts, then looks for its three switches.", "Hands off? Home", "service up released"},
	},
	Pump: []commandButton{
		{"pump", `{"on":"true"}`, "Pump on", "Sucks: what the nozzle touches sticks to it.", "", "service up"},
		{"pump", `{"on":"false"}`, "Pump off", "Lets go: what hangs on the nozzle falls.", "Let go of it", "service up"},
		{"goto", `{"place":"park","height":"travel"}`, "Park", "The tip goes to where it waits for the visitor.", "",
			"service up homed"},
	},
	Goto: []commandButton{
		{"goto", `{"height":"travel"}`, "Go above", "At the height at which checkers are carried.", "", "service up homed"},
		{"goto", `{"height":"near"}`, "Go near", "A few mm above where it grips.", "", "service up homed"},
		{"goto", `{"height":"touch"}`, "Touch", "Down to where it grips, slowly.", "Really touch", "service up homed"},
	},
	Calibration: []commandButton{
		{"calib_start", "{}", "Begin", "Asks for one place after the other; earlier points are forgotten.", "",
			"service up homed uncalibrating"},
		{"goto", `{"height":"near"}`, "Go near it", "A few mm above the place; jog on from there.", "",
			"service up homed calibrating"},
		{"calib_take", "{}", "Take this point", "The tip touches the middle of the place: note where that is.", "",
			"service up homed calibrating"},
		{"calib_fit", "{}", "Fit", "Says what the points amount to; nothing is changed yet.", "", "service calibrating"},
		{"calib_write", "{}", "Write", "Into the configuration file, comments kept; used at once.", "Really write it",
			"service calibrating"},
		{"calib_cancel", "{}", "End", "Points that were not written are forgotten.", "", "service calibrating"},
	},
	// Jogs go the way of the drawing from above: the robot is above, the visitor below.
	Jogs: []jogButton{
		{"x", "-", "▲", "to the robot", "ArrowUp"},
		{"x", "+", "▼", "to the visitor", "ArrowDown"},
		{"y", "-", "◀", "to the left", "ArrowLeft"},
		{"y", "+", "▶", "to the right", "ArrowRight"},
		{"z", "+", "⤒", "up", "PageUp"},
		{"z", "-", "⤓", "down", "PageDown"},
	},
	Steps: []string{"10", "1", "0.1"},
}
