// Every pin of the board (Arduino Mega, ATmega2560), in this one place. The numbers in the comments are the Arduino's.
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

// Motors: D22-24 step, D25-27 direction, D28 enable (low), D29 sleep and reset (low).
#define STEP_PORT PORTA
#define STEP_DDR DDRA
#define STEP_MASK 0x07
#define DIR_SHIFT 3
#define ENABLE_BIT 6
#define AWAKE_BIT 7

// Limit switches: A8-A10, open collectors against pull-ups.
#define SWITCH_PORT PORTK
#define SWITCH_PIN PINK
#define SWITCH_MASK 0x07

// Field: columns D37…D30 (low: a magnet), row power A0-A3.
#define COLUMN_PORT PORTC
#define COLUMN_PIN PINC
#define ROW_PORT PORTF
#define ROW_DDR DDRF
#define ROW_MASK 0x0F

// Eyes: D51 data, D52 clock, D53 select; the SPI unit needs D53 as an output.
#define SPI_PORT PORTB
#define SPI_DDR DDRB
#define SPI_SELECT 0
#define SPI_CLOCK 1
#define SPI_DATA 2

// Servos: brows D6 and D7, neck pan D8 (OC4A-C), neck tilt D5 (OC3A).
#define SERVO4_DDR DDRH
#define SERVO4_MASK 0x38
#define SERVO3_DDR DDRE
#define SERVO3_MASK 0x08

// Pump D41, valve D40, the pump's speed D9 (OC2B).
#define VACUUM_PORT PORTG
#define VACUUM_DDR DDRG
#define PUMP_BIT 0
#define VALVE_BIT 1
#define SPEED_DDR DDRH
#define SPEED_BIT 6

// Buttons: red D18, set-up D19 (low: pressed); emergency sense D2, a contact that opens (high: pressed, or its wire is broken).
#define BUTTON_PORT PORTD
#define BUTTON_PIN PIND
#define RED_BIT 3
#define SETUP_BIT 2
#define ESTOP_PORT PORTE
#define ESTOP_PIN PINE
#define ESTOP_BIT 4

// Lamp of the red button: D42.
#define LAMP_PORT PORTL
#define LAMP_DDR DDRL
#define LAMP_BIT 7

// Motor supply over a divider by four: A4.
#define SUPPLY_CHANNEL 4
#define SUPPLY_DIVIDER 4

#endif
