package groundtruth_test

import (
	"fmt"

	"crownhead/firmware/twin/groundtruth"
)

// A robot that was installed by eye stands a little beside where the drawing has it.
func ExampleMisaligned() {
	drawn, built := groundtruth.Nominal().Board, groundtruth.Misaligned(3).Board
	fmt.Printf("x %+.1f mm, y %+.1f mm, turned by %+.1f°\n", built.X-drawn.X, built.Y-drawn.Y, built.Yaw)
	// Output: x -2.6 mm, y -3.9 mm, turned by -1.0°
}
