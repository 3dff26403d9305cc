package face_test

import (
	"fmt"
	"strings"
	"time"

	"crownhead/face"
)

// The robot that sympathises is surprised when a rule is broken; its eyes meet the visitor's.
func ExampleFace() {
	f := face.New(face.DefaultConfig(), 1)
	f.React(0, face.RuleBroken)
	frame, _ := f.Advance(500 * time.Millisecond)

	pixels := strings.NewReplacer("0", "·", "1", "●")
	for row := range 8 {
		fmt.Println(pixels.Replace(fmt.Sprintf("%08b  %08b", frame.Left[row], frame.Right[row])))
	}
	fmt.Printf("%s: brows %g° and %g°, neck %g° down\n", f.Emotion(), frame.BrowLeft, frame.BrowRight, frame.NeckTilt)
	// Output:
	// ··●●●●··  ··●●●●··
	// ·●●●●●●·  ·●●●●●●·
	// ●●●●●●●●  ●●●●●●●●
	// ●●●··●●●  ●●●··●●●
	// ●●●··●●●  ●●●··●●●
	// ●●●●●●●●  ●●●●●●●●
	// ·●●●●●●·  ·●●●●●●·
	// ··●●●●··  ··●●●●··
	// surprised: brows 15° and 15°, neck -8° down
}

// A fall of the win estimate frightens, whatever the attitude. After a while the face rests in what is
// left of the game.
func ExampleFace_UpdateWin() {
	c := face.DefaultConfig()
	c.Attitude = face.Negative
	f := face.New(c, 1)
	for second, win := range []float64{0.1, 0.4, -0.3} {
		now := time.Duration(second+1) * time.Second
		f.UpdateWin(now, win)
		fmt.Println(win, f.Emotion())
	}
	f.Advance(time.Minute)
	fmt.Println(f.Emotion())
	// Output:
	// 0.1 neutral
	// 0.4 happy
	// -0.3 afraid
	// angry
}
