// Package config reads the one YAML file of the robot.
//
// It assembles the Config types that the packages own and validates them: a file is read strictly, and every fault is
// reported at once with its line, column and path. Defaults are code; a file holds what differs. The rules of a field
// stand in its tags (doc, unit, min, max, oneof), rules across fields in the owner's Validate. The package starts no
// goroutine and keeps no state.
package config

import (
	"crownhead/arm"
	"crownhead/engine/levels"
	"crownhead/face"
	"crownhead/face/voice"
	"crownhead/firmware/link"
	"crownhead/robot"
	"crownhead/web"
)

// Config is the whole configuration of the daemon.
type Config struct {
	Calibrated bool         `yaml:"calibrated" doc:"whether the arm's place below was measured on this robot; without it real hardware does not move"`
	Data       string       `yaml:"data" doc:"folder of journals, games and the lock; empty: crownhead in the user's state folder"`
	Game       Game         `yaml:"game" doc:"who plays whom"`
	Link       link.Config  `yaml:"link" doc:"the serial line to the controller"`
	Arm        arm.Config   `yaml:"arm" doc:"the arm, its place before the board, and how it moves"`
	Face       face.Config  `yaml:"face" doc:"the robot's mood"`
	Voice      voice.Config `yaml:"voice" doc:"what the robot says aloud"`
	Servos     robot.Servos `yaml:"servos" doc:"the servos of brows and neck"`
	Web        web.Config   `yaml:"web" doc:"the pages"`
}

// Default is the configuration of a robot that nobody has set up yet; it fits the virtual robot.
func Default() Config {
	return Config{
		Game:   Game{Visitor: "white", Level: "amateur", Levels: levels.Searches, Draws: "federation", Language: "uk", Takeback: true, Ask: 120, Abandon: 900},
		Link:   link.DefaultConfig(),
		Arm:    arm.DefaultConfig(),
		Face:   face.DefaultConfig(),
		Voice:  voice.DefaultConfig(),
		Servos: robot.DefaultServos(),
		Web:    web.DefaultConfig(),
	}
}
