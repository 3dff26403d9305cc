// What the firmware needs of the hardware, and nothing else. hal_avr.h and hal_avr.c are the board; host/ has one that tests
// drive. All functions may be called from the main loop; those marked (tick) are called from the tick interrupt too.
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __AVR__
#include "hal_avr.h"
#else
#include "host/hal_host.h"
#endif

// hal_init brings every pin into its safe state: pump and valve off, drivers off, no motion.
void hal_init(void);

// hal_ms counts milliseconds since the reset.
uint32_t hal_ms(void);

// hal_boot is a number that differs after every reset; hal_cause says why it happened (1 power, 2 external, 3 brown-out, 4 watchdog).
uint32_t hal_boot(void);
uint8_t hal_cause(void);

// hal_rx takes a received byte, if there is one. hal_tx_room is how many bytes can be sent now; hal_tx sends as many at most.
bool hal_rx(uint8_t *byte);
uint8_t hal_tx_room(void);
void hal_tx(const uint8_t *bytes, uint8_t n);

// hal_drivers puts current on the motors.
void hal_drivers(bool on);

// hal_switches has a bit for each joint whose limit switch is closed.
uint8_t hal_switches(void);

// hal_columns reads the eight sensors of the row of the field that is powered (bit set: a magnet), hal_row powers the next.
uint8_t hal_columns(void);
void hal_row(uint8_t row);

// hal_buttons has the levels of the three buttons, BUTTON_*.
uint8_t hal_buttons(void);

// hal_supply is the motor supply, mV.
uint16_t hal_supply(void);

// hal_servo sets a servo's pulse, µs; 0 is off.
void hal_servo(uint8_t servo, uint16_t micros);

// hal_lamp lights the red button.
void hal_lamp(bool on);

// hal_spi_ready tells that the last byte has left; hal_spi_put sends one, hal_spi_select frames a message to the eyes.
bool hal_spi_ready(void);
void hal_spi_put(uint8_t byte);
void hal_spi_select(bool on);

// hal_idle waits for the next interrupt, unless a byte has come already.
void hal_idle(void);

// hal_watchdog must be called often enough (every 250 ms).
void hal_watchdog(void);

#endif
