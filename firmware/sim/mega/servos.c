#include "servos.h"

#include <simavr/avr_ioport.h>
#include <stdint.h>

#include "events.h"
#include "mega.h"

enum { PATIENCE = 50000 * MHZ }; // without a pulse for so long a servo is off

static avr_t *avr;
static struct {
	unsigned micros;
	uint64_t rose, fell; // cycles; rose is 0 between pulses
} servos[SERVOS];

static void turn(unsigned i, unsigned micros) {
	if (servos[i].micros == micros)
		return;
	servos[i].micros = micros;
	event('s', (uint8_t)i, micros);
}

static void on_pin(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq;
	unsigned i = (unsigned)(uintptr_t)param;
	if (value) {
		servos[i].rose = avr->cycle;
	} else if (servos[i].rose != 0) {
		turn(i, (unsigned)((avr->cycle - servos[i].rose) / MHZ));
		servos[i].rose = 0;
		servos[i].fell = avr->cycle;
	}
}

void servos_wire(avr_t *a) {
	static const struct {
		char port;
		int pin;
	} pins[SERVOS] = {{'H', 3}, {'H', 4}, {'H', 5}, {'E', 3}};
	avr = a;
	for (uintptr_t i = 0; i < SERVOS; i++)
		avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pins[i].port), pins[i].pin), on_pin, (void *)i);
}

void servos_reset(void) {
	for (unsigned i = 0; i < SERVOS; i++) {
		turn(i, 0);
		servos[i].rose = 0;
	}
}

void servos_look(void) {
	for (unsigned i = 0; i < SERVOS; i++) {
		if (servos[i].micros != 0 && avr->cycle - servos[i].fell > PATIENCE)
			turn(i, 0);
	}
}

unsigned servos_micros(int servo) { return servos[servo].micros; }
