package main

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"crownhead/face/voice"
	"crownhead/internal/cli"
)

func speakCommand(out *cli.Output) *cobra.Command {
	return leafCommand("speak", "[VOLUME] < FILE.ogg",
		"plays one Ogg Vorbis sound from standard input, at 70 percent unless a volume is given: try the "+
			"loudspeaker; the daemon's voice plays in such processes, too",
		0, 1, func(args []string) error { return playSound(args, os.Stdin, out) })
}

// playSound says on standard output why nothing can be heard: sound libraries chatter on standard error.
func playSound(args []string, in io.Reader, out *cli.Output) error {
	volume := voice.DefaultConfig().Volume
	if len(args) > 0 {
		var err error
		if volume, err = strconv.Atoi(args[0]); err != nil || volume < 0 || volume > 100 {
			return cli.BadInput("speak", fmt.Errorf("%q is no volume", args[0]),
				"a whole number from 0 to 100, in percent")
		}
	}
	const most = 1 << 24 // bytes
	sound, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return cli.BadInput("speak", err, "crownhead speak < FILE.ogg")
	}
	if err := voice.Play(sound, volume); err != nil {
		fmt.Fprintln(out.Stdout, err)
		return cli.ErrNegative
	}
	return nil
}
