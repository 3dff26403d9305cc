#define _XOPEN_SOURCE 700
#include "paced.h"

#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "control.h"
#include "events.h"
#include "mega.h"
#include "pty.h"
#include "uart.h"

enum { NANO_MS = 1000000, NANO_S = 1000000000, LATE_MS = 100, CHUNK = 256 };

static volatile sig_atomic_t ended;

static void on_signal(int number) {
	(void)number;
	ended = 1;
}

// listen_to_control obeys the commands that have come; false when no more can come.
static bool listen_to_control(void) {
	static char line[4096];
	static size_t have;
	struct pollfd look = {.fd = STDIN_FILENO, .events = POLLIN};
	if (poll(&look, 1, 0) <= 0)
		return true;
	ssize_t n = read(STDIN_FILENO, line + have, sizeof line - 1 - have);
	if (n <= 0)
		return false;
	have += (size_t)n;
	line[have] = 0;
	for (char *end; (end = strchr(line, '\n')) != NULL;) {
		*end++ = 0;
		control_obey(line);
		have -= (size_t)(end - line);
		memmove(line, end, have + 1);
	}
	if (have == sizeof line - 1)
		have = 0; // no command is so long
	return true;
}

static int64_t wall(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * NANO_S + now.tv_nsec;
}

// keep_pace waits until the wall's clock shows *due; a machine that can't keep up lets time go by instead of running after it.
static void keep_pace(int64_t *due) {
	int64_t early = (*due += NANO_MS) - wall();
	if (early < -(int64_t)LATE_MS * NANO_MS)
		*due = wall();
	struct timespec nap = {.tv_nsec = early};
	if (early > 0)
		nanosleep(&nap, NULL);
}

// millisecond lets the board and its port go on.
static void millisecond(avr_t *avr) {
	uint8_t bytes[CHUNK];
	unsigned count;
	if (pty_opened())
		mega_reset(avr);
	count = uart_room() < CHUNK ? 0 : pty_read(bytes, CHUNK);
	for (unsigned i = 0; i < count; i++)
		uart_receive(bytes[i]);
	mega_run(avr, (avr_cycle_count_t)1000 * MHZ);
	const uint8_t *sent = uart_sent(&count);
	pty_write(sent, count);
	if (events_any()) {
		printf("%" PRIu64 " -", avr->cycle);
		events_tell();
		fflush(stdout);
	}
}

int paced_run(avr_t *avr, const char *path) {
	struct sigaction end = {.sa_handler = on_signal};
	sigaction(SIGINT, &end, NULL);
	sigaction(SIGTERM, &end, NULL);
	if (!pty_open(path))
		return 2;
	fprintf(stderr, "sim: the port is %s\n", path);
	for (int64_t due = wall(); !ended && listen_to_control(); keep_pace(&due))
		millisecond(avr);
	pty_close();
	return 0;
}
