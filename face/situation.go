package face

// A Cue is something that the face reacts to, by the name that it has in a journal. A voice may speak
// about it, too.
type Cue string

// All cues.
const (
	Greeting        Cue = "greeting"          // a visitor has come, a new game begins
	Pressed         Cue = "pressed"           // the button went down
	RuleBroken      Cue = "rule_broken"       // the visitor's move was not legal
	RuleBrokenAgain Cue = "rule_broken_again" // nor is what they did instead
	NewEstimate     Cue = "win"               // the engine has a new estimate; its value comes by Face.UpdateWin
	VisitorGood     Cue = "visitor_good"      // the visitor's last move was good
	VisitorBad      Cue = "visitor_bad"       // the visitor's last move was bad
	Captured        Cue = "captured"          // the robot captures
	PiecesLost      Cue = "lost_pieces"       // the visitor has captured
	Thinking        Cue = "thinking"          // the robot searches for its move
	Moving          Cue = "moving"            // the arm starts to move
	Resting         Cue = "resting"           // the arm has come to rest
	Waiting         Cue = "waiting"           // it is the visitor's turn
	Fault           Cue = "fault"             // something is broken, or the robot needs help
	Idle            Cue = "idle"              // nobody plays
	Won             Cue = "won"               // the robot has won
	Beaten          Cue = "beaten"            // the robot has lost
	Drawn           Cue = "drawn"             // the game is drawn
)

// A Situation is how the game stands, or what has just happened in it: a row of the mood table. The
// face shows the emotion that the table has for it.
type Situation string

// The situations, with the names that the configuration has.
const (
	// The lasting ones: the face rests in them.
	whenEven   Situation = "even"
	whenAhead  Situation = "ahead"
	whenBehind Situation = "behind"
	whenIdle   Situation = "idle"
	whenFault  Situation = "fault"

	// The passing ones.
	whenGreeting        Situation = "greeting"
	whenCaptured        Situation = "captured"
	whenBereft          Situation = "bereft"
	whenRuleBroken      Situation = "rule_broken"
	whenRuleBrokenAgain Situation = "rule_broken_again"
	whenVisitorGood     Situation = "visitor_good"
	whenVisitorBad      Situation = "visitor_bad"
	whenJumpUp          Situation = "jump_up"
	whenJumpDown        Situation = "jump_down"
	whenDive            Situation = "dive"
	whenWon             Situation = "won"
	whenLost            Situation = "lost"
	whenDrawn           Situation = "drawn"
)

// situations describes all situations for people. Of two passing ones that wait for the face, it shows
// the later in this list.
var situations = []struct {
	name   Situation
	cue    Cue // that brings a passing one about, if there is one
	during string
}{
	{whenEven, "", "while the game is about even"},
	{whenAhead, "", "while the robot is ahead"},
	{whenBehind, "", "while the robot is behind"},
	{whenIdle, "", "while nobody plays"},
	{whenFault, "", "while something is broken, or the robot needs help"},
	{whenVisitorBad, VisitorBad, "after a weak move of the visitor"},
	{whenVisitorGood, VisitorGood, "after a good move of the visitor"},
	{whenGreeting, Greeting, "when a game begins"},
	{whenBereft, PiecesLost, "when the visitor has captured"},
	{whenCaptured, Captured, "when the robot captures"},
	{whenJumpUp, "", "when the robot's chances have become much better at once"},
	{whenJumpDown, "", "when the robot's chances have become much worse at once"},
	{whenDive, "", "when the robot is suddenly about to lose"},
	{whenRuleBroken, RuleBroken, "when the visitor has broken a rule"},
	{whenRuleBrokenAgain, RuleBrokenAgain, "when the visitor goes on breaking rules in one turn"},
	{whenDrawn, Drawn, "after a draw"},
	{whenLost, Beaten, "after a game that the robot has lost"},
	{whenWon, Won, "after a game that the robot has won"},
}

// weightOf returns how much a situation matters: its place in the list, or −1.
func weightOf(name Situation) int {
	for i, s := range situations {
		if s.name == name {
			return i
		}
	}
	return -1
}

// situationOf returns the passing situation that a cue brings about.
func situationOf(cue Cue) Situation {
	for _, s := range situations {
		if s.cue == cue {
			return s.name
		}
	}
	return ""
}
