package net

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
)

// Every half is what its bits say, and is found again; between two halves the nearer one is taken,
// or the even one.
func TestHalf(t *testing.T) {
	for h := range uint16(0x7c00) { // the finite ones that are not negative
		x := fromHalf(h)
		want := math.Ldexp(float64(h&0x3ff|0x400), int(h>>10)-25)
		if h < 0x400 {
			want = math.Ldexp(float64(h), -24)
		}
		if float64(x) != want || toHalf(x) != h || toHalf(-x) != h|0x8000 || fromHalf(h|0x8000) != -x {
			t.Fatalf("half %#04x: %g, want %g, and back %#04x", h, x, want, toHalf(x))
		}
		if h == 0x7bff {
			continue
		}
		between := (float64(x) + float64(fromHalf(h+1))) / 2
		even := h + h&1
		if got := toHalf(float32(between)); got != even {
			t.Fatalf("%g, between %#04x and the next, is %#04x", between, h, got)
		}
		if got := toHalf(float32(between * (1 + 1e-6))); got != h+1 {
			t.Fatalf("more than half of %#04x and the next is %#04x", h, got)
		}
	}
	if !math.IsInf(float64(fromHalf(0xfc00)), -1) || fromHalf(0x7c01) == fromHalf(0x7c01) {
		t.Error("infinity or not a number is read as a number")
	}
}

// smallNet is a net whose file is short.
func smallNet(t testing.TB) *Net {
	n := mustCompact(t, CompactShape{Blocks: 2, Filters: 8}, 3)
	n.Origin = Origin{
		Line: "self-play", Generation: 4, Parent: "generation 3", Games: 12000, Seed: math.MaxUint64,
		Elo: -31.25,
	}
	return n
}

func mustEncode(t testing.TB, n *Net, p Precision) []byte {
	t.Helper()
	file, err := n.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// A file gives the same net, with its origin, and the same net the same bytes; in half precision it
// is half as long, and the answers hardly differ.
func TestFile(t *testing.T) {
	for _, n := range []*Net{smallNet(t), mustCompact(t, DefaultCompact, 1), mustPaper(t, 2)} {
		enlargeWeights(n)
		for _, p := range []Precision{Single, Half} {
			if n.Kind() == PaperKind && p == Single {
				continue // large
			}
			file := mustEncode(t, n, p)
			again, err := Read(file)
			if err != nil {
				t.Fatalf("%s %s: %v", n.Kind(), p, err)
			}
			if again.Origin != n.Origin || again.Kind() != n.Kind() {
				t.Errorf("%s %s: read as %s of %+v", n.Kind(), p, again.Kind(), again.Origin)
			}
			if !bytes.Equal(file, mustEncode(t, again, p)) {
				t.Errorf("%s %s: written again it is another file", n.Kind(), p)
			}
			s := randomState(t, 3, 20)
			var want, got [Actions]float32
			value, v := n.Evaluator().Evaluate(&s, &want), again.Evaluator().Evaluate(&s, &got)
			if off := float64(v - value); p == Single && (off != 0 || got != want) || math.Abs(off) > 0.01 {
				t.Errorf("%s %s: value %g, was %g", n.Kind(), p, v, value)
			}
		}
	}
}

// What a generation costs in the binary: at least eight fit in 8 MB.
func TestSize(t *testing.T) {
	if size := len(mustEncode(t, mustCompact(t, DefaultCompact, 1), Half)); size > 200_000 {
		t.Errorf("a compact generation takes %d bytes in half precision", size)
	}
}

// The file is what other programs know: eight bytes of length, a header that begins with a brace
// and ends at a multiple of eight bytes, names in the order of the data.
func TestFormat(t *testing.T) {
	file := mustEncode(t, smallNet(t), Half)
	length := binary.LittleEndian.Uint64(file)
	header := string(file[8:][:length])
	if length%8 != 0 || !strings.HasPrefix(header, `{"__metadata__":{"blocks":"2","elo":"-31.25","filters":"8","format":"crownhead net 1","games":"12000","generation":"4"`) {
		t.Errorf("%d bytes of header: %s", length, header)
	}
	if !strings.Contains(header, `"stem.weight":{"dtype":"F16","shape":[9,8,8],"data_offsets":[0,1152]},"stem.bias":{"dtype":"F16","shape":[8],"data_offsets":[1152,1168]}`) {
		t.Errorf("the first tensors: %s", header)
	}
}

// withHeader is a file with another header; to keep its length, spaces at its end give way.
func withHeader(t testing.TB, file []byte, change func(string) string) []byte {
	t.Helper()
	length := binary.LittleEndian.Uint64(file)
	header := change(string(file[8:][:length]))
	next := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(next, header...), file[8+length:]...)
}

func replaceText(old, new string) func(string) string {
	return func(s string) string {
		if !strings.Contains(s, old) {
			panic(fmt.Sprintf("%q is not in %s", old, s))
		}
		return strings.Replace(s, old, new, 1)
	}
}

// Whatever is wrong with a file is told with the tensor's name and what it may be.
func TestFaults(t *testing.T) {
	file := mustEncode(t, smallNet(t), Single)
	change := func(old, new string) []byte { return withHeader(t, file, replaceText(old, new)) }
	nan := bytes.Clone(file)
	binary.LittleEndian.PutUint32(nan[len(nan)-4:], 0x7fc00000)
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "too short"},
		{"text", []byte("generation 3, trained by night"), "not a file of weights"},
		{"cut in the header", file[:100], "cut off"},
		{"cut in a tensor", file[:len(file)-1], `tensor "evaluation.bias" ends at byte`},
		{"more behind", append(bytes.Clone(file), 0), "1 bytes after the last tensor"},
		{"no object", withHeader(t, file, func(string) string { return "[1]" }), "not a JSON object"},
		{"unfinished", withHeader(t, file, func(s string) string { return strings.TrimSpace(s)[:len(strings.TrimSpace(s))-1] }), "ends too early"},
		{
			"two objects", withHeader(t, file, func(s string) string { return strings.TrimSpace(s) + "{}" }),
			"after the header's JSON",
		},
		{"another field", change(`{"dtype"`, `{"stride":1,"dtype"`), `tensor "stem.weight"`},
		{"unknown type", change(`"F32"`, `"BF16"`), `tensor "stem.weight": numbers of type "BF16": want F32 or F16`},
		{
			"type and size", change(`"F32"`, `"F16"`),
			`tensor "stem.weight": 2304 bytes for the shape [9 8 8] of F16: want 1152`,
		},
		{"shape and size", change(`[9,8,8]`, `[9,8,9]`), `tensor "stem.weight": 2304 bytes`},
		{
			"another shape", change(`[9,8,8]`, `[8,9,8]`),
			`tensor "stem.weight": shape [8 9 8], want [9 8 8]: it is of a net of another size`,
		},
		{"negative", change(`[9,8,8]`, `[-9,8,8]`), `tensor "stem.weight": shape [-9 8 8]`},
		{"huge", change(`[9,8,8]`, `[16777216,16777216,16777216]`), `too large`},
		{
			"overlap", change(`[2304,2336]`, `[2300,2332]`),
			`tensor "stem.bias" begins at byte 2300, inside the one before it`,
		},
		{"gap", change(`[2304,2336]`, `[2308,2340]`), `tensor "stem.bias" begins at byte 2308`},
		{"offsets", change(`[2304,2336]`, `[2304]`), `tensor "stem.bias": offsets`},
		{"twice", change(`"stem.bias"`, `"stem.weight"`), `"stem.weight" is in the header twice`},
		{"missing", change(`"stem.bias"`, `"stem.bios"`), `no tensor "stem.bias"`},
		{"not finite", nan, `tensor "evaluation.bias": number 0 is NaN`},
		{"another program", change(fileFormat, "crownhead net 9"), "another program or version"},
		{"another kind", change(`"kind":"lean"`, `"kind":"fat"`), "want lean or article"},
		{"no size", change(`"blocks":"2"`, `"blocks":"two"`), `blocks is "two"`},
		{"size", change(`"blocks":"2"`, `"blocks":"3"`), `no tensor "block2.a.weight"`},
		{"fewer blocks", change(`"blocks":"2"`, `"blocks":"1"`), `tensor "block1.a.weight" belongs to no layer`},
		{"too large", change(`"blocks":"2"`, `"blocks":"99"`), "want 1 to 16 blocks"},
		{"generation", change(`"generation":"4"`, `"generation":"-4"`), `generation is "-4"`},
		{"seed", change(`"seed":"`, `"seed":"x`), "seed is"},
		{"elo", change(`"elo":"-31.25"`, `"elo":"NaN"`), `elo is "NaN"`},
		{
			"no ladder's elo", change(`"elo":"-31.25"`, `"elo":"-1e308"`),
			`elo is "-1e308": want a number of at most 1000000`,
		},
		{"metadata", change(`"kind":"lean"`, `"kind":7`), "__metadata__"},
	} {
		if _, err := Read(c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// Weights that a file can't hold are not written.
func TestRefused(t *testing.T) {
	n := smallNet(t)
	l := n.body.layers()[1]
	l.weight[5] = 1e5
	if _, err := n.Encode(Half); err == nil || !strings.Contains(err.Error(), `"block0.a.weight": number 5 is 100000`) {
		t.Errorf("too large for half precision: %v", err)
	}
	l.weight[5] = float32(math.Inf(1))
	if _, err := n.Encode(Single); err == nil {
		t.Error("infinity is written")
	}
	if _, err := n.Encode("F64"); err == nil {
		t.Error("an unknown precision is written")
	}
}

// Whatever is read at all is written and read again as the same. What is varied is the header,
// before a number of bytes of data; the same bytes are also taken for a whole file.
func FuzzRead(f *testing.F) {
	for _, p := range []Precision{Single, Half} {
		file := mustEncode(f, mustCompact(f, CompactShape{Blocks: 1, Filters: 8}, 1), p)
		length := binary.LittleEndian.Uint64(file)
		f.Add(file[8:][:length], uint16(len(file)-8-int(length)))
	}
	f.Add([]byte("{}"), uint16(0))
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"), uint16(0))
	f.Fuzz(func(t *testing.T, header []byte, data uint16) {
		if _, err := Read(header); err == nil {
			t.Error("a header alone is a net")
		}
		file := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
		n, err := Read(append(append(file, header...), make([]byte, data)...))
		if err != nil {
			return
		}
		once := mustEncode(t, n, Single)
		again, err := Read(once)
		if err != nil || !bytes.Equal(once, mustEncode(t, again, Single)) {
			t.Errorf("read, and not read again: %v", err)
		}
	})
}
