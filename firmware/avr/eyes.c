#include <stdbool.h>
#include <string.h>

#include "hal.h"
#include "show.h"

enum { ROWS = 8, EYES = 2, WORD = 2 * EYES };

// Registers of the MAX7219 that are set before the first row, and again with every round: a glitch of the supply may have
// changed them.
static const uint8_t registers[][2] = {
	{0x0F, 0}, // no display test
	{0x0B, 7}, // all eight rows
	{0x09, 0}, // no decoding
	{0x0A, 4}, // intensity
	{0x0C, 1}, // on
};

enum { REGISTERS = sizeof registers / sizeof *registers, MESSAGES = REGISTERS + ROWS };

static struct {
	uint8_t rows[EYES][ROWS];
	uint8_t message, byte; // on its way
} e;

void show_eyes(const uint8_t rows[16]) { memcpy(e.rows, rows, sizeof e.rows); }

// next is the byte to send: the chip further along the chain comes first, and that is the right eye.
static uint8_t next(void) {
	uint8_t eye = (uint8_t)(EYES - 1 - e.byte / 2);
	bool address = e.byte % 2 == 0;
	if (e.message < REGISTERS)
		return registers[e.message][address ? 0 : 1];
	uint8_t row = (uint8_t)(e.message - REGISTERS);
	return address ? (uint8_t)(row + 1) : e.rows[eye][row];
}

void show_poll(void) {
	if (!hal_spi_ready())
		return;
	if (e.byte == WORD) { // the chips take over what was sent when the select line rises
		hal_spi_select(false);
		e.byte = 0;
		e.message = (uint8_t)((e.message + 1) % MESSAGES);
	}
	if (e.byte == 0)
		hal_spi_select(true);
	hal_spi_put(next());
	e.byte++;
}

void eyes_init(void) { memset(&e, 0, sizeof e); }
