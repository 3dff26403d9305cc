package face

import (
	"image"
	"image/draw"
)

// drawSheet is one picture of all emotions with their names.
func drawSheet() *image.RGBA {
	const columns, label = 4, 34
	all := Emotions()
	rows := (len(all) + columns - 1) / columns
	cellHeight := portraitHeight + label
	sheet := newCanvas(columns*portraitWidth, rows*cellHeight, night).image()
	for i, e := range all {
		x, y := (i%columns)*portraitWidth, (i/columns)*cellHeight
		if i/columns == rows-1 { // the last row stands in the middle
			x += (rows*columns - len(all)) * portraitWidth / 2
		}
		paste(sheet, drawHead(Portrait(e)), x, y)
		paste(sheet, drawLabel(e.String(), portraitWidth, label), x, y+portraitHeight)
	}
	return sheet
}

func paste(sheet draw.Image, img image.Image, x, y int) {
	draw.Draw(sheet, img.Bounds().Add(image.Pt(x, y)), img, image.Point{}, draw.Src)
}

// letters is a font of 5×7 pixels and tails below the line, of the letters that names of emotions use.
var letters = map[rune][]string{
	'a': {"", "", " ### ", "    #", " ####", "#   #", " ####"},
	'd': {"    #", "    #", " ####", "#   #", "#   #", "#   #", " ####"},
	'e': {"", "", " ### ", "#   #", "#####", "#    ", " ### "},
	'f': {"  ## ", " #   ", "#### ", " #   ", " #   ", " #   ", " #   "},
	'g': {"", "", " ####", "#   #", "#   #", "#   #", " ####", "    #", " ### "},
	'h': {"#    ", "#    ", "#### ", "#   #", "#   #", "#   #", "#   #"},
	'i': {"  #  ", "", " ##  ", "  #  ", "  #  ", "  #  ", " ### "},
	'l': {" ##  ", "  #  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "},
	'n': {"", "", "#### ", "#   #", "#   #", "#   #", "#   #"},
	'p': {"", "", "#### ", "#   #", "#   #", "#   #", "#### ", "#    ", "#    "},
	'r': {"", "", "# ## ", "##   ", "#    ", "#    ", "#    "},
	's': {"", "", " ####", "#    ", " ### ", "    #", "#### "},
	't': {" #   ", " #   ", "#### ", " #   ", " #   ", " #  #", "  ## "},
	'u': {"", "", "#   #", "#   #", "#   #", "#   #", " ####"},
	'y': {"", "", "#   #", "#   #", "#   #", "#   #", " ####", "    #", " ### "},
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
					c.disc(left+dot*(float64(6*i+x)+0.5), top+dot*(float64(y)+0.5), dot*0.55, dot*0.55, ink)
				}
			}
		}
	}
	return c.image()
}
