package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// benchDaemon starts a daemon and waits until it is the visitor's turn.
func benchDaemon(b *testing.B, data string) *daemonProcess {
	b.Helper()
	d, err := startDaemon(filepath.Dir(data), "--twin", "--data", data)
	if err != nil {
		b.Fatal(err)
	}
	if !eventually(func() bool { return strings.Contains(d.readLog(), "key=your_turn") }) {
		d.killProcess()
		b.Fatalf("no turn for the visitor:\n%s", d.readLog())
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
		d.killProcess()
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
	return (parseNumber(b, fields[user-1]) + parseNumber(b, fields[system-1])) / ticks
}

func residentMB(b *testing.B, pid int) float64 {
	b.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skip("no /proc here")
	}
	_, after, _ := strings.Cut(string(data), "VmRSS:")
	return parseNumber(b, strings.Fields(after)[0]) / 1024
}

func parseNumber(b *testing.B, s string) float64 {
	b.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		b.Fatal(err)
	}
	return x
}
