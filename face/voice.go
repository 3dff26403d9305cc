package face

// A Moment is what a voice may speak about: what was said and felt at one instant, and how the game stands. A voice is
// told of every instant at which any of it changes, so that it can drop what has passed.
type Moment struct {
	Lang     string
	Attitude string
	Mood     Emotion
	Game     int    // counts the games of this run
	Ply      int    // plies played
	Phase    string // of the turn
	Win      float64
	Ends     bool     // the last ply ended the game, or will when the arm has made it
	Said     []string // keys of face/say, in their order
	Felt     []string // what moved the face, in its order
}

// What can be felt beside the moods that the robot's turn names: judgements of the visitor's last move.
const (
	FeltGood = "visitor_good"
	FeltBad  = "visitor_bad"
)

// A Voice speaks phrases that suit a moment, or keeps silent. Hear returns at once and never holds up the game.
type Voice interface {
	Hear(m Moment)
}

// Silent is the voice of a robot without sound.
type Silent struct{}

var _ Voice = Silent{}

// Hear says nothing.
func (Silent) Hear(Moment) {}
