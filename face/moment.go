package face

// A Moment is what a voice may speak about: what happened at one instant, and how the game stands. A
// voice is notified of every instant at which any of it changes, so that it can drop what has passed.
type Moment struct {
	Lang     string
	Attitude Attitude
	Emotion  Emotion  // what the face shows
	Game     int      // counts the games of this run
	Ply      int      // plies played
	Phase    string   // of the turn
	Win      float64  // estimate for the robot, −1 … 1
	Ends     bool     // the last ply ended the game, or will when the arm has made it
	Said     []string // keys of face/say, in their order
	Cues     []Cue    // what the face reacted to, in its order

	Move *SpokenMove // that the robot makes, as Said says; nil for none
}

// A SpokenMove is a move as it is said aloud.
type SpokenMove struct {
	From, To string // squares
	Captured int    // how many checkers it takes
	Crowned  bool   // a man becomes a king by it
}

// A Voice speaks phrases that suit a moment, or keeps silent. Notify returns at once and never holds up
// the game.
type Voice interface {
	Notify(m Moment)
}

// Silent is the voice of a robot without sound.
type Silent struct{}

var _ Voice = Silent{}

// Notify says nothing.
func (Silent) Notify(Moment) {}
