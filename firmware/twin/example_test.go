package twin_test

import (
	"fmt"

	"crownhead/firmware/twin"
)

// Chances, faults that come at a time or in mid-move, and sensors that are wrong.
func ExampleParseFaults() {
	f, err := twin.ParseFaults("miss=0.05,cut=20s@90s,estop=5s@pick2,dead=d4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("a pick fails with chance", f.PickMiss)
	fmt.Println("the line is cut at", f.Timed[0].At, "for", f.Timed[0].For)
	fmt.Println("the emergency button is in with checker", f.Timed[1].Pick, "in the air, for", f.Timed[1].For)
	fmt.Printf("dead sensors: %032b\n", f.Sensors.Dead)

	_, err = twin.ParseFaults("miss=often")
	fmt.Println(err)
	// Output:
	// a pick fails with chance 0.05
	// the line is cut at 1m30s for 20s
	// the emergency button is in with checker 2 in the air, for 5s
	// dead sensors: 00000000000000000010000000000000
	// twin: reading fault "miss=often": wanted a chance from 0 to 1 after "miss=", as in miss=0.01
}
