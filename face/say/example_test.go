package say_test

import (
	"errors"
	"fmt"

	"crownhead/face/say"
)

// One key is one sentence in three languages.
func ExampleText() {
	args := say.Args{Squares: []string{"d4", "f6"}}
	for _, lang := range say.Langs() {
		fmt.Printf("%s: %s\n", lang, say.Text(lang, say.CaptureGoesOn, args))
	}
	// Output:
	// uk: Можна бити далі: з d4 на f6!
	// ru: Можно бить дальше: с d4 на f6!
	// en: You can capture more: from d4 to f6!
}

// A sentence without its arguments is shown nevertheless; Render says what is wrong with it.
func ExampleRender() {
	text, err := say.Render(say.English, say.HelpPick, say.Args{Squares: []string{"d4"}})
	fmt.Println(text)
	fmt.Println(errors.Is(err, say.ErrArgs), err)
	// Output:
	// I can’t pick it up. Please move my checker from d4 to ….
	// true say: help_pick: the sentence needs more squares, a move or a number
}
