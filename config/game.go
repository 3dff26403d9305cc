package config

import (
	"strings"

	"crownhead/engine/generations"
	"crownhead/engine/levels"
)

// Game holds the choices for a game.
type Game struct {
	Visitor  string `yaml:"visitor" doc:"the visitor's colour; alternate: another one each game" oneof:"white|black|alternate"`
	Level    string `yaml:"level" doc:"how strong the robot plays; with 'levels: generations' a level of the search means the generation as far up its ladder" oneof:"child|beginner|learner|amateur|club|strong|candidate|master|generation-N"`
	Levels   string `yaml:"levels" doc:"what visitors choose from: the search's levels, or the generations of the player that taught itself" oneof:"search|generations"`
	Trained  string `yaml:"generations" doc:"folder of generations, as crownhead train export writes them; empty: those that are in the program" kind:"folder"`
	Endings  string `yaml:"endings" doc:"folder of endgame tables of five pieces, as crownhead endgame build writes them; empty: those of up to four that are in the program" kind:"folder"`
	Draws    string `yaml:"draws" doc:"the draw rules in force: all rules of the federation, or only those of the paper (Robotics 2020, 9, 107)" oneof:"federation|article"`
	Language string `yaml:"language" doc:"the language of the robot's sentences" oneof:"uk|ru|en"`
	Takeback bool   `yaml:"takeback" doc:"whether visitors may take their moves back"`
	Glow     bool   `yaml:"glow" doc:"whether the page shows where a checker may go that the visitor has lifted, or which one has to capture"`
	Rules    bool   `yaml:"rules" doc:"whether the page shows the rules, in twenty seconds, before a visitor's first game and after three presses in a row without a right move"`
	Touch    bool   `yaml:"touch_move" doc:"whether the robot reminds visitors kindly of touch-move: they lifted one checker, put it back, and moved another; that move counts all the same"`
	Ask      int    `yaml:"ask" doc:"time without a move until the robot asks whether the visitor is still there" unit:"s" min:"10" max:"3600"`
	Abandon  int    `yaml:"abandon" doc:"time without a move until the game is abandoned and kept as unfinished; 0: never" unit:"s" min:"0" max:"86400"`
}

// Validate checks the files that the options name: the endgame tables, the generations to choose from, and
// whether the level is one of them.
func (g Game) Validate(bad func(path, problem string)) {
	if _, err := levels.Open(levels.Sources{Endings: g.Endings}); err != nil {
		bad("endings", err.Error()+": crownhead endgame build --pieces 5 --out FOLDER builds missing tables")
	}
	named := strings.HasPrefix(g.Level, generations.Prefix)
	if g.Levels != levels.Generations && g.Trained == "" && !named {
		return
	}
	c, err := levels.Open(levels.Sources{Generations: g.Trained})
	if err != nil {
		bad("generations", err.Error())
		return
	}
	if _, err := c.FindOnLadder(g.Levels, g.Level); err != nil && named {
		hint := ""
		if g.Levels != levels.Generations {
			hint = "; set levels: generations to choose from the generations"
		}
		bad("level", err.Error()+hint)
	}
}
