package link_test

import (
	"fmt"
	"time"

	"crownhead/firmware/link"
	"crownhead/firmware/link/wire"
)

// A HostProtocol has no clock and no port: bytes and time go in, bytes and events come out.
func ExampleHostProtocol() {
	config := link.DefaultConfig()
	joint := link.JointSetup{Min: -85, Max: 105, Speed: 80, Accel: 250, StopDecel: 250}
	setup := link.Setup{StepsPerDegree: 88.89, Joints: [3]link.JointSetup{joint, joint, joint}}
	machine, err := link.NewHostProtocol(config, setup, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(machine.Home())

	machine.PortOpened(0)
	out, _, next := machine.Advance(0, nil)
	fmt.Printf("%d bytes while the boot loader listens, until %v\n", len(out), next)

	out, _, _ = machine.Advance(next, nil)
	var decoder wire.Decoder
	decoder.Feed(out, func(f wire.Frame) { fmt.Println("then it sends", f.Type) })

	greeting := wire.Hello{Major: wire.Major + 1, Nonce: 2}
	answer := wire.Encode(wire.Frame{Type: greeting.Type(), Payload: wire.Marshal(greeting)})
	_, events, _ := machine.Advance(next+time.Millisecond, answer)
	for _, e := range events {
		fmt.Println(e.Kind+":", e.Reason)
	}
	// Output:
	// link: not connected to the controller
	// 0 bytes while the boot loader listens, until 2s
	// then it sends hello_request
	// refused: the controller speaks protocol 2.0, this program 1.0
}

// The error with which a port could not be opened has a hint for the person in front of it.
func ExampleHint() {
	err := &link.PortError{Port: "COM3", Err: fmt.Errorf("link: no such port"), Hint: "plug the controller in"}
	fmt.Println(err)
	fmt.Println("hint:", link.Hint(fmt.Errorf("run: %w", err)))
	// Output:
	// link: port COM3: no such port
	// hint: plug the controller in
}
