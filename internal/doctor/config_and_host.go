package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"crownhead/arm"
	"crownhead/board"
	"crownhead/config"
	"crownhead/face/voice"
	"crownhead/robot/journal"
)

// Configuration checks the file whose reading ended so; file is "" for the defaults.
func Configuration(file string, err error) Finding {
	if file == "" {
		file = "the defaults"
	}
	var faults config.Faults
	switch {
	case err == nil:
		return okFinding("config", "%s: no fault found", file)
	case errors.As(err, &faults) && len(faults) > 0:
		more := ""
		if len(faults) > 1 {
			more = fmt.Sprintf(" (and %d more)", len(faults)-1)
		}
		return Finding{
			"config", Bad,
			fmt.Sprintf("%s: %s%s; the rest is checked with the defaults", file, faults[0], more),
			"crownhead config check shows every fault",
		}
	default:
		return Finding{"config", Bad, err.Error(), "--config F names the file"}
	}
}

// Reach checks that the arm gets to every place that the configuration has.
func Reach(c arm.Config) Finding {
	_, err := arm.New(c)
	var beyond arm.UnreachablePlaces
	switch {
	case err == nil:
		return okFinding("reach", "all %d squares for either colour of the visitor, %d slots and the parking place",
			board.NoSquare, len(c.Tray.Trophies)+len(c.Tray.Kings))
	case errors.As(err, &beyond):
		return Finding{
			"reach", Bad,
			fmt.Sprintf("%d places are out of reach, one of them: %s", len(beyond), beyond[0]),
			"crownhead config check names the option",
		}
	default:
		return Finding{"reach", Bad, err.Error(), "arm.links and arm.motion in the configuration"}
	}
}

// Disk checks the data directory. It makes it, as the daemon does.
func Disk(dir string) Finding {
	store, err := journal.OpenStore(dir)
	if err == nil {
		err = tryWriting(dir)
	}
	if err != nil {
		return Finding{
			"disk", Bad, err.Error(),
			"let this user write there, or choose another folder with --data; without it no game can be taken up again",
		}
	}
	d := store.DiskStatus(0)
	const mega = 1 << 20
	c := okFinding("disk", "%s, %d MB free", dir, d.FreeBytes/mega)
	if d.Remedy != "" {
		c.State, c.Hint = Bad, d.Remedy
	}
	return c
}

// tryWriting writes a file and takes it away again.
func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, "doctor-")
	if err != nil {
		return err
	}
	_, err = f.WriteString("written\n")
	err = errors.Join(err, f.Sync(), f.Close())
	if gone := os.Remove(f.Name()); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	if err != nil {
		return fmt.Errorf("writing into %s: %w", filepath.Base(dir), err)
	}
	return nil
}

const soundWait = 5 * time.Second

// Sound checks the phrases and the sound device.
func Sound(ctx context.Context, c voice.Config, s voice.Speaker) Finding {
	packs, err := voice.LoadPacks(c.Packs)
	if err != nil {
		return Finding{
			"sound", Bad, err.Error(),
			"voice.packs in the configuration names a folder of packs; empty: the built-in ones",
		}
	}
	if !c.On {
		return Finding{"sound", Warn, "switched off by the configuration", "voice.on: true lets the robot speak"}
	}
	ctx, cancel := context.WithTimeout(ctx, soundWait)
	defer cancel()
	phrases := 0
	for _, p := range packs {
		phrases += len(p.Phrases)
	}
	err = s.Speak(ctx, nil, c.Volume)
	if errors.Is(err, voice.ErrSilent) {
		return Finding{
			"sound", Warn, err.Error(),
			"build it with sound: make build, which needs a C compiler and libasound2-dev",
		}
	}
	if err != nil {
		return Finding{
			"sound", Warn, err.Error(),
			"the robot plays without a voice; plug loudspeakers in and choose them in the system's sound settings",
		}
	}
	return okFinding("sound", "a device takes sound; %d phrases in %d languages, volume %d %%", phrases, len(packs),
		c.Volume)
}
