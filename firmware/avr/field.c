#include "field.h"

#include <string.h>

#include "hal.h"
#include "proto.h"

enum { ROWS = 4 };

static struct {
	uint8_t row;            // the one that is powered
	uint8_t now[ROWS];      // what is believed
	uint8_t before[ROWS];   // what the scan before saw
} f;

void field_init(void) {
	memset(&f, 0, sizeof f);
	hal_row(0);
}

void field_step(void) {
	uint8_t r = f.row, seen = hal_columns();
	uint8_t agree = (uint8_t)~(seen ^ f.before[r]);
	f.now[r] = (uint8_t)((f.now[r] & ~agree) | (seen & agree));
	f.before[r] = seen;
	f.row = (uint8_t)((r + 1) % ROWS);
	hal_row(f.row);
}

uint32_t field_bits(void) {
	uint32_t bits = 0;
	for (uint8_t r = ROWS; r-- > 0;)
		bits = bits << 8 | f.now[r];
	return bits;
}
