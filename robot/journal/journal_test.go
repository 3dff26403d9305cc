package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"crownhead/board"
	"crownhead/robot/command"
	"crownhead/robot/turn"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

const headerLine = `{"log":"crownhead/1","fen":"W:Wc3:Bd4,h8","visitor":"white","variant":"russian"}`

// Bad logs are refused with the line that is bad.
func TestReadLogRefuses(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{"nothing", "", "line 1"},
		{"no log", `{"t":1,"event":"press"}` + "\n", "line 1: header: log"},
		{
			"another log", `{"log":"crownhead/2","fen":"W:Wc3:Bd4","visitor":"white","variant":"russian"}`,
			"line 1: header: log",
		},
		{"not JSON", "hello\n", "line 1"},
		{
			"position", `{"log":"crownhead/1","fen":"W:Wz9:Bd4","visitor":"white","variant":"russian"}`,
			"line 1: header: board",
		},
		{"visitor", `{"log":"crownhead/1","fen":"W:Wc3:Bd4","visitor":"red","variant":"russian"}`, "line 1: header: visitor"},
		{
			"variant", `{"log":"crownhead/1","fen":"W:Wc3:Bd4","visitor":"white","variant":"polish"}`,
			"line 1: header: variant",
		},
		{
			"draws",
			`{"log":"crownhead/1","fen":"W:Wc3:Bd4","visitor":"white","variant":"russian","draws":"none"}`,
			"line 1: header: draws",
		},
		{
			"tray",
			`{"log":"crownhead/1","fen":"W:Wc3:Bd4","visitor":"white","variant":"russian","trophies":-1}`,
			"line 1: header: a tray",
		},
		{
			"two visitors",
			`{"log":"crownhead/1","fen":"W:Wc3:Bd4","visitor":"both","variant":"russian","version":1}`,
			"line 1: header",
		},
		{"garbage within", headerLine + "\ngarbage\n" + `{"t":1,"event":"press"}`, "line 2"},
		{"torn within", headerLine + "\n" + `{"t":1,"event` + "\n" + `{"t":1,"event":"press"}`, "line 2"},
		{"behind blank lines", headerLine + "\n\n \r\n" + `{"t":1,"event":"jump"}`, "line 4: unknown event"},
		{"zeros within", headerLine + "\n\x00\x00\n" + `{"t":1,"event":"press"}`, "line 2"},
		{"garbage at the end", headerLine + "\ngarbage", "line 2"},
		{"event", headerLine + "\n" + `{"t":1,"event":"jump"}`, `line 2: unknown event "jump"`},
		{"no event", headerLine + "\n" + `{"t":1}`, "line 2"},
		{"no time", headerLine + "\n" + `{"event":"press"}`, "line 2"},
		{"negative time", headerLine + "\n" + `{"t":-1,"event":"press"}`, "line 2"},
		{
			"time goes back",
			headerLine + "\n" + `{"t":2,"event":"press"}` + "\n" + `{"t":1,"event":"press"}`,
			"line 3: t goes back",
		},
		{"bits", headerLine + "\n" + `{"t":1,"event":"scan","bits":"fff"}`, "line 2"},
		{"no bits", headerLine + "\n" + `{"t":1,"event":"button"}`, `line 2: event "button" lacks bits`},
		{"no move", headerLine + "\n" + `{"t":1,"event":"engine"}`, "lacks move"},
		{"no name", headerLine + "\n" + `{"t":1,"event":"command"}`, "lacks name"},
		{"link", headerLine + "\n" + `{"t":1,"event":"link","link":"sideways"}`, "lacks link"},
		{"arm", headerLine + "\n" + `{"t":1,"event":"arm"}`, "lacks arm"},
		{"estop", headerLine + "\n" + `{"t":1,"event":"estop"}`, "lacks on"},
		{"long line", headerLine + "\n" + strings.Repeat("x", maxLine+1), "line 2: longer than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ReadLog(strings.NewReader(c.log))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}

// A last line that a power cut left behind is forgiven, and known not to be whole.
func TestTornLastLine(t *testing.T) {
	whole := headerLine + "\n" + `{"t":1,"event":"press","extra":{"kept":true}}` + "\n"
	for _, c := range []struct {
		name, rest string
		torn       bool
		lines      int
	}{
		{"whole", "", false, 1},
		{"without its end", `{"t":2,"event":"press"}`, false, 2},
		{"cut", `{"t":2,"event":"scan","bits":"ff`, true, 1},
		{"cut, then a line end", `{"t":2,"event":"sc` + "\n", true, 1},
		{"zeros", "\x00\x00\x00\x00", true, 1},
		{"empty lines", "\n\n", true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			log, err := ReadLog(strings.NewReader(whole + c.rest))
			if err != nil || log.Torn != c.torn || len(log.Lines) != c.lines {
				t.Fatalf("%v, torn %v, %d lines", err, log.Torn, len(log.Lines))
			}
			if c.torn && log.Size != int64(len(whole)) {
				t.Errorf("%d whole bytes, want %d", log.Size, len(whole))
			}
		})
	}
}

// Blank lines say nothing, wherever they stand, and the end of the last whole line is found behind them.
func TestBlankLines(t *testing.T) {
	const text = "\n \t\r\n" + headerLine + "\r\n\n" + `{"t":1,"event":"press"}` + "\n\n\n" + `{"t":2,"event":"press"}` + "\n"
	log, err := ReadLog(strings.NewReader(text + "\n \n" + `{"t":3,"ev`))
	if err != nil || len(log.Lines) != 2 || log.Lines[1].Number != 8 || !log.Torn || log.Size != int64(len(text)) {
		t.Errorf("%v, %+v; %d bytes are whole", err, log, len(text))
	}
}

// A log is replayed from whichever encoding an editor has saved it in.
func TestReplayEncodings(t *testing.T) {
	for name, encoded := range map[string]encoding.Encoding{
		"UTF-8 with a mark":  unicode.UTF8BOM,
		"UTF-16 with a mark": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
		"UTF-16":             unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	} {
		text, err := encoded.NewEncoder().Bytes(record(t))
		if err != nil {
			t.Fatal(err)
		}
		report, err := Replay(bytes.NewReader(text), Options{})
		if err != nil || report.Diverged != nil || len(report.Moves) != 2 {
			t.Errorf("%s: %v, %+v", name, err, report)
		}
	}
}

// record plays a little game into a journal.
func record(t testing.TB) []byte {
	t.Helper()
	x := readyToPlay(t)
	file := &Memory{}
	j := New(file, NewHeader(x.s.Settings, 1))
	x.s = turn.NewState(x.s.Settings)
	for _, e := range []turn.Event{
		linkUp(3), occupied(turn.EventScan, x.s.OccupiedByGame()),
		{Kind: turn.EventHomed},
		{Kind: turn.EventPressed},
		occupied(turn.EventPressSettled, board.Start().Occupied()&^squareBits("c3")),
		occupied(turn.EventPressSettled, board.Start().Occupied()&^squareBits("c3")|squareBits("d4")),
		{Kind: turn.EventEngine, Move: "b6-a5", Ply: 1, Win: -0.25},
		{Kind: turn.EventArm, Arm: turn.ArmCarried, Square: "a5"},
		disturbed(turn.ArmDisturbed, 1, 5, 7),
		{Kind: turn.EventArm, Arm: turn.ArmDone, Carry: 1},
		{Kind: turn.EventEstop, On: true},
		{Kind: turn.EventLink, Link: turn.LinkDown},
		{Kind: turn.EventCommand, Command: command.Clear},
		{Kind: turn.EventCommand, Command: command.Level, Args: map[string]string{command.ArgLevel: "child"}},
		{Kind: turn.EventHint, Move: "c3-d4", Ply: 2},
		{Kind: turn.EventDisk, On: true},
		{Kind: turn.EventDeadline, Deadline: turn.DeadlineLink},
	} {
		x.meet(e)
		j.Append(e, x.then)
	}
	return file.Bytes()
}

// What is written is read back: every event with every field.
func TestJournalRoundTrip(t *testing.T) {
	data := record(t)
	log, err := ReadLog(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	again := &Memory{}
	j := New(again, log.Header)
	for _, line := range log.Lines {
		j.Append(line.Event, *line.Outcome)
	}
	if !bytes.Equal(again.Bytes(), data) {
		t.Errorf("written\n%s\nread and written\n%s", data, again.Bytes())
	}
	for _, field := range []string{
		`"boot":3`, `"virtual":true`, `"win":-0.25`, `"expected":"00000005"`, `"verdict":"move"`,
	} {
		if !bytes.Contains(data, []byte(field)) {
			t.Errorf("no %s in the journal", field)
		}
	}
}

// A journal that was changed says where.
func TestDivergence(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(string(record(t))), "\n")
	for _, c := range []struct {
		name, old, new string
		diverged       bool
		line           int
	}{
		{"nothing", "", "", false, 0},
		{"verdict", `"verdict":"illegal"`, `"verdict":"unchanged"`, true, 6},
		{"move", `"move":"c3-d4","position"`, `"move":"c3-b4","position"`, true, 7},
		{"position", `"position":"`, `"position":"0`, true, 2},
		{"bits", `"bits":"fff00dff"`, `"bits":"fff00fff"`, true, 6},
		{"effect", `"effect":"home"`, `"effect":"roam"`, true, 2},
		{"one effect less", `{"effect":"home"},`, ``, true, 2},
		{"sentence", `"say":"your_turn_white"`, `"say":"your_turn"`, true, 4},
		{"an effect of another version", fmt.Sprintf(`"version":%d`, turn.Version), fmt.Sprintf(`"version":%d`, turn.Version+1), false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.Replace(strings.Join(lines, "\n"), c.old, c.new, 1)
			if c.name == "an effect of another version" {
				changed = strings.Replace(changed, `"effect":"home"`, `"effect":"roam"`, 1)
			}
			report, err := Replay(strings.NewReader(changed), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if (report.Diverged != nil) != c.diverged {
				t.Fatalf("diverged %+v", report.Diverged)
			}
			if d := report.Diverged; d != nil && (d.Line != c.line || d.Want == d.Got) {
				t.Errorf("diverged %+v, want line %d", d, c.line)
			}
		})
	}
}

// slowDisk notes when what was written is safe, and fails from some line on.
type slowDisk struct {
	Memory
	synced int // bytes
	limit  int // bytes that fit
}

var errFull = errors.New("disk full")

func (d *slowDisk) Write(p []byte) (int, error) {
	if d.limit > 0 && d.Len()+len(p) > d.limit {
		n, _ := d.Memory.Write(p[:d.limit-d.Len()])
		return n, errFull
	}
	return d.Memory.Write(p)
}

func (d *slowDisk) Sync() error { d.synced = d.Len(); return nil }

// 36: what the arm's motion follows, and the end of a turn, is on disk; the rest need not be waited for.
func TestJournalSyncs(t *testing.T) {
	x := readyToPlay(t)
	disk := &slowDisk{}
	j := New(disk, NewHeader(x.s.Settings, 1))
	safe := func(want bool, what string) {
		t.Helper()
		j.Append(turn.Event{Kind: turn.EventPressed}, x.then)
		if got := disk.synced == disk.Len(); got != want {
			t.Errorf("after %s: on disk %v, want %v", what, got, want)
		}
	}
	x.meet(turn.Event{Kind: turn.EventPressed})
	safe(false, "a press")
	x.moves("c3-d4")
	safe(true, "the visitor's move")
	x.replies("b6-a5")
	safe(true, "the intent")
	x.meet(turn.Event{Kind: turn.EventArm, Arm: turn.ArmCarried})
	safe(false, "a carry")
	x.meet(disturbed(turn.ArmHeld, 0, x.s.Sensors.Bits, x.s.Sensors.Bits))
	safe(false, "a hold")
	x.meet(turn.Event{Kind: turn.EventDeadline, Deadline: "steady"})
	safe(true, "what lets the arm go on")
	x.meet(turn.Event{Kind: turn.EventArm, Arm: turn.ArmDone, Carry: 1})
	safe(true, "the hand-over")
	x.moves("d4-c5").meet(occupied(turn.EventPressSettled, x.s.LastPly.Before.Occupied()))
	safe(true, "a move taken back")
	x.meet(turn.Event{Kind: turn.EventLink, Link: turn.LinkDown})
	safe(false, "a lost link")
	x.meet(linkUp(2))
	safe(true, "what lets the arm home")
}

// 36: a full disk is a fault that is told, once; what was written before stays whole.
func TestJournalDiskFull(t *testing.T) {
	disk := &slowDisk{limit: 600}
	x := readyToPlay(t)
	j := New(disk, NewHeader(x.s.Settings, 1))
	for range 10 {
		x.meet(occupied(turn.EventPressSettled, x.s.OccupiedByGame()))
		j.Append(turn.Event{Kind: turn.EventPressed}, x.then)
	}
	if !errors.Is(j.err, errFull) {
		t.Fatalf("error %v", j.err)
	}
	if log, err := ReadLog(&disk.Buffer); err != nil || len(log.Lines) == 0 {
		t.Errorf("%v, %d lines", err, len(log.Lines))
	}
	x.meet(turn.Event{Kind: turn.EventDisk, On: true})
	if !x.s.DiskFault {
		t.Error("the fault isn't known")
	}
	x.meet(turn.Event{Kind: turn.EventDisk})
	if x.s.DiskFault {
		t.Error("the fault is never over")
	}
}

// 36: what a full disk didn't take is written once there is room, from the very byte at which it ended.
func TestJournalCatchesUp(t *testing.T) {
	x := readyToPlay(t)
	disk, opened := &slowDisk{limit: 500}, false
	j := Open(func() (File, error) {
		if !opened {
			return nil, errFull
		}
		return disk, nil
	}, NewHeader(x.s.Settings, 1))
	write := func() {
		x.meet(occupied(turn.EventPressSettled, x.s.OccupiedByGame()))
		j.Append(turn.Event{Kind: turn.EventPressed}, x.then)
	}
	lines := func() int { return strings.Count(disk.String(), "\n") }
	write()
	if !errors.Is(j.err, errFull) || disk.Len() > 0 {
		t.Fatalf("error %v, %q", j.err, disk.String())
	}
	opened = true
	j.Append(turn.Event{Kind: turn.EventPressed}, turn.StepResult{Effects: []turn.Effect{{Kind: turn.EffectHandover}}})
	for range 10 {
		write()
	}
	if !errors.Is(j.err, errFull) || disk.Len() != disk.limit {
		t.Fatalf("error %v, %d bytes", j.err, disk.Len())
	}
	disk.limit = 0
	write()
	if j.err == nil {
		t.Error("a full disk is asked for every line")
	}
	if !j.Close() || j.err != nil || lines() != 14 {
		t.Errorf("%d lines: %v", lines(), j.err)
	}
	if log, err := ReadLog(&disk.Buffer); err != nil || log.Torn || len(log.Lines) != 13 {
		t.Errorf("%v, %d lines", err, len(log.Lines))
	}
}

// What can't be written is not kept in mind without end.
func TestJournalGivesUp(t *testing.T) {
	x := readyToPlay(t)
	j := Open(func() (File, error) { return nil, errFull }, NewHeader(x.s.Settings, 1))
	j.pending = make([]byte, maxPending-10)
	j.Append(turn.Event{Kind: turn.EventPressed}, x.then)
	if !j.broken || j.pending != nil || !errors.Is(j.err, errFull) {
		t.Errorf("lost %v with %d bytes: %v", j.broken, len(j.pending), j.err)
	}
}

func FuzzReadLog(f *testing.F) {
	f.Add([]byte(headerLine))
	f.Add(record(f))
	f.Add([]byte(headerLine + "\n" + `{"t":1,"event":"button","bits":"00000200"}` + "\n" + `{"t":2,"event":"engine","move":"d4-c3"}`))
	f.Add([]byte(headerLine + "\n" + `{"t":1e300,"event":"scan","bits":"00000200","then":{"effects":[null]}}`))
	f.Fuzz(func(_ *testing.T, data []byte) {
		for _, record := range []bool{false, true} {
			_, _ = Replay(bytes.NewReader(data), Options{EveryPressIsAPly: record})
		}
	})
}

func TestStore(t *testing.T) {
	dir := t.TempDir()
	store, err := OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, log, file, err := store.FindUnfinished(); log != nil || file != nil || err != nil {
		t.Fatalf("an unfinished game in an empty folder: %v", err)
	}
	x := readyToPlay(t)
	file, err := store.Create(NewHeader(x.s.Settings, 4))
	if err != nil {
		t.Fatal(err)
	}
	data := record(t)
	if _, err := file.Write(append(data, `{"t":9,"ev`...)); err != nil {
		t.Fatal(err)
	}
	file.Close()

	again, err := OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, game, file, err := again.FindUnfinished()
	if err != nil || game == nil || game.Size != int64(len(data)) {
		t.Fatalf("not found again: %v", err)
	}
	j := &Journal{file: file}
	archived := turn.StepResult{Result: "2-0", Effects: []turn.Effect{{Kind: turn.EffectArchive}}}
	j.Append(turn.Event{T: game.End, Kind: turn.EventPressed}, archived)
	j.Close()
	names, err := again.listJournals()
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	got, err := os.ReadFile(again.filePath(journalDir, names[0], journalExt))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(got, data) || json.Unmarshal(got[len(data):], &struct{}{}) != nil {
		t.Errorf("gone on with %s", got[len(data):])
	}
	if err := again.Archive(Archived{PDN: "1. c3-d4 *"}); err != nil {
		t.Error(err)
	}
	if _, log, _, err := again.FindUnfinished(); log != nil || err != nil {
		t.Errorf("a game that is over is taken up again: %v", err)
	}
	if _, err := OpenStore("/dev/null/x"); err == nil {
		t.Error("a folder that can't be")
	}
}

// A game that is given up for the next one is kept under its own name: when it is archived the next one has begun.
func TestStoreKeepsBothGames(t *testing.T) {
	store, err := OpenStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for game := 1; game <= 2; game++ {
		file, err := store.Create(Header{Game: game})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte("{}\n")); err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	for game := 1; game <= 2; game++ {
		if err := store.Archive(Archived{Game: game, PDN: fmt.Sprint("game ", game)}); err != nil {
			t.Fatal(err)
		}
	}
	for game := 1; game <= 2; game++ {
		got, err := os.ReadFile(store.filePath(gameDir, store.names[game], gameExt))
		if want := fmt.Sprint("game ", game); err != nil || string(got) != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
}

// A journal that was cut off before its first line was on disk does not keep the robot from starting, nor from
// going on with the game before.
func TestStoreJournalWithoutHeader(t *testing.T) {
	for name, cut := range map[string]string{"empty": "", "torn": headerLine[:20], "zeros": string(make([]byte, 512))} {
		dir := t.TempDir()
		store, err := OpenStore(dir)
		if err != nil {
			t.Fatal(err)
		}
		write := func(name, text string) {
			if err := os.WriteFile(store.filePath(journalDir, name, journalExt), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write("2", cut)
		if _, log, _, err := store.FindUnfinished(); log != nil || err != nil {
			t.Errorf("%s, alone: %v", name, err)
		}
		write("1", string(record(t)))
		_, log, file, err := store.FindUnfinished()
		if err != nil || log == nil {
			t.Errorf("%s, after a game: %v", name, err)
			continue
		}
		file.Close()
	}
}

// A clock that is set back doesn't make an old journal the newest one.
func TestStoreCountsJournals(t *testing.T) {
	store, err := OpenStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 31, 12, 0, 0, 0, time.UTC)
	for game := range 3 {
		store.now = func() time.Time { return now.Add(-time.Duration(game) * time.Hour) }
		file, err := store.Create(Header{Game: game})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte("{}\n")); err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	names, err := store.listJournals()
	if err != nil || len(names) != 3 || names[2] != store.names[2] {
		t.Errorf("%v, %v; want %s last", names, err, store.names[2])
	}
}

// A journal keeps whether touch-move is reminded of; in journals from before there was that, it is not.
func TestHeaderKeepsTouchMove(t *testing.T) {
	for _, on := range []bool{false, true} {
		set := turn.Settings{Start: board.Start(), NextStart: board.Start(), TouchMove: on}
		h := NewHeader(set, 1)
		line, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		back, err := h.Settings()
		if err != nil || back.TouchMove != on || strings.Contains(string(line), "touch_move") != on {
			t.Errorf("%t became %t in %s: %v", on, back.TouchMove, line, err)
		}
	}
}
