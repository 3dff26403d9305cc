package face

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "draw and write docs/face anew")

var docsFolder = filepath.Join("..", "docs", "face")

// The pictures in the docs show what the program draws, and each emotion has one. Run with -update
// after a change of the table or the art.
func TestDocsPicturesAreCurrent(t *testing.T) {
	pictures := map[string]*image.RGBA{"emotions": drawSheet()}
	for _, e := range Emotions() {
		pictures[string(e)] = drawHead(portrait(e))
	}
	for name, f := range workingFrames() {
		pictures[name] = drawHead(f)
	}
	for name, drawn := range pictures {
		path := filepath.Join(docsFolder, name+".png")
		if *update {
			writePicture(t, path, drawn)
		}
		if !samePicture(drawn, readPicture(t, path)) {
			t.Errorf("%s is not what the program draws; draw it with: make docs", path)
		}
	}
}

// The page about the faces has a row for each emotion and each situation.
func TestDocsPageIsCurrent(t *testing.T) {
	path, page := filepath.Join(docsFolder, "README.md"), docsPage()
	if *update {
		if err := os.WriteFile(path, page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, page) {
		t.Errorf("%s is not what the table of emotions says (%v); write it with: make docs", path, err)
	}
}

// docsPage writes what the tables of emotions and situations say about emotions.
func docsPage() []byte {
	var out bytes.Buffer
	out.WriteString(`# The robot's faces

What the face shows, from the table in [emotions.go](../../face/emotions.go); make docs writes this page and
draws the pictures. The configuration can give each situation another emotion:
` + "`face.moods` in [config.md](../config.md)" + `.

| emotion | | the kind robot (` + "`positive`" + `) shows it | the cheeky robot (` + "`negative`" + `) shows it |
|---|---|---|---|
`)
	kind, cheeky := defaultMoods(Positive), defaultMoods(Negative)
	for _, e := range Emotions() {
		fmt.Fprintf(&out, "| `%s` | ![%[1]s](%[1]s.png) | %s | %s |\n",
			e, situationsOf(kind, e), situationsOf(cheeky, e))
	}
	out.WriteString(`
Each situation has a name in the configuration. The first five last, and the face rests in them. The others pass;
of two at once the later in this list is shown.

| situation | when | kind | cheeky |
|---|---|---|---|
`)
	for _, s := range situations {
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s |\n", s.name, s.during, kind[s.name], cheeky[s.name])
	}
	out.WriteString(`
While it works, the head bows to the board and the eyes follow the checker ([board.png](board.png)); now and then it
blinks ([blink.png](blink.png)). [emotions.png](emotions.png) has all emotions on one sheet.
`)
	return out.Bytes()
}

// situationsOf lists in words when a table shows an emotion.
func situationsOf(table moodTable, e Emotion) string {
	var words []string
	for _, s := range situations {
		if table[s.name] == e {
			words = append(words, s.during)
		}
	}
	if len(words) == 0 {
		return "never"
	}
	return strings.Join(words, "; ")
}

// portrait is the frame of an emotion at rest, the eyes on the visitor.
func portrait(e Emotion) Frame {
	eyes, p := entryOf(e).eyes, entryOf(e).pose
	return Frame{
		Left: eyes.left.render(0, 0, lidOpen), Right: eyes.right.render(0, 0, lidOpen),
		BrowLeft: p.browLeft, BrowRight: p.browRight, NeckPan: p.pan, NeckTilt: p.tilt,
	}
}

// workingFrames are frames beside the portraits: the head at work.
func workingFrames() map[string]Frame {
	f := New(DefaultConfig(), 1)
	f.React(0, Waiting)
	f.Advance(time.Second)
	f.React(time.Second, Moving)
	f.LookAt(time.Second, Place(3))
	f.Advance(time.Second)
	board, _ := f.Advance(time.Second + neckTime)
	blinking := portrait(Neutral)
	blinking.Left = entryOf(Neutral).eyes.left.render(0, 0, lidClosed)
	blinking.Right = entryOf(Neutral).eyes.right.render(0, 0, lidClosed)
	return map[string]Frame{"board": board, "blink": blinking}
}

func writePicture(t *testing.T, path string, img image.Image) {
	t.Helper()
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readPicture(t *testing.T, path string) *image.RGBA {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; draw it with: make docs", err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Bounds(), img, image.Point{}, draw.Src)
	return out
}

// samePicture compares pixels rather than files: compression may change with a Go version, and the last
// bit of a colour with the processor's way to multiply and add.
func samePicture(a, b *image.RGBA) bool {
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
