package face

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "draw docs/face anew")

// The pictures in the docs show what the program draws. Run with -update after a change of the art.
func TestDocsPicturesAreCurrent(t *testing.T) {
	dir := filepath.Join("..", "docs", "face")
	checkPicture(t, filepath.Join(dir, "emotions.png"), DrawSheet)
	for _, e := range Emotions() {
		checkPicture(t, filepath.Join(dir, e.String()+".png"), func(w io.Writer) error { return DrawPNG(w, Portrait(e)) })
	}
	for name, f := range scenes() {
		checkPicture(t, filepath.Join(dir, name+".png"), func(w io.Writer) error { return DrawPNG(w, f) })
	}
}

// scenes are frames beside the portraits: the head at work.
func scenes() map[string]Frame {
	f := New(DefaultConfig(), 1)
	f.Feel(0, Waiting{})
	f.Feel(0, Moving(true))
	f.Look(0, Square(3))
	f.Advance(0)
	board, _ := f.Advance(neckTime)
	blinking := Portrait(Neutral)
	blinking.Left = looks[Neutral].left.draw(0, 0, lidClosed)
	blinking.Right = looks[Neutral].right.draw(0, 0, lidClosed)
	return map[string]Frame{"board": board, "blink": blinking}
}

func checkPicture(t *testing.T, path string, paint func(io.Writer) error) {
	t.Helper()
	var fresh bytes.Buffer
	if err := paint(&fresh); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, fresh.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v; draw it with: go test ./face -run Pictures -update", err)
	}
	defer file.Close()
	kept, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(&fresh)
	if err != nil {
		t.Fatal(err)
	}
	if !same(kept, drawn) {
		t.Errorf("%s is not what the program draws; draw it with: go test ./face -run Pictures -update", path)
	}
}

// same compares pixels rather than files: compression may change with a Go version, and the last bit of a colour with
// the processor's way to multiply and add.
func same(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			ra, ga, ba, _ := a.At(x, y).RGBA()
			rb, gb, bb, _ := b.At(x, y).RGBA()
			if far(ra, rb) || far(ga, gb) || far(ba, bb) {
				return false
			}
		}
	}
	return true
}

func far(a, b uint32) bool { return max(a, b)-min(a, b) > 2*257 }
