package web

import (
	"strconv"
	"strings"

	"crownhead/face/say"
	"crownhead/robot"
)

// A ladder of more than mostTiles levels is shown by pages: a phone has room for ten and the two
// buttons that turn them.
const (
	mostTiles = 12
	pageTiles = 10
)

// tilesPerPage is how many of so many levels are shown at once; 0: all.
func tilesPerPage(levels int) int {
	if levels > mostTiles {
		return pageTiles
	}
	return 0
}

// mostPips is how many checkers can still be counted in a tile's picture.
const mostPips = 12

// A levelTile offers a level. The picture has as many filled checkers as the level has rank, or its
// share of them where there are more levels than can be counted.
type levelTile struct {
	Name   string
	Words  string
	Rating string // "" for a level that has none
	Pips   []bool
}

// levelTiles offers the levels, the weakest first.
func levelTiles(c robot.Choices, lang say.Lang) []levelTile {
	tiles := make([]levelTile, len(c.Levels))
	for i, name := range c.Levels {
		tiles[i] = levelTile{Name: name, Words: levelWords(name, lang), Pips: levelPips(i+1, len(c.Levels))}
		if elo, rated := c.Ratings[name]; rated {
			tiles[i].Rating = say.Text(lang, say.LevelRating, say.Args{Number: signedNumber(elo)})
		}
	}
	return tiles
}

// levelPips is the picture of a rank among so many: which of its checkers are filled.
func levelPips(rank, most int) []bool {
	pips := make([]bool, min(most, mostPips))
	filled := (rank*len(pips) + most - 1) / most
	for i := range filled {
		pips[i] = true
	}
	return pips
}

// signedNumber writes a number with the sign that is as wide as a plus.
func signedNumber(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

// generationPrefix begins the names of levels that go by a number.
const generationPrefix = "generation-"

// levelWords are what a level is called. One that nobody has named in words yet goes by its own
// name.
func levelWords(name string, lang say.Lang) string {
	if number, found := strings.CutPrefix(name, generationPrefix); found {
		return say.Text(lang, say.LevelGeneration, say.Args{Number: number})
	}
	if key := say.Key("level_" + name); say.Has(key) {
		return say.Text(lang, key, say.Args{})
	}
	return name
}

// pipsWidth is the width of a picture with a pip for each level.
func pipsWidth(pips []bool) float64 { return pipAt(len(pips)) - 5 }

// pipAt is where a level's picture has its pip, in the units of the picture.
func pipAt(i int) float64 { return 7 + 12*float64(i) }
