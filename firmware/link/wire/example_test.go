package wire_test

import (
	"fmt"

	"crownhead/firmware/link/wire"
)

// A frame goes on the line without a zero byte before its end, and comes back from a stream that begins with garbage.
func Example() {
	stop := wire.Stop{Kind: wire.StopSoft, Nonce: 7}
	line := wire.Encode(wire.Frame{Type: stop.Type(), Session: 3, Payload: wire.Marshal(stop)})
	fmt.Printf("% x\n", line)

	var decoder wire.Decoder
	garbage := []byte{0xFF, 0x12, 0}
	decoder.Feed(append(garbage, line...), func(f wire.Frame) {
		message, err := wire.Unmarshal(f.Type, f.Payload)
		fmt.Printf("%s of session %d: %+v, %v\n", f.Type, f.Session, message, err)
	})
	fmt.Println("thrown away:", decoder.Errors.Total())
	// Output:
	// 03 11 03 01 03 01 07 03 93 1e 00
	// stop of session 3: {Kind:1 Nonce:7}, <nil>
	// thrown away: 1
}

// A channel retransmits a frame until the peer has acknowledged it, and hands it on once.
func ExampleReliableLink() {
	var host, controller wire.ReliableLink
	host.Reset(3)
	controller.Reset(3)
	_ = host.Send(wire.Home{})

	_, retransmit := host.Advance(0, nil) // which the line loses
	line, _ := host.Advance(retransmit, nil)
	var decoder wire.Decoder
	decoder.Feed(append(line, line...), func(f wire.Frame) { // and now it repeats
		fmt.Println(f.Type, "number", f.Seq, "is new:", controller.Receive(retransmit, f))
	})

	answer, _ := controller.Advance(retransmit, nil)
	decoder.Feed(answer, func(f wire.Frame) { host.Receive(retransmit, f) })
	fmt.Println("retransmitted:", host.Stats.Retransmitted, "pending:", host.Pending())
	// Output:
	// home number 1 is new: true
	// home number 1 is new: false
	// retransmitted: 1 pending: 0
}

// A joint goes 16 steps from rest to rest, as the controller's interrupt will move it.
func ExampleCubic() {
	const ticks = 1000 // of 50 µs
	to := wire.Knot{Position: 16 << 8}
	limits := wire.JointLimits{Min: 0, Max: 1000 << 8, MaxSpeed: wire.MaxSpeed, MaxAccel: wire.MaxAccel}
	if fault, _ := wire.CheckSegment(wire.Knot{}, to, ticks, limits); fault != 0 {
		fmt.Println(wire.FaultReason(fault))
		return
	}
	var joint wire.Cubic
	joint.Start(ticks, to.Position, to.Velocity)
	for joint.TicksLeft() > 0 {
		joint.Skip(200)
		fmt.Println(joint.WholeSteps())
	}
	// Output:
	// 2
	// 6
	// 10
	// 14
	// 16
}
