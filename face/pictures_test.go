package face

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw docs/face anew")

// The pictures in the docs show what the program draws. Run with -update after a change of the art.
func TestDocsPicturesAreCurrent(t *testing.T) {
	pictures := map[string]*image.RGBA{"emotions": drawSheet()}
	for _, e := range Emotions() {
		pictures[e.String()] = drawHead(Portrait(e))
	}
	for name, f := range scenes() {
		pictures[name] = drawHead(f)
	}
	for name, drawn := range pictures {
		path := filepath.Join("..", "docs", "face", name+".png")
		if *update {
			write(t, path, drawn)
		}
		if !same(drawn, read(t, path)) {
			t.Errorf("%s is not what the program draws; draw it with: go test ./face -run Pictures -update", path)
		}
	}
}

// What DrawPNG writes is a PNG of the picture.
func TestPictureIsPNG(t *testing.T) {
	var head bytes.Buffer
	if err := DrawPNG(&head, Portrait(Happy)); err != nil {
		t.Fatal(err)
	}
	if !same(drawHead(Portrait(Happy)), decode(t, &head)) {
		t.Error("the file does not hold the picture")
	}
	if err := DrawPNG(full{}, Frame{}); err == nil || !strings.HasPrefix(err.Error(), "face: writing a picture: ") {
		t.Errorf("a full disk gives %v", err)
	}
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

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

func write(t *testing.T, path string, img image.Image) {
	t.Helper()
	var data bytes.Buffer
	if err := encode(&data, img); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) *image.RGBA {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; draw it with: go test ./face -run Pictures -update", err)
	}
	return decode(t, bytes.NewReader(data))
}

func decode(t *testing.T, r io.Reader) *image.RGBA {
	t.Helper()
	img, err := png.Decode(r)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), img, image.Point{}, draw.Src)
	return out
}

// same compares pixels rather than files: compression may change with a Go version, and the last bit of a colour with
// the processor's way to multiply and add.
func same(a, b *image.RGBA) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for i := range a.Pix {
		if max(a.Pix[i], b.Pix[i])-min(a.Pix[i], b.Pix[i]) > 2 {
			return false
		}
	}
	return true
}
