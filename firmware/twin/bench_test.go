package twin

import (
	"testing"
	"time"
)

// BenchmarkCarry is one carry by frames, homed and with the start position; real/s is how many seconds of the robot's
// time pass in one of ours, controller, world and test host together.
func BenchmarkCarry(b *testing.B) {
	h := startHost(b)
	ax, ay := h.spot("c3")
	bx, by := h.spot("d4")
	from := h.now
	for b.Loop() {
		h.carry(ax, ay, bx, by, 17)
		ax, ay, bx, by = bx, by, ax, ay
	}
	b.ReportMetric((h.now-from).Seconds()/b.Elapsed().Seconds(), "real/s")
	if c := h.w.Counts(); c.MotionFaults != 0 {
		b.Fatal(c)
	}
}

// BenchmarkIdle is a minute of a robot that waits.
func BenchmarkIdle(b *testing.B) {
	h := startHost(b)
	for b.Loop() {
		h.run(time.Minute)
	}
	b.ReportMetric(60*float64(b.N)/b.Elapsed().Seconds(), "real/s")
}

func BenchmarkPhysics(b *testing.B) {
	h := startHost(b)
	x, y := h.spot("c3")
	h.over(x, y)
	h.lower(x, y, 20)
	at := h.controller().motion.steps()
	for b.Loop() {
		h.w.move(h.now, at)
	}
}

func BenchmarkSensors(b *testing.B) {
	h := startHost(b)
	for b.Loop() {
		h.w.Sensors()
	}
}
