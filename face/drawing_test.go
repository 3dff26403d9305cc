package face

import (
	"image"
	"image/draw"
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

// A view is where the head's parts appear when the neck turns: what is nearer to the visitor moves farther.
type view struct {
	shiftX, shiftY float64 // of the front, in pixels
	scaleX, scaleY float64 // foreshortening
}

func viewOf(f Frame) view {
	pan, tilt := f.NeckPan*math.Pi/180, f.NeckTilt*math.Pi/180
	return view{
		shiftX: 60 * math.Sin(pan), shiftY: 52 * math.Sin(tilt),
		scaleX: math.Cos(pan), scaleY: math.Cos(tilt),
	}
}

func drawHead(f Frame) *image.RGBA {
	const cx, cy = portraitWidth / 2, 152
	c := newCanvas(portraitWidth, portraitHeight, night)
	v := viewOf(f)
	c.fillBar(cx, 292, 62, 120, 12, 0, neck)
	c.fillBar(cx, 312, 150, 40, 14, 0, neck)
	x, y := cx+v.shiftX*0.45, cy+v.shiftY*0.45
	c.fillBar(x, y, 330*v.scaleX+6, 236*v.scaleY+6, 52, 0, rim)
	c.fillBar(x, y, 330*v.scaleX, 236*v.scaleY, 50, 0, shell)
	x, y = cx+v.shiftX, cy+v.shiftY
	drawEye(c, f.Left, v, x-77*v.scaleX, y+28*v.scaleY)
	drawEye(c, f.Right, v, x+77*v.scaleX, y+28*v.scaleY)
	// A servo turns the brow about its outer end.
	drawBrow(c, v, x-128*v.scaleX, y-60*v.scaleY, -f.BrowLeft, 1)
	drawBrow(c, v, x+128*v.scaleX, y-60*v.scaleY, f.BrowRight, -1)
	return c.toImage()
}

// drawEye draws a matrix with its centre at cx, cy.
func drawEye(c *canvas, rows [8]uint8, v view, cx, cy float64) {
	const pitch = 15.5
	c.fillBar(cx, cy, 134*v.scaleX, 134*v.scaleY, 14, 0, bezel)
	at := func(row, column int) (x, y float64) {
		return cx + (float64(column)-3.5)*pitch*v.scaleX, cy + (float64(row)-3.5)*pitch*v.scaleY
	}
	for i := range 64 {
		x, y := at(i/8, i%8)
		if rows[i/8]&(0x80>>(i%8)) == 0 {
			c.fillEllipse(x, y, 5.6*v.scaleX, 5.6*v.scaleY, unlit)
			continue
		}
		c.fillEllipse(x, y, 6.6*v.scaleX, 6.6*v.scaleY, lit)
		c.fillEllipse(x, y, 3*v.scaleX, 3*v.scaleY, heart)
		c.addGlow(x, y, 13, halo)
	}
}

// drawBrow draws a bar from its outer end, inwards in the given direction, turned clockwise by an angle.
func drawBrow(c *canvas, v view, x, y, angle, inwards float64) {
	const length, thick = 104, 15
	sin, cos := math.Sincos(angle * math.Pi / 180)
	half := inwards * length / 2
	c.fillBar(x+half*cos*v.scaleX, y+half*sin*v.scaleY, length*v.scaleX, thick, thick/2, angle, browing)
}

// drawSheet is one picture of all emotions with their names.
func drawSheet() *image.RGBA {
	const columns, label = 4, 34
	all := Emotions()
	rows := (len(all) + columns - 1) / columns
	cellHeight := portraitHeight + label
	sheet := newCanvas(columns*portraitWidth, rows*cellHeight, night).toImage()
	for i, e := range all {
		x, y := (i%columns)*portraitWidth, (i/columns)*cellHeight
		if i/columns == rows-1 { // the last row stands in the middle
			x += (rows*columns - len(all)) * portraitWidth / 2
		}
		pasteImage(sheet, drawHead(portrait(e)), x, y)
		pasteImage(sheet, drawLabel(string(e), portraitWidth, label), x, y+portraitHeight)
	}
	return sheet
}

func pasteImage(sheet draw.Image, img image.Image, x, y int) {
	draw.Draw(sheet, img.Bounds().Add(image.Pt(x, y)), img, image.Point{}, draw.Src)
}

// letters is a font of 5×7 pixels, with tails below the line.
var letters = map[rune][]string{
	'a': {"", "", " ### ", "    #", " ####", "#   #", " ####"},
	'b': {"#    ", "#    ", "#### ", "#   #", "#   #", "#   #", "#### "},
	'c': {"", "", " ####", "#    ", "#    ", "#    ", " ####"},
	'd': {"    #", "    #", " ####", "#   #", "#   #", "#   #", " ####"},
	'e': {"", "", " ### ", "#   #", "#####", "#    ", " ### "},
	'f': {"  ## ", " #   ", "#### ", " #   ", " #   ", " #   ", " #   "},
	'g': {"", "", " ####", "#   #", "#   #", "#   #", " ####", "    #", " ### "},
	'h': {"#    ", "#    ", "#### ", "#   #", "#   #", "#   #", "#   #"},
	'i': {"  #  ", "", " ##  ", "  #  ", "  #  ", "  #  ", " ### "},
	'j': {"   # ", "", "  ## ", "   # ", "   # ", "   # ", "   # ", "#  # ", " ##  "},
	'k': {"#    ", "#    ", "#  # ", "# #  ", "##   ", "# #  ", "#  # "},
	'l': {" ##  ", "  #  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "},
	'm': {"", "", "## # ", "# # #", "# # #", "# # #", "# # #"},
	'n': {"", "", "#### ", "#   #", "#   #", "#   #", "#   #"},
	'o': {"", "", " ### ", "#   #", "#   #", "#   #", " ### "},
	'p': {"", "", "#### ", "#   #", "#   #", "#   #", "#### ", "#    ", "#    "},
	'q': {"", "", " ####", "#   #", "#   #", "#   #", " ####", "    #", "    #"},
	'r': {"", "", "# ## ", "##   ", "#    ", "#    ", "#    "},
	's': {"", "", " ####", "#    ", " ### ", "    #", "#### "},
	't': {" #   ", " #   ", "#### ", " #   ", " #   ", " #  #", "  ## "},
	'u': {"", "", "#   #", "#   #", "#   #", "#   #", " ####"},
	'v': {"", "", "#   #", "#   #", "#   #", " # # ", "  #  "},
	'w': {"", "", "# # #", "# # #", "# # #", "# # #", " # # "},
	'x': {"", "", "#   #", " # # ", "  #  ", " # # ", "#   #"},
	'y': {"", "", "#   #", "#   #", "#   #", "#   #", " ####", "    #", " ### "},
	'z': {"", "", "#####", "   # ", "  #  ", " #   ", "#####"},
}

var ink = rgb{0.86, 0.87, 0.9}

// drawLabel writes a word in the middle of a strip, in pixels like those of the eyes.
func drawLabel(word string, w, h int) *image.RGBA {
	const dot = 3.0
	c := newCanvas(w, h, night)
	left := (float64(w) - dot*float64(6*len(word)-1)) / 2
	top := (float64(h) - 9*dot) / 2
	for i, r := range []rune(word) {
		for y, row := range letters[r] {
			for x, p := range row {
				if p == '#' {
					c.fillEllipse(left+dot*(float64(6*i+x)+0.5), top+dot*(float64(y)+0.5), dot*0.55, dot*0.55, ink)
				}
			}
		}
	}
	return c.toImage()
}

// rgb is a colour with components 0…1; light may exceed 1 and is cut off at the end.
type rgb [3]float64

// A canvas is a picture under construction, in pixels, y downwards.
type canvas struct {
	w, h int
	pix  []rgb
}

func newCanvas(w, h int, background rgb) *canvas {
	c := &canvas{w, h, make([]rgb, w*h)}
	for i := range c.pix {
		c.pix[i] = background
	}
	return c
}

// forPixels calls f for the pixels of a rectangle, with the coordinates of their centres.
func (c *canvas) forPixels(x0, y0, x1, y1 float64, f func(p *rgb, x, y float64)) {
	for y := max(0, int(y0)); y < min(c.h, int(math.Ceil(y1))); y++ {
		for x := max(0, int(x0)); x < min(c.w, int(math.Ceil(x1))); x++ {
			f(&c.pix[y*c.w+x], float64(x)+0.5, float64(y)+0.5)
		}
	}
}

// blendOver lays a colour over a pixel; part is how much of it, 0…1.
func (p *rgb) blendOver(c rgb, part float64) {
	part = max(0, min(part, 1))
	for i := range p {
		p[i] += (c[i] - p[i]) * part
	}
}

// addLight adds light to a pixel.
func (p *rgb) addLight(c rgb, part float64) {
	for i := range p {
		p[i] += c[i] * part
	}
}

// fillBar fills a rectangle with round corners, turned by an angle in degrees (positive: clockwise)
// about its centre.
func (c *canvas) fillBar(cx, cy, w, h, radius, angle float64, fill rgb) {
	sin, cos := math.Sincos(angle * math.Pi / 180)
	reach := math.Hypot(w, h)/2 + 2
	c.forPixels(cx-reach, cy-reach, cx+reach, cy+reach, func(p *rgb, x, y float64) {
		dx, dy := x-cx, y-cy
		u := math.Abs(dx*cos+dy*sin) - w/2 + radius
		v := math.Abs(dy*cos-dx*sin) - h/2 + radius
		distance := math.Hypot(max(u, 0), max(v, 0)) + min(max(u, v), 0) - radius
		p.blendOver(fill, 0.5-distance)
	})
}

// fillEllipse fills an ellipse.
func (c *canvas) fillEllipse(cx, cy, rx, ry float64, fill rgb) {
	c.forPixels(cx-rx-2, cy-ry-2, cx+rx+2, cy+ry+2, func(p *rgb, x, y float64) {
		out := math.Hypot((x-cx)/rx, (y-cy)/ry) - 1
		p.blendOver(fill, 0.5-out*min(rx, ry))
	})
}

// addGlow adds light around a point.
func (c *canvas) addGlow(cx, cy, radius float64, light rgb) {
	reach := radius * 2.5
	across := gaussian(cx, radius, max(0, int(cx-reach)), min(c.w, int(cx+reach)))
	for y := max(0, int(cy-reach)); y < min(c.h, int(cy+reach)); y++ {
		d := (float64(y) + 0.5 - cy) / radius
		down := math.Exp(-d * d)
		row := c.pix[y*c.w+max(0, int(cx-reach)):]
		for x, part := range across {
			row[x].addLight(light, part*down)
		}
	}
}

// gaussian is how much light falls on each pixel of a line from..to.
func gaussian(centre, radius float64, from, to int) []float64 {
	parts := make([]float64, max(0, to-from))
	for i := range parts {
		d := (float64(from+i) + 0.5 - centre) / radius
		parts[i] = math.Exp(-d * d)
	}
	return parts
}

// toImage returns the finished picture.
func (c *canvas) toImage() *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, c.w, c.h))
	for i, p := range c.pix {
		copy(out.Pix[4*i:], []uint8{toByte(p[0]), toByte(p[1]), toByte(p[2]), 255})
	}
	return out
}

func toByte(v float64) uint8 { return uint8(math.Round(255 * max(0, min(v, 1)))) }
