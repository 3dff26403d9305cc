// sim runs the controller's real binary: sim [--pty PATH] FIRMWARE.elf. Its standard input is the control channel, and it ends when that
// does. Time goes on by commands, or with --pty by the wall's clock.
#include <simavr/sim_avr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "chip.h"
#include "control.h"
#include "events.h"
#include "mega.h"
#include "meter.h"
#include "motors.h"
#include "paced.h"
#include "program.h"
#include "servos.h"
#include "uart.h"

enum { MILLIVOLTS = 5000 };

static void (*reset_core)(struct avr_t *avr);
static bool fresh; // the processor has been reset, and what is around it hasn't

// on_reset hears of every reset, the watchdog's too.
static void on_reset(struct avr_t *avr) {
	if (reset_core)
		reset_core(avr);
	fresh = true;
}

static void reset_board(void) {
	fresh = false;
	uart_reset();
	meter_reset();
	motors_reset();
	servos_reset();
	board_reset();
}

void mega_run(avr_t *avr, avr_cycle_count_t cycles) {
	avr_cycle_count_t until = avr->cycle + cycles;
	while (avr->cycle < until) {
		int state = avr_run(avr);
		if (state == cpu_Done || state == cpu_Crashed) {
			fprintf(stderr, "sim: the processor has stopped at PC 0x%05x, cycle %llu\n", (unsigned)avr->pc, (unsigned long long)avr->cycle);
			exit(1);
		}
		if (fresh)
			reset_board();
	}
	servos_look();
	board_look();
}

void mega_reset(avr_t *avr) {
	avr_reset(avr);
	reset_board();
}

static void quiet(avr_t *a, const int severity, const char *format, va_list words) {
	(void)a;
	if (severity <= LOG_ERROR)
		vfprintf(stderr, format, words);
}

// nap: a processor that sleeps does so in its own time.
static void nap(avr_t *a, avr_cycle_count_t cycles) { (void)a, (void)cycles; }

static void wire(avr_t *avr) {
	chip_wire(avr); // before the cost is measured: who is told last is told first
	events_wire(avr);
	uart_wire(avr);
	motors_wire(avr);
	servos_wire(avr);
	board_wire(avr);
	meter_wire(avr);
	control_wire(avr);
}

int main(int argc, char **argv) {
	avr_global_logger_set(quiet);
	const char *port = NULL;
	if (argc == 4 && strcmp(argv[1], "--pty") == 0) {
		port = argv[2];
	} else if (argc != 2 || argv[1][0] == '-') {
		fprintf(stderr, "sim: usage: sim [--pty PATH] FIRMWARE.elf\n");
		return 2;
	}
	avr_t *avr = avr_make_mcu_by_name(PROGRAM_CHIP);
	avr_init(avr);
	reset_core = avr->reset;
	avr->reset = on_reset;
	program_load(avr, argv[argc - 1]);
	avr->frequency = MHZ * 1000000;
	avr->vcc = avr->avcc = avr->aref = MILLIVOLTS;
	avr->sleep = nap;
	wire(avr);
	mega_reset(avr);
	int code = 0;
	if (port)
		code = paced_run(avr, port);
	else
		control_lines();
	avr_terminate(avr);
	return code;
}
