package sensors_test

import (
	"fmt"
	"time"

	"crownhead/board"
	"crownhead/robot/sensors"
)

// A checker is moved from c3 to d4, and the button is pressed while the hand still shakes it. The press is reported
// with the occupancy that has settled, 150 ms after the last change.
func ExampleDebouncer() {
	const ms = time.Millisecond
	start := board.Start().Occupied()
	c3, _ := board.ParseSquare("c3")
	d4, _ := board.ParseSquare("d4")
	moved := start&^c3.Bit() | d4.Bit()

	var d sensors.Debouncer
	d.Observe(0, start)
	for now := time.Duration(0); now <= 1000*ms; now += 10 * ms {
		switch now {
		case 500 * ms:
			d.Observe(now, start&^c3.Bit())
		case 560 * ms:
			d.Observe(now, moved)
		case 600 * ms:
			d.AddPress(now)
		case 640 * ms:
			d.Observe(now, moved&^d4.Bit())
		case 650 * ms:
			d.Observe(now, moved)
		}
		for _, e := range d.DueEvents(now) {
			fmt.Println(now, e.Kind, e.Bits == moved)
		}
	}
	// Output:
	// 150ms scan false
	// 800ms scan true
	// 800ms button true
}

// The sensor of c3 changes every two seconds, though nobody is there.
func ExampleFlickerCounter_FindFlickering() {
	var c sensors.FlickerCounter
	bits := board.Start().Occupied()
	c3, _ := board.ParseSquare("c3")
	for now := time.Duration(0); now < 30*time.Second; now += 2 * time.Second {
		c.Observe(now, bits)
		bits ^= c3.Bit()
	}
	fmt.Println(c.LastMinute(30*time.Second, c3), c.FindFlickering(30*time.Second, 0).Squares())
	// Output: 14 [c3]
}

// A checker was laid off the middle now and then, on all sides alike; then somebody pushes the board.
func ExampleDriftEstimator() {
	var d sensors.DriftEstimator
	for range 20 {
		d.AddPick(0, 2)
		d.AddPick(0, -2)
	}
	fmt.Println(d.DetectDrift())
	for range 100 {
		d.AddPick(0, 3)
	}
	fmt.Println(d.DetectDrift())
	x, y, _, of := d.Mean()
	fmt.Printf("%.1f mm, %.1f mm in %d picks\n", x, y, of)
	// Output:
	// false
	// true
	// 0.0 mm, 2.1 mm in 140 picks
}
