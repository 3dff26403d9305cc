// The controller's line as the hardware has it. libsimavr's own keeps any number of bytes unread and counts a parity bit that isn't
// there; here a byte takes ten bits at the rate that the firmware has set, and one that arrives while two are unread is lost.
#ifndef UART_H
#define UART_H

#include <simavr/sim_avr.h>
#include <stdint.h>

enum { UART_LINE = 20000 }; // bytes that wait on either side

void uart_wire(avr_t *avr);

// uart_reset is the processor's: what was on the line is gone.
void uart_reset(void);

// uart_receive puts a byte on the line behind those that wait; one for which there is no room is lost.
void uart_receive(uint8_t byte);

// uart_room is how many more can wait.
unsigned uart_room(void);

// uart_sent gives what the firmware has sent since the last time, and how many bytes that is.
const uint8_t *uart_sent(unsigned *count);

// uart_tell_load prints, since the last time: bytes arrived, sent and lost, the most unread, and the cycles of a byte.
void uart_tell_load(void);

// uart_tell_bytes prints the last bytes both ways since the last time, each with the cycle at which it was there (arrived) or began (sent).
void uart_tell_bytes(void);

#endif
