package voice_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"crownhead/face"
	"crownhead/face/voice"
)

// A loudspeaker is a device that takes every sound in no time.
type loudspeaker struct{ volumes chan int }

func (l loudspeaker) Speak(_ context.Context, sound []byte, volume int) error {
	if len(sound) > 0 { // without a sound it only says that it is there
		l.volumes <- volume
	}
	return nil
}

// A voice is notified of what happens, and speaks about what it has a phrase for.
func ExamplePlayer() {
	packs, err := voice.LoadPacks("")
	if err != nil {
		fmt.Println(err)
		return
	}
	device := loudspeaker{make(chan int, 1)}
	player := voice.NewPlayer(voice.Options{
		Packs: packs, Config: voice.DefaultConfig(), Lang: "en", Clock: time.Now, Speaker: device, Log: zerolog.Nop(),
	})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { player.Run(ctx) })

	player.Notify(face.Moment{Lang: "en", Attitude: face.Positive, Ply: 1, Said: []string{"your_turn"}})
	fmt.Printf("%s, spoken at %d %%\n", player.Status().State, <-device.volumes)
	cancel()
	running.Wait()
	// Output: on, spoken at 70 %
}

// The phrases of a pack are data: what each is for, when it suits, and its sound.
func ExampleLoadPacks() {
	packs, err := voice.LoadPacks("")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range packs["en"].Phrases {
		if p.Event == "your_turn" && p.When == "ahead" {
			fmt.Printf("%s, %s: %s\n", p.ID, p.Attitude, p.Text)
		}
	}
	// Output: your_turn-9, negative: Things look rather good for me. Your move.
}
