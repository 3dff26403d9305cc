package main

import (
	"errors"

	"crownhead/firmware/sim"
)

const firmwareForm = "the controller's real firmware drives the virtual robot: an ELF file that make -C firmware all sim has built"

const firmwareHint = "make -C firmware all sim builds bin/firmware/crownhead.elf, and the program that simulates its board beside it"

// powerUp starts the board with the firmware of --firmware; whoever has it closes it.
func powerUp(elf string) (*sim.Mega, error) {
	b, err := sim.Start(elf)
	switch {
	case errors.Is(err, sim.ErrSystem):
		return nil, badInput("--firmware", err, "without --firmware a virtual controller plays, on every system")
	case err != nil:
		return nil, badInput("--firmware", err, firmwareHint)
	}
	return b, nil
}
