package web

import (
	"strconv"
	"strings"

	"crownhead/face/say"
	"crownhead/robot"
)

// A levelTile offers a level: the picture has as many filled checkers as the level has rank.
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
		tiles[i] = levelTile{Name: name, Words: levelWords(name, lang), Pips: make([]bool, len(c.Levels))}
		if elo, rated := c.Ratings[name]; rated {
			tiles[i].Rating = say.Text(lang, say.LevelRating, say.Args{Number: strconv.Itoa(elo)})
		}
		for pip := range i + 1 {
			tiles[i].Pips[pip] = true
		}
	}
	return tiles
}

// generation begins the names of levels that go by a number.
const generation = "generation-"

// levelWords are what a level is called. One that nobody has named in words yet goes by its own name.
func levelWords(name string, lang say.Lang) string {
	if number, found := strings.CutPrefix(name, generation); found {
		return say.Text(lang, say.LevelGeneration, say.Args{Number: number})
	}
	if key := say.Key("level_" + name); say.Has(key) {
		return say.Text(lang, key, say.Args{})
	}
	return name
}
