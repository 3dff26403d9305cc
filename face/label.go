package face

import "image"

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
