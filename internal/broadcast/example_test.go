package broadcast_test

import (
	"fmt"

	"crownhead/internal/broadcast"
)

func ExampleValue() {
	var phase broadcast.Value[string]
	phase.Publish("thinking")

	screen, leave := phase.Subscribe()
	defer leave()
	fmt.Println(<-screen) // the present value comes first

	phase.Publish("moving")
	phase.Publish("over")
	fmt.Println(<-screen) // "moving" was missed
	// Output:
	// thinking
	// over
}
