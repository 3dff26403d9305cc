// The file with the firmware.
#ifndef PROGRAM_H
#define PROGRAM_H

#include <simavr/sim_avr.h>

#define PROGRAM_CHIP "atmega2560"

// program_load puts the firmware into the processor; a file that is none, or one for another chip, ends this program with a word on
// standard error.
void program_load(avr_t *avr, const char *path);

#endif
