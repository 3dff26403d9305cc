#include "chip.h"

#include <simavr/sim_io.h>
#include <stddef.h>
#include <stdint.h>

enum { RESPONSE = 5 /* cycles */, TIMSK1 = 0x6F, TIMSK0 = 0x6E };

static avr_t *avr;

static void on_interrupt(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	if (value)
		avr->cycle += RESPONSE;
}

static void on_mask(struct avr_t *a, avr_io_addr_t address, uint8_t value, void *param) {
	(void)param;
	avr_core_watch_write(a, address, value);
	for (uint8_t i = 0; i < a->interrupts.vector_count; i++) {
		avr_int_vector_t *v = a->interrupts.vector[i];
		if (v->enable.reg == address && avr_regbit_get(a, v->enable) && avr_regbit_get(a, v->raised))
			avr_raise_interrupt(a, v);
	}
}

void chip_wire(avr_t *a) {
	avr = a;
	for (uint8_t i = 0; i < avr->interrupts.vector_count; i++)
		avr_irq_register_notify(avr->interrupts.vector[i]->irq + AVR_INT_IRQ_RUNNING, on_interrupt, NULL);
	avr_register_io_write(avr, TIMSK0, on_mask, NULL);
	avr_register_io_write(avr, TIMSK1, on_mask, NULL);
}
