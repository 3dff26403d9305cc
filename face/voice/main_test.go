package voice

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"testing"

	"go.uber.org/goleak"
)

// TestMain is also the program that a ChildProcess starts: it plays, as crownhead speak does.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "speak" {
		os.Exit(playStandardInput(os.Args[2]))
	}
	goleak.VerifyTestMain(m)
}

func playStandardInput(volume string) int {
	percent, err := strconv.Atoi(volume)
	if err != nil {
		return 2
	}
	sound, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = Play(sound, percent)
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// mustLoad returns the built-in packs.
func mustLoad(t *testing.T) Packs {
	t.Helper()
	packs, err := LoadPacks("")
	if err != nil {
		t.Fatal(err)
	}
	return packs
}
