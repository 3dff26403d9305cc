// The field of 32 Hall sensors, scanned as four rows of eight, limit switches, and the three buttons. Called every millisecond.
#ifndef FIELD_H
#define FIELD_H

#include <stdbool.h>
#include <stdint.h>

void field_init(void);

// field_step reads one row and powers the next: a scan takes four milliseconds. A bit changes when two scans agree.
void field_step(void);

// field_bits has a bit for each place that sees a magnet.
uint32_t field_bits(void);

// switches_step reads the limit switches: three readings must agree, for their wires lie beside the motors'. switches_closed has a bit for
// each joint whose switch is closed.
void switches_step(void);
uint8_t switches_closed(void);

// buttons_step samples the buttons, which are debounced for ten milliseconds; true at a press of the red one.
bool buttons_step(void);

// buttons_down has the buttons that are pressed, BUTTON_*.
uint8_t buttons_down(void);

// buttons_setup_held tells that the set-up button has been held for three seconds: said once for each press.
bool buttons_setup_held(void);

#endif
