// The simulated board: an ATmega2560 on libsimavr (main.c, chip.c), what is wired to its pins (board.c, motors.c, servos.c), its
// line (uart.c, pty.c), the channel by which all that is governed (control.c), and the wall's clock (paced.c). Its time is the processor's cycles.
#ifndef MEGA_H
#define MEGA_H

#include <simavr/sim_avr.h>
#include <stdint.h>

enum { MHZ = 16 };

// mega_run lets the processor run for so many cycles; when it stops by itself, the program ends and says where.
void mega_run(avr_t *avr, avr_cycle_count_t cycles);

// mega_reset resets the processor, as opening the port does.
void mega_reset(avr_t *avr);

#endif
