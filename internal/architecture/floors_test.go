package architecture

// A floor is a package, what lives there, and which packages of this module it may import: names with blanks between,
// all of them above it in the table. Utilities are open to all.
type floor struct{ name, holds, mayImport string }

// anything is what the commands may import: they wire everything.
const anything = "*"

// utilities know nothing of robots or games.
var utilities = []string{
	"internal/atomicfile", "internal/broadcast", "internal/clock", "internal/filelock",
	"internal/plaintext", "internal/timedcall",
}

// floors lists every package. Arrows point from a package to those above it: the turn goes one way, and nothing reaches
// around its neighbour. ARCHITECTURE.md shows this table.
var floors = []floor{
	// Utilities.
	{"internal/atomicfile", "files that are whole or not there", ""},
	{
		"internal/broadcast",
		"the newest value for any number of subscribers, none of whom holds up the publisher",
		"",
	},
	{"internal/clock", "the clock of a daemon and a virtual robot that live faster together", ""},
	{"internal/filelock", "one process at a time for a folder or a device, and where its pages answer", ""},
	{"internal/plaintext", "text of people's editors, in whichever encoding they saved it, as UTF-8", ""},
	{"internal/timedcall", "calls that may hang, waited for 150 ms at most", ""},

	// The game.
	{"board", "squares, positions, moves, draws, FEN, PDN. Pure.", ""},
	{"board/inventory", "every checker as a body: where it is, its colour, the side that is up. Pure.", "board"},
	{"board/sensing", "occupancy → verdict. Pure.", "board"},

	// The engine.
	{"engine", "the types of players and answers", "board"},
	{
		"engine/endgame",
		"tables of the endings of few pieces; solver and verifier. Pure, but for the files that it writes.",
		"board",
	},
	{
		"engine/pattern",
		"what positions are worth: tables of patterns, learned; the weights are in the program. Pure.",
		"board engine",
	},
	{"engine/search", "alpha-beta", "board engine engine/endgame engine/pattern"},
	{"engine/adam", "the optimizer of both trainings", ""},
	{
		"engine/net",
		"the networks that judge positions: planes, moves as actions, forward passes with a kernel in assembly, files. Pure.",
		"board engine/adam",
	},
	{
		"engine/mcts",
		"the learned player: a tree search that asks a network; results that are certain go up the tree",
		"board engine engine/endgame engine/net",
	},
	{
		"engine/generations",
		"the networks that the player taught itself, one after the other: those in the program, and those of a folder",
		"engine/net",
	},
	{"engine/generations/generationstest", "folders of generations for tests", "engine/net"},
	{
		"engine/levels",
		"players by name",
		"board engine engine/endgame engine/search engine/mcts engine/generations",
	},
	{
		"engine/analysis",
		"what there is to say about a position and a move: best lines, threats, why a move is bad; by keys. Pure.",
		"board engine engine/search",
	},
	{
		"engine/hub",
		"both ends of the Hub protocol: the engine on standard input and output, and engines in processes of their own",
		"board engine",
	},
	{
		"engine/match",
		"one engine against another: openings, pairs, Elo with bounds, the sequential test",
		"board engine engine/endgame engine/pattern engine/search engine/net engine/mcts " +
			"engine/generations engine/levels engine/hub",
	},
	{
		"engine/train/store",
		"what a training keeps on disk, so that it can be killed at any instant",
		"",
	},
	{
		"engine/train/loop",
		"the loop of generations that both trainings go through: folders, lock, plans, records, resuming after a kill",
		"engine/train/store",
	},
	{"engine/train/chart", "the pictures of the reports on trainings", "board"},
	{
		"engine/train/selfplay",
		"games of the learned player against itself, as examples for a network",
		"board engine engine/net engine/mcts engine/train/store",
	},
	{
		"engine/train/nets",
		"the generations of the learned player: games, fit, match, record, report",
		"board engine engine/endgame engine/adam engine/net engine/mcts engine/match " +
			"engine/train/store engine/train/loop engine/train/chart engine/train/selfplay",
	},
	{
		"engine/train/patterns",
		"the same for the engine's patterns",
		"board engine engine/endgame engine/pattern engine/search engine/adam engine/match " +
			"engine/train/store engine/train/loop engine/train/chart",
	},

	// The arm and the controller.
	{"kinematics", "forward, Jacobian, inverse, limits, segments. Pure.", ""},
	{"arm", "places, programs, runner", "board board/inventory kinematics"},
	{
		"arm/calibrate",
		"places that the tip has touched → where board and tray are, how long the links. Pure.",
		"board kinematics arm",
	},
	{
		"firmware",
		"the hash of the controller's program that belongs to this one; `firmware/avr` is that program, in C",
		"",
	},
	{"firmware/wiring", "draws and lists the controller's pins, from the header that is compiled", "board"},
	{"firmware/link/wire", "frames, messages, the reliable channel, the motion arithmetic", ""},
	{"firmware/link", "the host's end of the wire, the port", "firmware/link/wire"},
	{"firmware/sim", "the real firmware on a simulated board", ""},
	{"firmware/firmwaretest", "builds the controller's program and the simulated board for tests", ""},
	{
		"firmware/ctest",
		"tests that hold the C modules against the reference, and the whole against the daemon's end of the line",
		"",
	},

	// The virtual robot.
	{
		"firmware/twin/groundtruth",
		"where the virtual robot's links, board and tray really are, independent of `kinematics`",
		"board",
	},
	{
		"firmware/twin/witness",
		"counts motion that would damage or shake a real arm, and boards that differ from the game",
		"firmware/link/wire firmware/twin/groundtruth",
	},
	{
		"firmware/twin/world",
		"the virtual robot's checkers, motors, arm, sensors and buttons",
		"board firmware/twin/groundtruth firmware/twin/witness",
	},
	{
		"firmware/twin/controller",
		"the virtual controller",
		"firmware/link/wire firmware/twin/groundtruth firmware/twin/witness firmware/twin/world",
	},
	{
		"firmware/twin/rig",
		"the real firmware on a simulated microcontroller, wired to a world",
		"firmware/link/wire firmware/sim firmware/twin/witness firmware/twin/world",
	},
	{
		"firmware/twin",
		"the virtual robot at the end of a cable, with faults",
		"board firmware/link/wire firmware/twin/groundtruth firmware/twin/world " +
			"firmware/twin/controller",
	},
	{
		"firmware/twin/serve",
		"the virtual robot behind a pseudo-terminal, and a socket for its world",
		"board firmware/link/wire firmware/twin/groundtruth firmware/twin/witness firmware/twin/world " +
			"firmware/twin/controller firmware/twin/rig firmware/twin",
	},
	{
		"firmware/twin/twintest",
		"a host that drives a controller by frames, for tests",
		"board firmware/link/wire firmware/twin/groundtruth firmware/twin/world",
	},

	// Face and voice.
	{"face", "emotions and frames", ""},
	{"face/say", "every sentence in three languages", ""},
	{"face/voice", "phrase packs, what is said when, and playing it", "face"},

	// The robot.
	{"robot/command", "what people may ask of the robot: names, arguments, and what these may be", "board arm face/say"},
	{
		"robot/turn",
		"the turn as a pure state machine: Step, states, events, effects",
		"board board/inventory board/sensing arm face/say robot/command",
	},
	{
		"robot/journal",
		"journals, replay, inference on sensor logs, the folder that keeps them, a file that survives a hanging disk",
		"board board/sensing face/say robot/command robot/turn",
	},
	{
		"robot/sensors",
		"the sensors' signals: debouncing, flicker, masks, and where the arm finds its checkers. Pure.",
		"board robot/turn",
	},
	{
		"robot",
		"Core: link, sensors, Step, the arm's runner and the face as one step machine",
		"board board/inventory board/sensing engine arm arm/calibrate firmware/link face face/say robot/command " +
			"robot/turn robot/journal robot/sensors",
	},
	{"robot/virtual", "the loop in virtual time", "robot/command robot/journal robot/sensors robot"},
	{
		"robot/robottest",
		"for tests: golden replays, and a rig of a whole robot without hardware",
		"board engine engine/levels arm firmware/link/wire firmware/link firmware/twin/groundtruth firmware/twin/world " +
			"firmware/twin/controller face robot/command robot/turn robot/journal robot/sensors robot robot/virtual",
	},
	{
		"robot/live",
		"the loop in real time, the engine in its goroutine, the operator's status",
		"firmware/link face robot/command robot/turn robot/journal robot",
	},

	// Pages and configuration.
	{"web/sse", "streams of server-sent events", ""},
	{"web/reply", "what handlers answer with", ""},
	{"web/operator/words", "what the operator's page says, in three languages, by the English text. Pure.", "face/say"},
	{
		"web/operator",
		"the operator's page, its stream, and the gate that asks for the token",
		"board face/say robot/turn robot/journal robot web/sse web/reply web/operator/words",
	},
	{
		"web",
		"the visitor's screen, the server of both pages",
		"board engine face/say robot/command robot/turn robot web/sse web/reply web/operator/words web/operator",
	},
	{
		"web/webtest", "fakes and a browser for tests",
		"board robot/command robot/turn robot/journal robot web/operator web",
	},
	{
		"config",
		"the YAML: assembles the Config types that the packages own",
		"engine/generations engine/levels arm firmware/link face face/voice robot web",
	},

	// The program.
	{"internal/version", "which crownhead this is", ""},
	{
		"internal/cli",
		"what all commands share: errors with hints and exit codes, output as text or JSON, the log",
		"",
	},
	{
		"internal/thinker",
		"answers the robot's requests: a move, a hint, a remark on the visitor's move",
		"board engine engine/search engine/levels engine/analysis face/say robot/turn robot " +
			"internal/cli",
	},
	{
		"internal/visitor",
		"scripted visitors, who see the screen and move checkers on the virtual table",
		"board engine firmware/twin/world",
	},
	{
		"internal/app",
		"makes the parts from a configuration: the arm, the levels, the robot and its player",
		"board engine engine/levels arm robot/turn robot config internal/cli internal/thinker",
	},
	{
		"internal/twinprocess",
		"the virtual robot in a process of its own: starting it, running it, telling its world what the robot says",
		"board firmware/link firmware/sim firmware/twin/witness firmware/twin/world firmware/twin/rig " +
			"firmware/twin firmware/twin/serve robot internal/cli internal/visitor internal/app",
	},
	{
		"internal/daemonclient",
		"finds a running daemon, and talks to it: `crownhead stop`",
		"internal/cli internal/app",
	},
	{
		"internal/daemon",
		"`crownhead run`: the robot, its pages and its voice",
		"board arm firmware firmware/link firmware/twin/serve face/voice robot/journal robot " +
			"robot/live web/operator web config internal/cli internal/app internal/twinprocess",
	},
	{
		"internal/demo",
		"`crownhead demo`: games against the virtual robot, in virtual or real time, and their reports",
		"board firmware/link firmware/sim firmware/twin/groundtruth firmware/twin/witness " +
			"firmware/twin/world firmware/twin/controller firmware/twin/rig firmware/twin face/say " +
			"robot/command robot/turn robot/journal robot robot/virtual robot/live internal/cli internal/thinker " +
			"internal/visitor internal/app internal/twinprocess",
	},
	{
		"internal/calibration",
		"`crownhead calibrate`: the dialogue in the terminal",
		"board arm firmware/link robot/command robot/turn robot robot/live config internal/cli internal/app",
	},
	{
		"internal/doctor",
		"`crownhead doctor`: checks of every part",
		"board arm firmware firmware/link/wire firmware/link face/voice robot/journal robot config " +
			"internal/cli internal/app internal/twinprocess internal/daemonclient",
	},
	{
		"internal/training",
		"`crownhead train`: runs both trainings and shows how far they are",
		"engine/net engine/train/store engine/train/loop engine/train/selfplay engine/train/nets " +
			"engine/train/patterns config internal/cli internal/app",
	},
	{
		"internal/endings",
		"`crownhead endgame`: looks endings up, and builds their tables",
		"board engine/endgame config internal/cli internal/app",
	},
	{
		"internal/matchplay",
		"`crownhead match` and `crownhead hub`: engine against engine",
		"board engine engine/endgame engine/search engine/levels engine/hub engine/match " +
			"internal/version internal/cli",
	},
	{
		"internal/analyse",
		"`crownhead analyse`: the best move, threats, and what is wrong with a move",
		"board engine engine/search engine/levels engine/analysis face/say internal/cli",
	},
	{
		"internal/queries",
		"`crownhead moves`, `perft`, `infer`, `ik` and `replay`: answers about one position, one board, one point, one log",
		"board board/sensing kinematics face/say robot/journal internal/cli",
	},
	{"internal/architecture", "the test of this table", ""},
	{"cmd/crownhead", "the commands: a file for each, with its flags", anything},
}
