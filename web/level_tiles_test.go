package web

import (
	"reflect"
	"testing"

	"crownhead/face/say"
	"crownhead/robot"
)

// More levels than can be counted are a dozen checkers, of which none is empty and all are full
// only at the top.
func TestPips(t *testing.T) {
	for _, c := range []struct{ rank, most, pips, filled int }{
		{1, 1, 1, 1},
		{1, 12, 12, 1},
		{12, 12, 12, 12},
		{1, 13, 12, 1},
		{12, 13, 12, 12},
		{1, 200, 12, 1},
		{100, 200, 12, 6},
		{101, 200, 12, 7},
		{200, 200, 12, 12},
	} {
		filled := 0
		pips := levelPips(c.rank, c.most)
		for _, on := range pips {
			if on {
				filled++
			}
		}
		if len(pips) != c.pips || filled != c.filled {
			t.Errorf("%d of %d: %d of %d pips", c.rank, c.most, filled, len(pips))
		}
	}
}

// Each level is offered by its own words and as many filled checkers as it has rank, with its
// rating if it has one.
func TestLevelTiles(t *testing.T) {
	c := robot.Choices{
		Levels:  []string{"child", "generation-12", "unheard_of"},
		Ratings: map[string]int{"generation-12": -30},
	}
	for lang, words := range map[say.Lang][3]string{
		say.English:   {"Child", "Generation 12", "Elo −30"},
		say.Ukrainian: {"Малюк", "Покоління 12", "Ело −30"},
		say.Russian:   {"Малыш", "Поколение 12", "Эло −30"},
	} {
		want := []levelTile{
			{"child", words[0], "", []bool{true, false, false}},
			{"generation-12", words[1], words[2], []bool{true, true, false}},
			{"unheard_of", "unheard_of", "", []bool{true, true, true}},
		}
		if tiles := levelTiles(c, lang); !reflect.DeepEqual(tiles, want) {
			t.Errorf("%s: %+v", lang, tiles)
		}
	}
}
