#include "field.h"
#include "hal.h"
#include "show.h"

enum { ROWS = 8, LEFT = 0, RIGHT = ROWS, FLICKER = 3, VOLT_STEP = 2000 }; // a light for each two volts

// lights are three lamps of two columns each.
static uint8_t lights(uint8_t three) {
	return (uint8_t)((three & 1 ? 0xC0 : 0) | (three & 2 ? 0x18 : 0) | (three & 4 ? 0x03 : 0));
}

// squares draws what the field sees into the left eye: the dark squares as the visitor has them before him.
static void squares(uint8_t rows[ROWS], uint32_t bits) {
	for (uint8_t r = ROWS; r-- > 0; bits >>= 4) {
		uint8_t first = r % 2 ? 0x80 : 0x40; // the row nearest to the visitor, the last one, begins with a dark square
		for (uint8_t k = 0; k < 4; k++) {
			if (bits >> k & 1)
				rows[r] |= (uint8_t)(first >> 2 * k);
		}
	}
}

void panel_step(void) {
	uint8_t rows[2 * ROWS] = {0};
	squares(rows + LEFT, field_bits());
	rows[RIGHT] = rows[RIGHT + 1] = lights(switches_closed());
	rows[RIGHT + 3] = rows[RIGHT + 4] = lights(buttons_down());
	uint16_t lit = (hal_supply() + VOLT_STEP / 2) / VOLT_STEP;
	rows[RIGHT + ROWS - 1] = lit >= ROWS ? 0xFF : (uint8_t) ~(0xFF >> lit);
	show_eyes(rows);
}

void panel_begin(void) { show_lamp(FLICKER); }

void panel_end(void) {
	const uint8_t dark[2 * ROWS] = {0};
	show_eyes(dark);
	show_lamp(0);
}
