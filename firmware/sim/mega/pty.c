#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static int master = -1, openings; // openings: what tells of each, however soon the port is closed again
static char link_path[4096], slave_path[128];

static bool refuse(const char *path, const char *why) {
	fprintf(stderr, "sim: making the port %s: %s\n", path, why);
	return false;
}

// raw is the mode in which a terminal is a wire.
static bool raw(int terminal) {
	struct termios mode;
	if (tcgetattr(terminal, &mode) != 0)
		return false;
	cfmakeraw(&mode);
	return tcsetattr(terminal, TCSANOW, &mode) == 0;
}

static bool name_it(const char *path) {
	struct stat is;
	if (lstat(path, &is) == 0) {
		if (!S_ISLNK(is.st_mode))
			return refuse(path, "it exists and is no link");
		unlink(path);
	}
	if (symlink(slave_path, path) != 0)
		return refuse(path, strerror(errno));
	snprintf(link_path, sizeof link_path, "%s", path);
	return true;
}

bool pty_open(const char *path) {
	master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
		return refuse(path, strerror(errno));
	snprintf(slave_path, sizeof slave_path, "%s", ptsname(master));
	// The slave is closed again, so that the master can tell that nobody is there.
	int slave = open(slave_path, O_RDWR | O_NOCTTY);
	if (slave < 0 || !raw(slave))
		return refuse(path, strerror(errno));
	close(slave);
	openings = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (openings < 0 || inotify_add_watch(openings, slave_path, IN_OPEN) < 0)
		return refuse(path, strerror(errno));
	return name_it(path);
}

bool pty_opened(void) {
	struct inotify_event events[16];
	if (read(openings, events, sizeof events) <= 0)
		return false;
	tcflush(master, TCIOFLUSH);
	return true;
}

// held tells that somebody has the port open.
static bool held(void) {
	struct pollfd look = {.fd = master, .events = POLLIN};
	return poll(&look, 1, 0) >= 0 && !(look.revents & POLLHUP);
}

unsigned pty_read(uint8_t *bytes, unsigned most) {
	ssize_t n = read(master, bytes, most); // fails while nobody has it open
	return n > 0 ? (unsigned)n : 0;
}

void pty_write(const uint8_t *bytes, unsigned count) {
	if (count > 0 && held() && write(master, bytes, count) < 0)
		return; // nobody reads
}

void pty_close(void) {
	char target[sizeof slave_path];
	ssize_t n = readlink(link_path, target, sizeof target - 1);
	if (n > 0 && (size_t)n == strlen(slave_path) && memcmp(target, slave_path, (size_t)n) == 0)
		unlink(link_path); // it is ours still
	close(openings);
	close(master);
}
