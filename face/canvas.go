package face

import (
	"image"
	"math"
)

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

// each calls f for the pixels of a rectangle, with the coordinates of their centres.
func (c *canvas) each(x0, y0, x1, y1 float64, f func(p *rgb, x, y float64)) {
	for y := max(0, int(y0)); y < min(c.h, int(math.Ceil(y1))); y++ {
		for x := max(0, int(x0)); x < min(c.w, int(math.Ceil(x1))); x++ {
			f(&c.pix[y*c.w+x], float64(x)+0.5, float64(y)+0.5)
		}
	}
}

// cover lays a colour over a pixel; part is how much of it, 0…1.
func (p *rgb) cover(c rgb, part float64) {
	part = max(0, min(part, 1))
	for i := range p {
		p[i] += (c[i] - p[i]) * part
	}
}

// shine adds light to a pixel.
func (p *rgb) shine(c rgb, part float64) {
	for i := range p {
		p[i] += c[i] * part
	}
}

// bar fills a rectangle with round corners, turned by an angle in degrees (positive: clockwise) about its centre.
func (c *canvas) bar(cx, cy, w, h, radius, angle float64, fill rgb) {
	sin, cos := math.Sincos(angle * math.Pi / 180)
	reach := math.Hypot(w, h)/2 + 2
	c.each(cx-reach, cy-reach, cx+reach, cy+reach, func(p *rgb, x, y float64) {
		dx, dy := x-cx, y-cy
		u := math.Abs(dx*cos+dy*sin) - w/2 + radius
		v := math.Abs(dy*cos-dx*sin) - h/2 + radius
		distance := math.Hypot(max(u, 0), max(v, 0)) + min(max(u, v), 0) - radius
		p.cover(fill, 0.5-distance)
	})
}

// disc fills an ellipse.
func (c *canvas) disc(cx, cy, rx, ry float64, fill rgb) {
	c.each(cx-rx-2, cy-ry-2, cx+rx+2, cy+ry+2, func(p *rgb, x, y float64) {
		out := math.Hypot((x-cx)/rx, (y-cy)/ry) - 1
		p.cover(fill, 0.5-out*min(rx, ry))
	})
}

// glow adds light around a point.
func (c *canvas) glow(cx, cy, radius float64, light rgb) {
	reach := radius * 2.5
	across := bell(cx, radius, max(0, int(cx-reach)), min(c.w, int(cx+reach)))
	for y := max(0, int(cy-reach)); y < min(c.h, int(cy+reach)); y++ {
		d := (float64(y) + 0.5 - cy) / radius
		down := math.Exp(-d * d)
		row := c.pix[y*c.w+max(0, int(cx-reach)):]
		for x, part := range across {
			row[x].shine(light, part*down)
		}
	}
}

// bell is how much light falls on each pixel of a line from..to.
func bell(centre, radius float64, from, to int) []float64 {
	parts := make([]float64, max(0, to-from))
	for i := range parts {
		d := (float64(from+i) + 0.5 - centre) / radius
		parts[i] = math.Exp(-d * d)
	}
	return parts
}

// image returns the finished picture.
func (c *canvas) image() *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, c.w, c.h))
	for i, p := range c.pix {
		copy(out.Pix[4*i:], []uint8{channel(p[0]), channel(p[1]), channel(p[2]), 255})
	}
	return out
}

func channel(v float64) uint8 { return uint8(math.Round(255 * max(0, min(v, 1)))) }
