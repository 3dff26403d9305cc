package controller_test

import (
	"fmt"
	"time"

	"crownhead/firmware/link/wire"
	"crownhead/firmware/twin/controller"
	"crownhead/firmware/twin/groundtruth"
	"crownhead/firmware/twin/twintest"
	"crownhead/firmware/twin/world"
)

// A host opens a session, gives the controller its limits, and lets the arm look for its switches.
func Example() {
	c := controller.New(world.New(groundtruth.Nominal(), 1), controller.Config{Seed: 1})

	var line wire.ReliableLink
	hello := wire.HelloRequest{Major: wire.Major, Nonce: 7}
	line.Reset(hello.Session())
	c.Advance(0, wire.Encode(wire.Frame{Type: hello.Type(), Session: hello.Session(), Payload: wire.Marshal(hello)}))
	for _, m := range append(twintest.SetupMessages(500), wire.Home{}) {
		_ = line.Send(m)
	}

	var status wire.Status
	var heard wire.Decoder
	for now := time.Duration(0); now < 10*time.Second; now += 50 * time.Millisecond {
		in, _ := line.Advance(now, nil)
		out, _ := c.Advance(now, line.AppendUnsequenced(in, wire.Heartbeat{}))
		heard.Feed(out, func(f wire.Frame) {
			if !line.Receive(now, f) {
				return
			}
			if m, err := wire.Unmarshal(f.Type, f.Payload); err == nil && f.Type == wire.TypeStatus {
				status = m.(wire.Status)
			}
		})
	}
	fmt.Println("homed:", status.Flags&wire.FlagHomed != 0)
	for j, p := range status.Position {
		fmt.Printf("joint %d at %.0f°\n", j+1, float64(p)/wire.SubSteps/twintest.StepsPerDegree)
	}
	// Output:
	// homed: true
	// joint 1 at -80°
	// joint 2 at 100°
	// joint 3 at 10°
}
