package endgame

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crownhead/board"
)

var whole = flag.Bool("whole", false, "build and verify all tables of four pieces, not only the small ones")

// The embedded tables are what the solver finds today.
func TestEmbeddedIsWhatIsBuilt(t *testing.T) {
	pieces := 3
	if *whole {
		pieces = 4
	}
	built, err := Build(pieces, t.TempDir(), func(Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range built.Headers() {
		want := headerOf(t, h.Signature)
		want.MadeBy, h.MadeBy = "", ""
		if h != want {
			t.Errorf("built %+v, embedded %+v", h, want)
		}
	}
	// One of four pieces whose promotions lead to another table.
	s := Signature{OwnMen: 3, FoeMen: 1}
	own, swapped, err := solve(s, Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []*signatureTable{newTable(s, own), newTable(s.Swapped(), swapped)} {
		if want := headerOf(t, e.header.Signature); e.header.Sum != want.Sum || e.header.Longest != want.Longest {
			t.Errorf("built %+v, embedded %+v", e.header, want)
		}
	}
}

func headerOf(t *testing.T, signature string) Header {
	t.Helper()
	all := Embedded().Headers()
	i := slices.IndexFunc(all, func(h Header) bool { return h.Signature == signature })
	if i < 0 {
		t.Fatalf("no embedded table of %s", signature)
	}
	return all[i]
}

// The verifier finds nothing in the embedded tables: the small ones whole, of the others a sample.
func TestEmbeddedIsVerified(t *testing.T) {
	for _, h := range Embedded().Headers() {
		s, _ := ParseSignature(h.Signature)
		if s.Pieces() > 3 && !*whole {
			continue
		}
		if n, err := Embedded().Verify(s); err != nil || n != h.Positions {
			t.Errorf("%v: %d positions, the header says %d: %v", s, n, h.Positions, err)
		}
	}
	v, rng := verifier{tables: Embedded()}, rand.New(rand.NewPCG(9, 10))
	for range 30000 {
		if err := v.verifyPosition(somePosition(rng, 4)); err != nil {
			t.Error(err)
		}
	}
}

// The verifier finds whatever is wrong: a distance, a result, a draw that is none.
func TestVerifierFindsFaults(t *testing.T) {
	s := Signature{OwnMen: 1, FoeKings: 2}
	for name, change := range map[string]func(v byte) byte{
		"distance": func(v byte) byte { return v + 2 },
		"result":   func(v byte) byte { return v ^ 1 },
		"drawn":    func(byte) byte { return byte(drawValue) },
	} {
		e, err := readTable(Embedded().slots[s.code()].source, s)
		if err != nil {
			t.Fatal(err)
		}
		values := *e.values.Load()
		for i, v := range values {
			if p, ok := e.positionAt(i); ok && v != byte(drawValue) && !p.CanCapture() {
				values[i] = change(v)
				break
			}
		}
		broken := *Embedded()
		broken.addTable(e)
		if _, err := broken.Verify(s); err == nil {
			t.Errorf("a wrong %s passes", name)
		}
	}
}

// A build that was ended goes on: what is whole is kept, what is missing or damaged is made, and the outcome is the
// same.
func TestBuildGoesOn(t *testing.T) {
	dir := t.TempDir()
	written := func() (list []string) {
		if _, err := Build(2, dir, func(s Progress) {
			if s.Doing == Written {
				list = append(list, s.Signature.String())
			}
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	if got := written(); !slices.Equal(got, []string{"K-K", "K-M", "M-M"}) {
		t.Errorf("written at first: %v", got)
	}
	whole := contents(t, dir)
	for name, change := range map[string]func([]byte) []byte{
		"a bit":          func(data []byte) []byte { data[len(data)-9] ^= 4; return data },
		"torn":           func(data []byte) []byte { return data[:len(data)-20] },
		"empty":          func([]byte) []byte { return nil },
		"another's":      func([]byte) []byte { return whole["K-K.egt"] },
		"another format": func(data []byte) []byte { return bytes.Replace(data, []byte(":1,"), []byte(":9,"), 1) },
	} {
		damage(t, dir, "M-K.egt", change)
		if got := written(); !slices.Equal(got, []string{"K-M"}) {
			t.Errorf("%s: made anew: %v", name, got)
		}
	}
	if err := os.Rename(filepath.Join(dir, "K-M.egt"), filepath.Join(dir, "K-M.egt.tmp")); err != nil {
		t.Fatal(err)
	}
	if got := written(); !slices.Equal(got, []string{"K-M"}) {
		t.Errorf("killed while writing: made anew: %v", got)
	}
	for name, data := range contents(t, dir) {
		if !bytes.Equal(data, whole[name]) {
			t.Errorf("%s differs from what was built at once", name)
		}
	}
}

func damage(t *testing.T, dir, name string, change func([]byte) []byte) {
	t.Helper()
	name = filepath.Join(dir, name)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, change(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		if all[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// What cannot be built or opened says why; nothing panics, not even on a file that is damaged after it was opened.
func TestFaults(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 6} {
		if _, err := Build(n, t.TempDir(), func(Progress) {}); !errors.Is(err, ErrPieces) {
			t.Errorf("%d pieces: %v", n, err)
		}
	}
	if _, err := Open(os.DirFS(t.TempDir())); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), ".egt") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, _, err := solve(Signature{OwnKings: 2, FoeMen: 1}, &Tables{}); !errors.Is(err, errMissingTable) {
		t.Errorf("nothing is known: %v", err)
	}
	dir := t.TempDir()
	if _, err := Build(2, dir, func(Progress) {}); err != nil {
		t.Fatal(err)
	}
	opened := &Tables{}
	if err := opened.openFolder(os.DirFS(dir), 2, 2); err != nil {
		t.Fatal(err)
	}
	damage(t, dir, "K-K.egt", func(data []byte) []byte { data[len(data)-9] ^= 4; return data })
	for range 2 {
		if r, _, ok := opened.Probe(parse(t, "W:WKa1:BKb8")); ok || r != Unknown {
			t.Errorf("a damaged table says %v", r)
		}
	}
	if r, _, ok := opened.Probe(parse(t, "W:WKa1:Bh8")); !ok || r == Unknown {
		t.Error("another table is lost with the damaged one")
	}
}

// A signature's name is read as it is written, and nothing else is.
func TestSignatureNames(t *testing.T) {
	seen := map[uint]bool{}
	for n := 2; n <= maxPieces; n++ {
		for _, s := range Signatures(n) {
			if back, err := ParseSignature(s.String()); err != nil || back != s || seen[s.code()] || s.Pieces() != n {
				t.Errorf("%v is read as %v, %v", s, back, err)
			}
			seen[s.code()] = true
		}
	}
	for _, text := range []string{"", "-", "K", "K-", "MK-K", "K-K-K", "KKK-KKK", "k-k", strings.Repeat("K", 300) + "-K"} {
		if s, err := ParseSignature(text); err == nil {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}

// Each position has a number of its own and each number at most one position.
func TestIndexer(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for n := 2; n <= maxPieces; n++ {
		for _, s := range Signatures(n) {
			x := newIndexer(s)
			for i := range min(x.size, 2000) {
				if x.size > 2000 {
					i = rng.IntN(x.size)
				}
				if p, ok := x.positionAt(i); ok && (x.indexOf(p) != i || signatureOf(p) != s || p.Validate() != nil) {
					t.Fatalf("%v: number %d is %s, whose number is %d", s, i, p.FEN(), x.indexOf(p))
				}
			}
		}
	}
}

// Backwards leads where forwards comes from: every quiet move is found from its end, and nothing else is.
func TestPredecessors(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 3000 {
		p := somePosition(rng, 5)
		for _, m := range p.Moves() {
			if m.IsCapture() || p.Promotes(m) {
				continue
			}
			if after := swapSides(p.Play(m)); !slices.Contains(appendPredecessors(nil, after), p) {
				t.Fatalf("%s is not found before %s", p.FEN(), p.Notation(m))
			}
		}
		for _, q := range appendPredecessors(nil, p) {
			if !q.CanCapture() && !leadsTo(q, p) {
				t.Fatalf("%s does not lead to %s", q.FEN(), p.FEN())
			}
		}
	}
}

func leadsTo(q, p board.Position) bool {
	return slices.ContainsFunc(q.Moves(), func(m board.Move) bool { return swapSides(q.Play(m)) == p })
}
