package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/config"
	"crownhead/firmware/twin"
	"crownhead/firmware/twin/controller"
	"crownhead/robot"
	"crownhead/robot/turn"
	"crownhead/robot/virtual"
)

// BenchmarkDemoFast plays whole games in virtual time and reports how much faster than real time that is.
func BenchmarkDemoFast(b *testing.B) {
	d := benchDemo(b)
	virtual := 0.0
	for n := 0; b.Loop(); n++ {
		report, err := d.playFast(b.Context(), n)
		if err != nil {
			b.Fatal(err)
		}
		virtual += report.Seconds
	}
	b.ReportMetric(virtual/b.Elapsed().Seconds(), "×real-time")
}

func benchDemo(b *testing.B) *demoRun {
	b.Helper()
	p, err := newPlant(config.Default())
	if err != nil {
		b.Fatal(err)
	}
	return &demoRun{demoOptions: demoOptions{games: 1, visitor: "random", seed: 1, fast: true}, plant: p, start: board.Start()}
}

// BenchmarkPress measures, on a clean line in virtual time, how long after the press the face shows something new and
// the arm begins to move. The arm's figure includes the time that the amateur level is allowed to think.
func BenchmarkPress(b *testing.B) {
	face, arm := time.Duration(0), time.Duration(0)
	for n := 0; b.Loop(); n++ {
		p := pressOnce(b, uint64(n+1))
		face, arm = max(face, p.face), max(arm, p.arm)
	}
	b.ReportMetric(float64(face.Microseconds())/1000, "ms-to-face")
	b.ReportMetric(float64(arm.Microseconds())/1000, "ms-to-arm")
}

// A presser makes the first move of the game and watches what the controller then shows and does.
type presser struct {
	*person
	pressed   time.Duration
	leds      [16]int
	servos    [4]int
	face, arm time.Duration
}

func pressOnce(b *testing.B, seed uint64) *presser {
	b.Helper()
	d := benchDemo(b)
	o := occasion{start: board.Start(), visitor: board.White, seed: seed}
	cfg, err := d.plant.coreConfig(o)
	if err != nil {
		b.Fatal(err)
	}
	cfg.Link.Quiet = bootTime.Seconds()
	core, err := robot.NewCore(cfg)
	if err != nil {
		b.Fatal(err)
	}
	brain, err := d.plant.thinker(seed, true)
	if err != nil {
		b.Fatal(err)
	}
	someone, err := d.plant.newPerson("random", o)
	if err != nil {
		b.Fatal(err)
	}
	p := &presser{person: someone}
	if _, err := virtual.Run(b.Context(), virtual.Config{
		Core: core, Device: twin.NewDevice(p.world, d.fault, controller.Config{Seed: seed, BootDelay: bootTime}), Person: p,
		Think: inline(b.Context(), brain), Thinking: 300 * time.Millisecond, Baud: cfg.Link.Baud,
		Limit: time.Minute, Done: func(robot.Snapshot) bool { return p.arm > 0 },
	}); err != nil {
		b.Fatal(err)
	}
	return p
}

// Advance presses once it is the visitor's turn, and then looks every millisecond.
func (p *presser) Advance(now time.Duration, s robot.Snapshot) time.Duration {
	state := p.world.State(now)
	switch {
	case p.pressed == 0 && s.Phase == turn.Visitor:
		if err := p.world.MoveSquare(mustSquare("c3"), mustSquare("d4")); err != nil {
			return never
		}
		p.world.Press(now)
		p.pressed, p.leds, p.servos = now, state.Leds, state.Servos
	case p.pressed == 0:
		return never
	case p.face == 0 && (state.Leds != p.leds || state.Servos != p.servos):
		p.face = now - p.pressed
	case p.arm == 0 && state.Arm.Moving:
		p.arm = now - p.pressed
	}
	return now + time.Millisecond
}

func mustSquare(name string) board.Square {
	s, err := board.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return s
}

// benchDaemon starts a daemon and waits until it is the visitor's turn.
func benchDaemon(b *testing.B, data string) *daemonProcess {
	b.Helper()
	d, err := startDaemon(filepath.Dir(data), "--twin", "--data", data)
	if err != nil {
		b.Fatal(err)
	}
	if !eventually(func() bool { return strings.Contains(d.logged(), "key=your_turn") }) {
		d.stop()
		b.Fatalf("no turn for the visitor:\n%s", d.logged())
	}
	return d
}

// BenchmarkIdleDaemon leaves the daemon alone and reports its resident memory and its share of a core.
func BenchmarkIdleDaemon(b *testing.B) {
	const watched = 10 * time.Second
	for b.Loop() {
		d := benchDaemon(b, filepath.Join(b.TempDir(), "data"))
		pid := d.cmd.Process.Pid
		time.Sleep(watched / 2) // the greeting is over and the arm parked
		before := cpuSeconds(b, pid)
		time.Sleep(watched)
		b.ReportMetric(100*(cpuSeconds(b, pid)-before)/watched.Seconds(), "%core")
		b.ReportMetric(residentMB(b, pid), "MB")
		d.stop()
	}
}

// cpuSeconds is the processor time that a process has used, from /proc in ticks of 10 ms.
func cpuSeconds(b *testing.B, pid int) float64 {
	b.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Skip("no /proc here")
	}
	fields := strings.Fields(string(data)[strings.LastIndexByte(string(data), ')'):])
	const user, system, ticks = 12, 13, 100 // counted from the process's state
	return (number(b, fields[user-1]) + number(b, fields[system-1])) / ticks
}

func residentMB(b *testing.B, pid int) float64 {
	b.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skip("no /proc here")
	}
	_, after, _ := strings.Cut(string(data), "VmRSS:")
	return number(b, strings.Fields(after)[0]) / 1024
}

func number(b *testing.B, s string) float64 {
	b.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		b.Fatal(err)
	}
	return x
}
