package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	"crownhead/face/voice"
	"crownhead/robot"
)

func speakCommand() command {
	return command{
		"speak", "[VOLUME] < FILE.ogg",
		"plays one Ogg Vorbis sound from standard input, 70 percent loud unless told otherwise: try the loudspeaker; the daemon's voice plays in such processes, too",
		runSpeak,
	}
}

// runSpeak says on standard output why nothing can be heard: sound libraries chatter on standard error.
func runSpeak(c *call) error {
	if err := c.parse(0, 1); err != nil {
		return err
	}
	volume := voice.DefaultConfig().Volume
	if len(c.args) > 0 {
		var err error
		if volume, err = strconv.Atoi(c.args[0]); err != nil || volume < 0 || volume > 100 {
			return badInput("speak", fmt.Errorf("%q is no volume", c.args[0]), "a whole number from 0 to 100, in percent")
		}
	}
	const most = 1 << 24 // bytes
	sound, err := io.ReadAll(io.LimitReader(os.Stdin, most))
	if err != nil {
		return badInput("speak", err, "crownhead speak < FILE.ogg")
	}
	if err := voice.Play(sound, volume); err != nil {
		fmt.Fprintln(c.stdout, err)
		return errNo
	}
	return nil
}

// startVoice makes the voice, with the phrases that the configuration names.
func (d *daemonRun) startVoice() error {
	packs, err := voice.LoadPacks(d.cfg.Voice.Packs)
	if err != nil {
		return badInput("voice.packs", err, "mend the files named, or leave voice.packs out for the phrases built in")
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program for the voice: %w", err)
	}
	d.voice = voice.NewPlayer(voice.Options{
		Packs: packs, Config: d.cfg.Voice, Lang: d.cfg.Game.Language, Seed: rand.Uint64(), Clock: time.Now,
		Speaker: voice.ChildProcess{Command: []string{self, "speak"}}, Log: d.log,
	})
	return nil
}

// sound is the voice as the operator's page shows it.
func (d *daemonRun) sound() robot.SoundStatus { return robot.SoundStatus(d.voice.Status()) }
