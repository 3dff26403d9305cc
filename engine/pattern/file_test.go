package pattern

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func written(t testing.TB, e *Evaluation) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := e.Write(&b, Header{Slope: 120, MadeBy: "a test", Seed: 7, Games: 20}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFile(t *testing.T) {
	e, rng := &Evaluation{}, rand.New(rand.NewPCG(5, 5))
	for range 1000 { // a full one takes long to pack
		e.weights[rng.IntN(TermCount)] = weight{int16(rng.Uint32()), int16(rng.Uint32())}
	}
	data := written(t, e)
	back, h, err := Read(data)
	if err != nil || *back != *e || h.MadeBy != "a test" || h.Seed != 7 || h.Games != 20 {
		t.Errorf("%v, %+v", err, h)
	}
}

// A file that is not whole, or another program's, says so, and where.
func TestBadFiles(t *testing.T) {
	good := written(t, &Evaluation{})
	end := bytes.IndexByte(good, '\n') + 1
	flipped := bytes.Clone(good)
	flipped[end-20] ^= 1 // in the sum
	cases := map[string]struct {
		data  []byte
		where string
	}{
		"empty":          {nil, "line 1"},
		"no header":      {good[end:], "line 1"},
		"other layout":   {bytes.Replace(good, []byte(layout), []byte("pairs 9"), 1), "line 1"},
		"other format":   {bytes.Replace(good, []byte(`patterns":1`), []byte(`patterns":9`), 1), "line 1"},
		"unknown field":  {bytes.Replace(good, []byte(`"seed"`), []byte(`"feed"`), 1), "line 1"},
		"no slope":       {bytes.Replace(good, []byte(`"slope":120`), []byte(`"slope":-12`), 1), "line 1"},
		"torn":           {good[:len(good)-7], "byte "},
		"header alone":   {good[:end], "byte "},
		"something more": {append(bytes.Clone(good), "more"...), "byte "},
		"another sum":    {bytes.Replace(good, []byte(`"sum":"`), []byte(`"sum":"0`), 1), "sum"},
	}
	for name, c := range cases {
		if _, _, err := Read(c.data); !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), c.where) {
			t.Errorf("%s: %v, want %q in it", name, err, c.where)
		}
	}
}

func FuzzRead(f *testing.F) {
	good := written(f, &Evaluation{})
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		e, h, err := Read(data)
		if (e == nil) != (err != nil) {
			t.Errorf("%v, %v", e != nil, err)
		}
		if err == nil && (h.Layout != layout || !bytes.Equal(e.encodeWeights(), mustRead(t, data).encodeWeights())) {
			t.Error("read twice, two evaluations")
		}
	})
}

func mustRead(t *testing.T, data []byte) *Evaluation {
	e, _, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The weights in the program say where they come from.
func TestEmbedded(t *testing.T) {
	h := EmbeddedHeader()
	if !strings.HasPrefix(h.MadeBy, "crownhead train patterns --") || h.Games == 0 || h.Samples == 0 || h.Seed == 0 ||
		len(embeddedFile) > 4<<20 {
		t.Errorf("%+v, %d bytes", h, len(embeddedFile))
	}
}

// What every player knows the weights know: better first.
func TestEmbeddedKnows(t *testing.T) {
	cases := []struct{ name, better, worse string }{
		{"a man more", "W:Wa1,c1,e1,b2,d2,f2,c3,e3:Bb8,d8,f8,h8,a7,c7,e7", "W:Wa1,c1,e1,b2,d2,f2,c3:Bb8,d8,f8,h8,a7,c7,e7"},
		{"a king is more than two men", "W:WKc3,a1,c1:Bb8,h8,d8,a7", "W:Wc3,e3,a1,c1:Bb8,h8,d8,a7"},
		{"about to be crowned", "W:Wd6,c1,e1,a1:Bh6,a5,h4,g7", "W:Wd2,c1,e1,a1:Bh6,a5,h4,g7"},
		{
			"exchange when ahead",
			"W:Wc1,e1,c3,e3:Bb8,d8,f8",
			"W:Wa1,c1,e1,g1,b2,d2,f2,c3,e3,a3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,d6,f6",
		},
		{"two kings against one are little", "W:Wa1,c1,d2,f2:Bb8,d8", "W:WKc1,Kd2:BKh8"},
	}
	for _, c := range cases {
		better, worse := view1(t, c.better), view1(t, c.worse)
		if b, w := Embedded().scoreView(&better), Embedded().scoreView(&worse); b <= w {
			t.Errorf("%s: %d, without it %d", c.name, b, w)
		}
	}
}
