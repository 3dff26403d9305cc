package link

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"crownhead/internal/filelock"
)

var (
	mega  = Device{Name: "/dev/ttyACM0", USB: "2341:0042", Serial: "A1", Product: "Arduino Mega 2560"}
	clone = Device{Name: "/dev/ttyUSB0", USB: "1A86:7523"}
	mouse = Device{Name: "/dev/ttyACM9", USB: "046D:0001", Serial: "A1"}
	board = Device{Name: "/dev/ttyS0"}
)

func newSearch(port string) *deviceSearch {
	return &deviceSearch{port: port, usb: []string{"2341:0042", "1a86:7523"}, backoffs: map[Device]backoff{}}
}

// Only devices on the list are ever opened; each device without an answer is tried less and
// less often, never in a hot loop, and at once when it was plugged in anew.
func TestSearchLeavesOthersAlone(t *testing.T) {
	s, now := newSearch(Auto), time.Unix(0, 0)
	if d, _, ok := s.nextDevice(now, []Device{mouse, board}); ok {
		t.Fatalf("opens %v", d)
	}
	var opened []time.Duration
	for at := now; at.Before(now.Add(5 * time.Minute)); {
		d, wait, ok := s.nextDevice(at, []Device{mouse, clone, board})
		switch {
		case !ok && (wait <= 0 || wait > maxOpenBackoff):
			t.Fatalf("looks again after %v", wait)
		case !ok:
			at = at.Add(wait)
		case d != clone:
			t.Fatalf("opens %v", d)
		default:
			opened = append(opened, at.Sub(now))
			s.noteNoAnswer(at, d)
		}
	}
	want := []time.Duration{0, 5, 15, 35, 75, 135, 195, 255}
	for i := range want {
		want[i] *= time.Second
	}
	if !slices.Equal(opened, want) {
		t.Errorf("opened at %v, wanted %v", opened, want)
	}
	s.nextDevice(now, []Device{board})
	if _, _, ok := s.nextDevice(now, []Device{clone}); !ok {
		t.Error("plugged in anew it is not looked at")
	}
}

// A port that is busy does not keep the search from the next one, and is tried
// again soon.
func TestSearchTriesEachInTurn(t *testing.T) {
	s, now := newSearch(Auto), time.Unix(0, 0)
	both := []Device{mega, clone}
	first, _, _ := s.nextDevice(now, both)
	s.noteFailure(now, first)
	second, _, _ := s.nextDevice(now, both)
	if first != mega || second != clone {
		t.Fatalf("tries %v, then %v", first, second)
	}
	s.noteNoAnswer(now, second)
	if _, wait, ok := s.nextDevice(now, both); ok || wait != minOpenBackoff {
		t.Fatalf("again after %v", wait)
	}
	if d, _, ok := s.nextDevice(now.Add(minOpenBackoff), both); !ok || d != mega {
		t.Errorf("then %v", d)
	}
}

// The controller is known again under whatever name it comes back: that device
// goes before the one that has its old name.
func TestSearchFollowsTheController(t *testing.T) {
	moved := mega
	moved.Name = "/dev/ttyACM1"
	other := Device{Name: mega.Name, USB: mega.USB, Serial: "B2"}
	for port, want := range map[string][]Device{Auto: {moved, other}, mega.Name: {other}} {
		s := newSearch(port)
		s.noteController(mega)
		if got := s.candidates([]Device{other, moved}); !slices.Equal(got, want) {
			t.Errorf("%s: %v", port, got)
		}
		if got := s.candidates([]Device{mouse, moved}); !slices.Equal(got, []Device{moved}) {
			t.Errorf("%s, its name gone: %v", port, got)
		}
	}
	clones := newSearch(Auto) // which have no numbers of their own
	clones.noteController(Device{Name: "/dev/ttyUSB1", USB: clone.USB})
	if got := clones.candidates([]Device{clone, {Name: "/dev/ttyUSB1", USB: clone.USB}}); got[0].Name != "/dev/ttyUSB1" {
		t.Errorf("without a number: %v", got)
	}
	if got := newSearch("COM3").candidates(nil); !slices.Equal(got, []Device{{Name: "COM3"}}) {
		t.Errorf("a name that is not listed: %v", got)
	}
}

// A complaint comes again, at increasing intervals; after all was well, at once.
func TestLogThrottle(t *testing.T) {
	n, begin := logThrottle{next: map[string]backoff{}}, time.Unix(0, 0)
	var told []time.Duration
	for at := begin; at.Before(begin.Add(time.Hour)); at = at.Add(time.Second) {
		if n.allow(at, "missing") {
			told = append(told, at.Sub(begin))
		}
	}
	want := []time.Duration{0, 10, 30, 70, 150, 310, 630, 1230, 1830, 2430, 3030}
	for i := range want {
		want[i] *= time.Second
	}
	if !slices.Equal(told, want) {
		t.Errorf("told at %v", told)
	}
	if !n.allow(begin.Add(time.Hour), "busy") {
		t.Error("another complaint is not told")
	}
	n.reset()
	if !n.allow(begin.Add(time.Hour), "missing") {
		t.Error("a new fault is not told")
	}
}

// Each reason has its hint, which the error itself does not repeat.
func TestPortHints(t *testing.T) {
	for _, tc := range []struct {
		err  error
		hint string
	}{
		{fs.ErrNotExist, "plug the controller in"},
		{filelock.ErrLocked, "stop that one first"},
		{errors.New("input/output error"), "crownhead doctor"},
	} {
		err := newPortError("/dev/ttyACM0", tc.err)
		if !strings.Contains(Hint(err), tc.hint) || strings.Contains(err.Error(), tc.hint) || !errors.Is(err, tc.err) {
			t.Errorf("%v: %v", err, Hint(err))
		}
	}
	if got := newPortError("COM3", filelock.ErrLocked).Error(); got != "link: port COM3: in use by another crownhead" {
		t.Errorf("got %q", got)
	}
	if Hint(fs.ErrNotExist) != "" {
		t.Error("a hint for anything")
	}
}

// No port at all is no setting; an identity that is none is named.
func TestPortSettings(t *testing.T) {
	if _, err := NewPortManager(Config{}, SystemPorts{}, zerolog.Nop()); err == nil {
		t.Error("a session without a port")
	}
	var faults []string
	c := DefaultConfig()
	c.Validate(func(path, _ string) { faults = append(faults, path) })
	c.Port, c.USB = "", []string{"2341:0042", "2341-0042"}
	c.Validate(func(path, _ string) { faults = append(faults, path) })
	if !slices.Equal(faults, []string{"port", "usb[1]"}) {
		t.Errorf("faults in %v", faults)
	}
}
