// What people see: the eyes (two MAX7219 in a chain), brows and neck (four servos), the lamp in the red button.
#ifndef SHOW_H
#define SHOW_H

#include <stdint.h>

void show_init(void);
void eyes_init(void); // show_init's part in eyes.c

// show_eyes takes 16 rows: left eye from the top, then right eye; bit 7 is leftmost.
void show_eyes(const uint8_t rows[16]);

// show_servos takes pulses in µs, 0 for off; the servos go there at their own pace.
void show_servos(const uint16_t micros[4]);

// show_lamp takes BUTTON_LED's mode.
void show_lamp(uint8_t mode);

// show_poll sends the next byte to the eyes if the last has left: it never waits.
void show_poll(void);

// show_step is one millisecond of servos and lamp.
void show_step(void);

// In the set-up mode the lamp flickers and the eyes show what the controller sees (panel.c): the left one the field, the right one
// switches (base, upper arm, forearm), below them buttons (red, set-up, emergency), at the bottom a light for each two volts of the
// motors' supply. panel_step is called every millisecond between the other two.
void panel_begin(void);
void panel_step(void);
void panel_end(void);

#endif
