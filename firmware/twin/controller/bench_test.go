package controller

import (
	"testing"
	"time"
)

// BenchmarkCarry is one carry by frames, homed and with the start position; real/s is how many
// seconds of the robot's time pass in one of ours, controller, world and test host together.
func BenchmarkCarry(b *testing.B) {
	h := startHost(b)
	ax, ay := h.SquareCentre("c3")
	bx, by := h.SquareCentre("d4")
	from := h.Now
	for b.Loop() {
		h.Carry(ax, ay, bx, by, 17)
		ax, ay, bx, by = bx, by, ax, ay
	}
	b.ReportMetric((h.Now-from).Seconds()/b.Elapsed().Seconds(), "real/s")
	if c := h.World.Counts(); c.Violations != 0 {
		b.Fatal(c)
	}
}

// BenchmarkIdle is a minute of a robot that waits.
func BenchmarkIdle(b *testing.B) {
	h := startHost(b)
	for b.Loop() {
		h.Run(time.Minute)
	}
	b.ReportMetric(60*float64(b.N)/b.Elapsed().Seconds(), "real/s")
}

func BenchmarkPhysics(b *testing.B) {
	h := startHost(b)
	x, y := h.SquareCentre("c3")
	h.MoveAbove(x, y)
	h.MoveZ(x, y, 20)
	at := h.c.motion.motorSteps()
	for b.Loop() {
		h.World.MoveMotors(h.Now, at)
	}
}

func BenchmarkSensors(b *testing.B) {
	h := startHost(b)
	for b.Loop() {
		h.World.Sensors()
	}
}
