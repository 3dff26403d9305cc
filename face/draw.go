package face

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
)

// Size of a portrait in pixels.
const (
	portraitWidth  = 400
	portraitHeight = 320
)

// Colours of the drawn head.
var (
	night   = rgb{0.035, 0.035, 0.045}
	shell   = rgb{0.145, 0.155, 0.18}
	rim     = rgb{0.26, 0.275, 0.31}
	neck    = rgb{0.10, 0.105, 0.125}
	bezel   = rgb{0.03, 0.025, 0.025}
	unlit   = rgb{0.16, 0.075, 0.03}
	lit     = rgb{1, 0.66, 0.12}
	heart   = rgb{1, 0.9, 0.55}
	halo    = rgb{0.16, 0.06, 0.005}
	browing = rgb{0.93, 0.30, 0.16}
)

// DrawPNG writes a picture of a frame, as a visitor sees the head.
func DrawPNG(w io.Writer, f Frame) error {
	return encode(w, drawHead(f))
}

func encode(w io.Writer, img image.Image) error {
	if err := png.Encode(w, img); err != nil {
		return fmt.Errorf("face: writing a picture: %w", err)
	}
	return nil
}

// A view is where the head's parts appear when the neck turns: what is nearer to the visitor moves farther.
type view struct {
	shiftX, shiftY float64 // of the front, in pixels
	scaleX, scaleY float64 // foreshortening
}

func look(f Frame) view {
	pan, tilt := f.NeckPan*math.Pi/180, f.NeckTilt*math.Pi/180
	return view{
		shiftX: 60 * math.Sin(pan), shiftY: 52 * math.Sin(tilt),
		scaleX: math.Cos(pan), scaleY: math.Cos(tilt),
	}
}

func drawHead(f Frame) *image.RGBA {
	const cx, cy = portraitWidth / 2, 152
	c := newCanvas(portraitWidth, portraitHeight, night)
	v := look(f)
	c.bar(cx, 292, 62, 120, 12, 0, neck)
	c.bar(cx, 312, 150, 40, 14, 0, neck)
	x, y := cx+v.shiftX*0.45, cy+v.shiftY*0.45
	c.bar(x, y, 330*v.scaleX+6, 236*v.scaleY+6, 52, 0, rim)
	c.bar(x, y, 330*v.scaleX, 236*v.scaleY, 50, 0, shell)
	x, y = cx+v.shiftX, cy+v.shiftY
	drawEye(c, f.Left, v, x-77*v.scaleX, y+28*v.scaleY)
	drawEye(c, f.Right, v, x+77*v.scaleX, y+28*v.scaleY)
	// A servo turns the brow about its outer end.
	drawBrow(c, v, x-128*v.scaleX, y-60*v.scaleY, -f.BrowLeft, 1)
	drawBrow(c, v, x+128*v.scaleX, y-60*v.scaleY, f.BrowRight, -1)
	return c.image()
}

// drawEye draws a matrix with its centre at cx, cy.
func drawEye(c *canvas, rows [8]uint8, v view, cx, cy float64) {
	const pitch = 15.5
	c.bar(cx, cy, 134*v.scaleX, 134*v.scaleY, 14, 0, bezel)
	at := func(row, column int) (x, y float64) {
		return cx + (float64(column)-3.5)*pitch*v.scaleX, cy + (float64(row)-3.5)*pitch*v.scaleY
	}
	for i := range 64 {
		x, y := at(i/8, i%8)
		if rows[i/8]&(0x80>>(i%8)) == 0 {
			c.disc(x, y, 5.6*v.scaleX, 5.6*v.scaleY, unlit)
			continue
		}
		c.disc(x, y, 6.6*v.scaleX, 6.6*v.scaleY, lit)
		c.disc(x, y, 3*v.scaleX, 3*v.scaleY, heart)
		c.glow(x, y, 13, halo)
	}
}

// drawBrow draws a bar from its outer end, inwards in the given direction, turned clockwise by an angle.
func drawBrow(c *canvas, v view, x, y, angle, inwards float64) {
	const length, thick = 104, 15
	sin, cos := math.Sincos(angle * math.Pi / 180)
	half := inwards * length / 2
	c.bar(x+half*cos*v.scaleX, y+half*sin*v.scaleY, length*v.scaleX, thick, thick/2, angle, browing)
}
