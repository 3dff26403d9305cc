#include "events.h"

#include <inttypes.h>
#include <stdio.h>

enum { KEPT = 1 << 16 }; // who does not ask for so long has no use for them

static avr_t *avr;
static struct {
	uint64_t cycle;
	char kind;
	uint8_t index;
	uint16_t value;
} events[KEPT];
static unsigned count;

void events_wire(avr_t *a) { avr = a; }

void event(char kind, uint8_t index, unsigned value) {
	if (count == KEPT)
		return;
	events[count].cycle = avr->cycle;
	events[count].kind = kind;
	events[count].index = index;
	events[count++].value = (uint16_t)value;
}

bool events_any(void) { return count > 0; }

void events_tell(void) {
	for (unsigned i = 0; i < count; i++)
		printf(" %c%u=%u@%" PRIu64, events[i].kind, events[i].index, events[i].value, events[i].cycle);
	putchar('\n');
	count = 0;
}
