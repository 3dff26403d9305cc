package sim

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crownhead/firmware/firmwaretest"
	"crownhead/firmware/link/wire"
)

// buildSimulator builds what simulates the board, into a folder of its own.
func buildSimulator(t *testing.T, goals ...string) string {
	t.Helper()
	return firmwaretest.Build(t, "..", goals...)
}

// What cannot run says why, and where.
func TestStartRefuses(t *testing.T) {
	dir := buildSimulator(t, "sim")
	text := filepath.Join(dir, "text.elf")
	if err := os.WriteFile(text, []byte("no firmware"), 0o600); err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "x.elf")
	if err := os.WriteFile(elsewhere, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		elf, want string
		is        error
	}{
		{filepath.Join(dir, "nothing.elf"), "nothing.elf: no such file", os.ErrNotExist},
		{elsewhere, "neither " + filepath.Dir(elsewhere) + "/sim nor crownhead-sim in PATH", ErrNoProgram},
		{text, "text.elf: no ELF file", nil},
		{filepath.Join(dir, "sim"), "a program for another machine", nil},
		{firmwaretest.Compile(t, dir, "atmega328p", "int main(void) { for (;;); }"), "the board has an atmega2560, this is a program for an atmega328p", nil},
	} {
		b, err := Start(c.elf)
		if err == nil || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v, wanted %q", c.elf, err, c.want)
		}
		if b != nil {
			_ = b.Close()
		}
	}
}

// A processor that stops by itself is told of with its place, and the board is dead from then on.
func TestStopsWithPlace(t *testing.T) {
	dir := buildSimulator(t, "sim")
	elf := firmwaretest.Compile(t, dir, "atmega2560", `#include <avr/interrupt.h>
#include <avr/sleep.h>
int main(void) { cli(); sleep_mode(); for (;;); }`)
	b, err := Start(elf)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	_, err = b.Slice(time.Millisecond, Inputs{}, nil)
	if err == nil || !strings.Contains(err.Error(), "atmega2560.elf: the processor has stopped at PC 0x0") {
		t.Errorf("%v", err)
	}
	if _, again := b.Slice(time.Millisecond, Inputs{}, nil); !errors.Is(again, err) || !errors.Is(b.Reset(), err) {
		t.Errorf("then %v", again)
	}
}

// A simulation that somebody kills says so.
func TestKilled(t *testing.T) {
	b, err := Start(filepath.Join(buildSimulator(t, "all", "sim"), "crownhead.elf"))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = b.Slice(time.Millisecond, Inputs{}, nil)
	}
	if !strings.Contains(err.Error(), "the simulation has ended: signal: killed") {
		t.Errorf("%v", err)
	}
}

// The firmware greets twice a second, with its line's pace; it starts again at a reset, by another number; time
// is the processor's.
func TestGreets(t *testing.T) {
	b, err := Start(filepath.Join(buildSimulator(t, "all", "sim"), "crownhead.elf"))
	if err != nil {
		t.Fatal(err)
	}
	heard := func() (all []byte) {
		for range 1200 {
			o, err := b.Slice(time.Millisecond, Inputs{SupplyMv: 12000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, o.Bytes...)
		}
		return all
	}
	first := heard()
	o, err := b.Slice(2500*time.Microsecond, Inputs{SupplyMv: 12000}, nil)
	if n := strings.Count(string(first), "\x00"); err != nil || n != 3 || o.Cycle < 1202*16000 || o.Cycle > 1204*16000 {
		t.Errorf("%d greetings in 1.2 s: %x; cycle %d, %v", n, first, o.Cycle, err)
	}
	if err := b.Reset(); err != nil {
		t.Fatal(err)
	}
	if again := heard(); len(again) != len(first) || string(again) == string(first) {
		t.Errorf("after a reset %x, before %x", again, first)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if _, err := b.Slice(time.Millisecond, Inputs{}, nil); !errors.Is(err, os.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

// Whatever is poured into its line, the board lives on: what the line cannot hold is lost, what it holds comes
// in its pace, and then a frame is heard again.
func TestFlood(t *testing.T) {
	b, err := Start(filepath.Join(buildSimulator(t, "all", "sim"), "crownhead.elf"))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	run := func(ms int, in []byte) (heard []byte) {
		for range ms {
			o, err := b.Slice(time.Millisecond, Inputs{SupplyMv: 12000}, in)
			if err != nil {
				t.Fatal(err)
			}
			heard = append(heard, o.Bytes...)
		}
		return heard
	}
	for _, fill := range []byte{0, 1, 0xFF} {
		run(20, bytes.Repeat([]byte{fill}, 150_000))
		run(1000, nil)
		ask := wire.HelloRequest{Major: wire.Major, Nonce: uint32(fill) + 2}
		frame := wire.Encode(wire.Frame{Type: ask.Type(), Session: ask.Session(), Payload: wire.Marshal(ask)})
		if heard := run(30, append([]byte{0}, frame...)); len(heard) == 0 {
			t.Errorf("after a flood of %02x nothing answers", fill)
		}
	}
}
