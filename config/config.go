// Package config reads the one YAML file of the robot.
//
// It assembles the Config types that the packages own, and validates them. Reading is strict: all faults are
// reported at once, each with its line, column and path. Defaults are in the code; a file holds what differs
// from them. The rules of a field are in its tags (doc, unit, min, max, oneof), rules across fields in the
// owner's Validate method. The package starts no goroutine and keeps no state.
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
	Calibrated bool         `yaml:"calibrated" doc:"whether the places of the arm below were measured on this robot; without that real hardware does not move"`
	Data       string       `yaml:"data" doc:"folder of journals, games and the lock; empty: the folder crownhead in the user's state folder" kind:"folder"`
	Game       Game         `yaml:"game" doc:"who plays whom"`
	Link       link.Config  `yaml:"link" doc:"the serial line to the controller"`
	Arm        arm.Config   `yaml:"arm" doc:"the arm, its place before the board, and how it moves"`
	Face       face.Config  `yaml:"face" doc:"the face's moods"`
	Voice      voice.Config `yaml:"voice" doc:"what the robot says aloud"`
	Servos     robot.Servos `yaml:"servos" doc:"the servos of brows and neck"`
	Web        web.Config   `yaml:"web" doc:"the pages"`
}

// Default returns the configuration of a robot that nobody has set up yet. It fits the virtual robot.
func Default() Config {
	return Config{
		Game: Game{
			Visitor: "white", Level: "amateur", Levels: levels.Searches, Draws: "federation", Language: "uk",
			Takeback: true, Glow: true, Rules: true, Ask: 120, Abandon: 900,
		},
		Link:   link.DefaultConfig(),
		Arm:    arm.DefaultConfig(),
		Face:   face.DefaultConfig(),
		Voice:  voice.DefaultConfig(),
		Servos: robot.DefaultServos(),
		Web:    web.DefaultConfig(),
	}
}
