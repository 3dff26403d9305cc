package link

import "testing"

// A line that loses frames in either direction is lossy until it has been good for a while.
func TestRough(t *testing.T) {
	b := upAndHomed(t)
	b.run(2000 * ms)
	if b.host.State().Lossy {
		t.Fatal("a good line is rough")
	}
	for i := range 4 {
		b.controller.deaf = true
		b.host.ButtonLed(uint8(1 + i%2))
		b.run(300 * ms) // longer, and the line would be dead
		b.controller.deaf = false
		b.run(100 * ms)
	}
	if n := b.host.State().Traffic.Retransmitted; n < 8 || !b.host.State().Lossy {
		t.Errorf("%d frames sent again, rough %t", n, b.host.State().Lossy)
	}
	b.run(10_000 * ms)
	if b.host.State().Lossy {
		t.Error("rough after ten good seconds")
	}
	for range 10 {
		b.controller.out = append(b.controller.out, 1, 2, 3, 0)
		b.run(20 * ms)
	}
	if !b.host.State().Lossy {
		t.Errorf("ten damaged frames in 0.2 s: %+v", b.host.State().Faults)
	}
}
