// The board's line as a serial port: a pseudo-terminal behind a link's name.
#ifndef PTY_H
#define PTY_H

#include <stdbool.h>
#include <stdint.h>

// pty_open makes the port; if it can't, it says why on standard error and returns false. Only another link is replaced.
bool pty_open(const char *path);

// pty_opened tells that somebody has opened the port since it was last asked. What was written to it before is thrown away.
bool pty_opened(void);

// pty_read takes what has been written to the port, at most so many bytes; pty_write sends, and what nobody takes is lost, as on a wire.
unsigned pty_read(uint8_t *bytes, unsigned most);
void pty_write(const uint8_t *bytes, unsigned count);

void pty_close(void);

#endif
