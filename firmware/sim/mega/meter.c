#include "meter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TIMER1_COMPA = 17, MEMORY = 0x200, STACK_MARK = 0xA5 };

static avr_t *avr;
static struct {
	uint64_t began, total, worst;
	unsigned calls;
} cost;

static void on_tick(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	if (value) {
		cost.began = avr->cycle;
		return;
	}
	uint64_t took = avr->cycle - cost.began;
	cost.calls++;
	cost.total += took;
	if (took > cost.worst)
		cost.worst = took;
}

void meter_wire(avr_t *a) {
	avr = a;
	avr_irq_register_notify(avr_get_interrupt_irq(avr, TIMER1_COMPA) + AVR_INT_IRQ_RUNNING, on_tick, NULL);
}

// meter_reset marks the memory, so that it can be told what the stack has touched.
void meter_reset(void) { memset(avr->data + MEMORY, STACK_MARK, avr->ramend - MEMORY + 1); }

// untouched counts the bytes of memory between the variables and the deepest stack.
static unsigned untouched(void) {
	unsigned n = 0, best = 0;
	for (unsigned a = MEMORY; a <= avr->ramend; a++) {
		n = avr->data[a] == STACK_MARK ? n + 1 : 0;
		best = n > best ? n : best;
	}
	return best;
}

void meter_tell(void) {
	printf("%u %" PRIu64 " %" PRIu64 " %u\n", cost.calls, cost.calls ? cost.total / cost.calls : 0, cost.worst, untouched());
	cost.calls = 0; // not when the present one began
	cost.total = cost.worst = 0;
}
