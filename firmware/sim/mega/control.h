// The control channel: a command a line on standard input, an answer a line on standard output. control.c lists them.
#ifndef CONTROL_H
#define CONTROL_H

#include <simavr/sim_avr.h>

void control_wire(avr_t *avr);

// control_obey does what a line says; one that is no command ends the program.
void control_obey(char *line);

// control_lines obeys until standard input closes.
void control_lines(void);

#endif
