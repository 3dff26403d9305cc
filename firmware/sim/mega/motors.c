#include "motors.h"

#include <inttypes.h>
#include <simavr/avr_ioport.h>
#include <stdio.h>
#include <string.h>

#include "events.h"

enum { PULSES = 1 << 16, DIR = 3, STEPS = 7, AWAKE = 0xC0, AWAKE_LEVEL = 0x80 };

static avr_t *avr;
static uint8_t port;
static int32_t steps[MOTORS];

static struct {
	uint64_t cycle;
	uint8_t joint;
	bool forward;
} pulses[PULSES];
static unsigned pulse_count;

// When a joint's pins changed last, and what was shortest so far.
static struct {
	uint64_t rose, fell, turned;
} last[MOTORS];
static struct {
	uint64_t high, low, set, kept;
} shortest;

static void measure(uint64_t *least, uint64_t since) {
	uint64_t took = avr->cycle - since;
	if (since != 0 && (*least == 0 || took < *least))
		*least = took;
}

static void rise(int j, bool forward) {
	steps[j] += forward ? 1 : -1;
	event('m', (uint8_t)j, forward);
	if (pulse_count < PULSES) {
		pulses[pulse_count].cycle = avr->cycle;
		pulses[pulse_count].joint = (uint8_t)j;
		pulses[pulse_count++].forward = forward;
	}
	measure(&shortest.low, last[j].fell);
	measure(&shortest.set, last[j].turned);
	last[j].rose = avr->cycle;
}

static void on_port(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	uint8_t changed = (uint8_t)(value ^ port);
	for (int j = 0; j < MOTORS; j++) {
		if (changed >> (DIR + j) & 1) {
			measure(&shortest.kept, last[j].rose);
			last[j].turned = avr->cycle;
		}
		if (!(changed >> j & 1))
			continue;
		if (value >> j & 1) {
			rise(j, value >> (DIR + j) & 1);
		} else {
			measure(&shortest.high, last[j].rose);
			last[j].fell = avr->cycle;
		}
	}
	bool awake = motors_awake();
	port = (uint8_t)value;
	if (motors_awake() != awake)
		event('d', 0, !awake);
}

void motors_wire(avr_t *a) {
	avr = a;
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('A'), IOPORT_IRQ_REG_PORT), on_port, NULL);
}

void motors_reset(void) { on_port(NULL, 0, NULL); }

int32_t motors_steps(int joint) { return steps[joint]; }

bool motors_awake(void) { return (port & AWAKE) == AWAKE_LEVEL; }

void motors_tell_pulses(void) {
	if (pulse_count == 0)
		putchar('-');
	for (unsigned i = 0; i < pulse_count; i++)
		printf("%" PRIu64 " %u %d ", pulses[i].cycle, pulses[i].joint, pulses[i].forward);
	putchar('\n');
	pulse_count = 0;
}

void motors_tell_edges(void) {
	printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", shortest.high, shortest.low, shortest.set, shortest.kept);
	memset(&shortest, 0, sizeof shortest);
}
