// What is wired to the pins besides motors, servos and the line, as avr/pins.h says; a Hall sensor pulls its column low while its row is
// powered.
#ifndef BOARD_H
#define BOARD_H

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

// What goes into the pins: bits for closed switches, places with a magnet, buttons (red, set-up, emergency); the motors' supply, mV.
typedef struct {
	unsigned switches, buttons, supply;
	uint32_t field;
} inputs_t;

enum { EYE_ROWS = 16 };

void board_wire(avr_t *avr);

// board_reset: the pins float, and what hangs on them is off.
void board_reset(void);

void board_in(const inputs_t *now);

// board_look finds what has no edge of its own to tell of it.
void board_look(void);

bool board_pump(void);
bool board_valve(void);
bool board_lamp(void);

// board_eyes are the rows as the chips of the eyes hold them: those of the left eye, then of the right.
const uint8_t *board_eyes(void);

#endif
