// Package face is the robot's head: it turns what happens in a game into a mood, and a mood into pictures on two 8×8
// LED matrices, angles of two brows and of a neck.
//
// Everything here is a step machine. Times are durations since an arbitrary epoch, handed in by the caller; there is no
// goroutine, no clock and no I/O inside, and one seed gives one sequence of frames. Angles are degrees. "Left" and
// "right" are always as a visitor sees the robot.
//
// The package does not know draughts, the wire protocol or the screen: the caller says what happened, and sends or draws
// the frames. Sentences live in face/say, which stands alone; face/voice speaks.
package face

import (
	"math"
	"time"
)

// Never is the deadline of a face with nothing left to do.
const Never = time.Duration(math.MaxInt64)

// A Frame is what the head shows at one instant. Frames are comparable: send one only when it differs from the last.
type Frame struct {
	// Left and Right are the rows of the eye matrices, top row first; bit 7 of a row is its leftmost pixel.
	Left  [8]uint8 `json:"left"`
	Right [8]uint8 `json:"right"`
	// BrowLeft and BrowRight turn about the outer end: positive lifts the end at the nose, negative lowers it.
	BrowLeft  float64 `json:"brow_left"`
	BrowRight float64 `json:"brow_right"`
	// NeckPan turns the head to the visitor's right when positive; NeckTilt bows it to the board when positive.
	NeckPan  float64 `json:"neck_pan"`
	NeckTilt float64 `json:"neck_tilt"`
}

// An Emotion is one of the seven of Ekman and Friesen that the robot can show.
type Emotion uint8

// The seven emotions.
const (
	Neutral Emotion = iota
	Happy
	Sad
	Angry
	Surprised
	Afraid
	Disgusted
)

var emotionNames = [...]string{"neutral", "happy", "sad", "angry", "surprised", "afraid", "disgusted"}

// String returns the emotion's name, as the config writes it.
func (e Emotion) String() string {
	if int(e) >= len(emotionNames) {
		return "unknown"
	}
	return emotionNames[e]
}

// Emotions returns all seven, neutral first.
func Emotions() []Emotion {
	return []Emotion{Neutral, Happy, Sad, Angry, Surprised, Afraid, Disgusted}
}

// ParseEmotion returns the emotion of a name.
func ParseEmotion(name string) (Emotion, bool) {
	for _, e := range Emotions() {
		if e.String() == name {
			return e, true
		}
	}
	return Neutral, false
}

// A Target is what the eyes look at: one of the 32 places of the board, the board as a whole, or the visitor.
type Target uint8

// Targets that are not a single square.
const (
	Board   Target = 32
	Visitor Target = 33
)

// Square is the target of a place: the dark squares counted from the corner at the visitor's left, 0…31. For a visitor
// who plays White it is the number of the square, for Black 31 minus it. Anything else is the whole board.
func Square(place int) Target {
	if place < 0 || place > 31 {
		return Board
	}
	return Target(place)
}
