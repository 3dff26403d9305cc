package operator

// A commandButton sends one command. What it will do stands on the button.
type commandButton struct {
	Command string
	Args    string // JSON; "" is {}
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
		Command: "clear", Label: "Release the stop", When: "stopped",
		Does: "The arm finds its position again, then the game goes on.",
		Sure: "Hands off the board? Release",
	},
	Game: []commandButton{
		{
			Command: "pause", Label: "Pause", When: "unpaused",
			Does: "The arm completes what it carries, then the robot rests.",
		},
		{
			Command: "resume", Label: "Go on", When: "paused",
			Does: "The game goes on from what the board shows.",
		},
		{
			Command: "abort", Label: "Give the game up",
			Does: "It is kept as unfinished; a new one follows.",
			Sure: "Really give the game up",
		},
		{
			Command: "next_visitor", Label: "Next visitor",
			Does: "A new game, with the configuration's level, language, manner and colour.",
			Sure: "Really begin anew",
		},
	},
	Mode: []commandButton{
		{
			Command: "service_on", Label: "Service mode on", When: "playing still",
			Does: "The game is held; the arm obeys this page alone.",
		},
		{
			Command: "service_off", Label: "Service mode off", When: "service",
			Does: "The arm homes, then the game goes on from what the board shows.",
			Sure: "Hands off? Go on",
		},
		{
			Command: "home", Label: "Home", When: "service up released",
			Does: "The arm lifts, then looks for its three switches.",
			Sure: "Hands off? Home",
		},
	},
	Pump: []commandButton{
		{
			Command: "pump", Args: `{"on":"true"}`, Label: "Pump on", When: "service up",
			Does: "Sucks: what the nozzle touches sticks to it.",
		},
		{
			Command: "pump", Args: `{"on":"false"}`, Label: "Pump off", When: "service up",
			Does: "Lets go: what hangs on the nozzle falls.",
			Sure: "Let go of it",
		},
		{
			Command: "goto", Args: `{"place":"park","height":"travel"}`, Label: "Park",
			When: "service up homed",
			Does: "The tip goes to where it waits for the visitor.",
		},
	},
	Goto: []commandButton{
		{
			Command: "goto", Args: `{"height":"travel"}`, Label: "Go above",
			When: "service up homed",
			Does: "At the height at which checkers are carried.",
		},
		{
			Command: "goto", Args: `{"height":"near"}`, Label: "Go near", When: "service up homed",
			Does: "A few mm above where it grips.",
		},
		{
			Command: "goto", Args: `{"height":"touch"}`, Label: "Touch", When: "service up homed",
			Does: "Down to where it grips, slowly.",
			Sure: "Really touch",
		},
	},
	Calibration: []commandButton{
		{
			Command: "calib_start", Label: "Begin", When: "service up homed uncalibrating",
			Does: "Asks for one place after the other; earlier points are forgotten.",
		},
		{
			Command: "goto", Args: `{"height":"near"}`, Label: "Go near it",
			When: "service up homed calibrating",
			Does: "A few mm above the place; jog on from there.",
		},
		{
			Command: "calib_take", Label: "Take this point", When: "service up homed calibrating",
			Does: "The tip touches the middle of the place: note where that is.",
		},
		{
			Command: "calib_fit", Label: "Fit", When: "service calibrating",
			Does: "Says what the points amount to; nothing is changed yet.",
		},
		{
			Command: "calib_write", Label: "Write", When: "service calibrating",
			Does: "Into the configuration file, comments kept; used at once.",
			Sure: "Really write it",
		},
		{
			Command: "calib_cancel", Label: "End", When: "service calibrating",
			Does: "Points that were not written are forgotten.",
		},
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
