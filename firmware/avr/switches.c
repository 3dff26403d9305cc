#include "field.h"
#include "hal.h"

enum { BEFORE = 2 }; // readings that must agree with the present one

static struct {
	uint8_t closed;
	uint8_t before[BEFORE], next;
} w;

void switches_step(void) {
	uint8_t seen = hal_switches(), all = seen, any = seen;
	for (uint8_t i = 0; i < BEFORE; i++) {
		all &= w.before[i];
		any |= w.before[i];
	}
	w.closed = (uint8_t)((w.closed & any) | all);
	w.before[w.next] = seen;
	w.next = (uint8_t)((w.next + 1) % BEFORE);
}

uint8_t switches_closed(void) { return w.closed; }
