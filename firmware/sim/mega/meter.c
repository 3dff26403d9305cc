#include "meter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TIMER1_COMPA = 17, TIMER1_COMPB = 18, MEMORY = 0x200, STACK_MARK = 0xA5 };

static avr_t *avr;

// The tick, and what it leaves to the interrupt behind it.
static struct cost {
	uint64_t began, total, worst;
	unsigned calls;
} cost[2];

static void on_interrupt(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq;
	struct cost *c = param;
	if (value) {
		c->began = avr->cycle;
		return;
	}
	uint64_t took = avr->cycle - c->began;
	c->calls++;
	c->total += took;
	if (took > c->worst)
		c->worst = took;
}

void meter_wire(avr_t *a) {
	avr = a;
	avr_irq_register_notify(avr_get_interrupt_irq(avr, TIMER1_COMPA) + AVR_INT_IRQ_RUNNING, on_interrupt, &cost[0]);
	avr_irq_register_notify(avr_get_interrupt_irq(avr, TIMER1_COMPB) + AVR_INT_IRQ_RUNNING, on_interrupt, &cost[1]);
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
	printf("%u %" PRIu64 " %" PRIu64 " %u", cost[0].calls, cost[0].calls ? cost[0].total / cost[0].calls : 0, cost[0].worst, untouched());
	printf(" %" PRIu64 "\n", cost[1].worst);
	for (int i = 0; i < 2; i++) {
		cost[i].calls = 0; // not when the present one began
		cost[i].total = cost[i].worst = 0;
	}
}
