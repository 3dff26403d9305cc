package twinprocess

import (
	"errors"

	"crownhead/firmware/sim"
	"crownhead/internal/cli"
)

// FirmwareHint says where the firmware comes from.
const FirmwareHint = "make -C firmware all sim builds bin/firmware/crownhead.elf, and the program that simulates " +
	"its board beside it"

// StartSimulatedMCU starts the simulated board with the firmware of --firmware. The caller closes it.
func StartSimulatedMCU(elf string) (*sim.Mega, error) {
	b, err := sim.Start(elf)
	switch {
	case errors.Is(err, sim.ErrSystem):
		return nil, cli.BadInput("--firmware", err, "without --firmware a virtual controller plays, on every system")
	case err != nil:
		return nil, cli.BadInput("--firmware", err, FirmwareHint)
	}
	return b, nil
}
