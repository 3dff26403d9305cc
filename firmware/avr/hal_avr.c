#include <avr/eeprom.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "hal.h"
#include "motion.h"
#include "proto.h"

#ifndef BAUD
#define BAUD 250000UL
#endif

enum { TICK_HZ = 20000 };

static uint8_t reset_flags __attribute__((section(".noinit")));

// The reset's cause is read, and the watchdog of the program before silenced, before anything else runs.
void early(void) __attribute__((naked, used, section(".init3")));
void early(void) {
	reset_flags = MCUSR;
	MCUSR = 0;
	wdt_disable();
}

static volatile uint32_t milliseconds;
static uint32_t boot;

// Rings: an interrupt owns one index, the main loop the other; single bytes need no lock. 256 places, so that the indices wrap by
// themselves; as many arrive while the main loop checks and plans the four segments that a host may have on the line.
static volatile uint8_t rx[256], rx_in, rx_out;
static volatile uint8_t tx[256], tx_in, tx_out;

// The tick calls nothing, so that it saves few registers; what is rare, it leaves to the interrupt that is next in line and always
// pending, for its compare value is passed in every period.
ISR(TIMER1_COMPA_vect) {
	if (motion_tick())
		TIMSK1 |= 1 << OCIE1B;
}

ISR(TIMER0_COMPA_vect) { milliseconds++; }

// Meanwhile the line is served, and the next tick waits.
ISR(TIMER1_COMPB_vect) {
	TIMSK1 = 0;
	sei();
	motion_turn_over();
	cli();
	TIMSK1 = 1 << OCIE1A;
}

ISR(USART0_RX_vect) {
	uint8_t byte = UDR0, next = (uint8_t)(rx_in + 1);
	if (next == rx_out)
		return; // overrun: the frame's CRC tells
	rx[rx_in] = byte;
	rx_in = next;
}

ISR(USART0_UDRE_vect) {
	if (tx_out == tx_in) {
		UCSR0B &= (uint8_t)~(1 << UDRIE0);
		return;
	}
	UDR0 = tx[tx_out++];
}

bool hal_rx(uint8_t *byte) {
	if (rx_out == rx_in)
		return false;
	*byte = rx[rx_out];
	rx_out++;
	return true;
}

uint8_t hal_tx_room(void) { return (uint8_t)(tx_out - tx_in - 1); }

void hal_tx(const uint8_t *bytes, uint8_t n) {
	while (n--) {
		tx[tx_in] = *bytes++;
		tx_in++;
	}
	hal_lock();
	UCSR0B |= 1 << UDRIE0;
	hal_unlock();
}

uint32_t hal_ms(void) {
	hal_lock();
	uint32_t now = milliseconds;
	hal_unlock();
	return now;
}

uint32_t hal_boot(void) { return boot; }

// Power that comes on slowly is a brown-out as well. Without a flag it was the boot loader that has cleared them, and the most likely
// cause is the port.
uint8_t hal_cause(void) {
	if (reset_flags & 1 << PORF)
		return 1;
	if (reset_flags & 1 << WDRF)
		return 4;
	return (reset_flags & 1 << BORF) ? 3 : 2;
}

void hal_drivers(bool on) {
	hal_lock(); // the tick has the step and direction bits of this port
	if (on)
		STEP_PORT = (uint8_t)((STEP_PORT | 1 << AWAKE_BIT) & ~(1 << ENABLE_BIT));
	else
		STEP_PORT = (uint8_t)((STEP_PORT | 1 << ENABLE_BIT) & ~(1 << AWAKE_BIT));
	hal_unlock();
}

uint8_t hal_switches(void) { return (uint8_t)~SWITCH_PIN & SWITCH_MASK; }

uint8_t hal_columns(void) { return (uint8_t)~COLUMN_PIN; }

void hal_row(uint8_t row) { ROW_PORT = (uint8_t)((ROW_PORT & ~ROW_MASK) | 1 << row); }

uint8_t hal_buttons(void) {
	uint8_t down = 0, pins = BUTTON_PIN;
	if (!(pins & 1 << RED_BIT))
		down |= BUTTON_RED;
	if (!(pins & 1 << SETUP_BIT))
		down |= BUTTON_SETUP;
	if (ESTOP_PIN & 1 << ESTOP_BIT)
		down |= BUTTON_ESTOP;
	return down;
}

// hal_supply returns the last conversion and begins the next: one takes 104 µs, and nobody waits for it.
uint16_t hal_supply(void) {
	static uint16_t mv;
	if (!(ADCSRA & 1 << ADSC)) {
		mv = (uint16_t)((uint32_t)ADC * 5000 * SUPPLY_DIVIDER / 1024);
		ADCSRA |= 1 << ADSC;
	}
	return mv;
}

void hal_servo(uint8_t servo, uint16_t micros) {
	static volatile uint16_t *const compare[] = {&OCR4A, &OCR4B, &OCR4C, &OCR3A};
	static const uint8_t outputs[] = {1 << COM4A1, 1 << COM4B1, 1 << COM4C1, 1 << COM3A1};
	volatile uint8_t *control = servo < 3 ? &TCCR4A : &TCCR3A;
	*compare[servo] = micros * 2; // half a microsecond a count
	if (micros != 0)
		*control |= outputs[servo];
	else
		*control &= (uint8_t)~outputs[servo];
}

void hal_lamp(bool on) {
	if (on)
		LAMP_PORT |= 1 << LAMP_BIT;
	else
		LAMP_PORT &= (uint8_t)~(1 << LAMP_BIT);
}

static bool spi_busy;

bool hal_spi_ready(void) {
	if (spi_busy && !(SPSR & 1 << SPIF))
		return false;
	spi_busy = false;
	return true;
}

void hal_spi_put(uint8_t byte) {
	SPDR = byte;
	spi_busy = true;
}

void hal_spi_select(bool on) {
	if (on)
		SPI_PORT &= (uint8_t)~(1 << SPI_SELECT);
	else
		SPI_PORT |= 1 << SPI_SELECT;
}

void hal_idle(void) {
	cli();
	if (rx_out == rx_in) {
		sleep_enable(); // idle: timers, line and SPI go on
		sei();          // takes effect after the next instruction: no interrupt can slip in between
		sleep_cpu();
		sleep_disable();
	}
	sei();
}

void hal_watchdog(void) {
#ifdef WATCHDOG
	wdt_reset();
#endif
}

static void init_pins(void) {
	STEP_PORT = 1 << ENABLE_BIT; // drivers off and asleep
	STEP_DDR = 0xFF;
	SWITCH_PORT |= SWITCH_MASK;
	COLUMN_PORT = 0xFF;
	ROW_DDR |= ROW_MASK;
	SPI_PORT |= 1 << SPI_SELECT;
	SPI_DDR |= 1 << SPI_SELECT | 1 << SPI_CLOCK | 1 << SPI_DATA;
	SERVO4_DDR |= SERVO4_MASK;
	SERVO3_DDR |= SERVO3_MASK;
	VACUUM_DDR |= 1 << PUMP_BIT | 1 << VALVE_BIT;
	SPEED_DDR |= 1 << SPEED_BIT;
	BUTTON_PORT |= 1 << RED_BIT | 1 << SETUP_BIT;
	ESTOP_PORT |= 1 << ESTOP_BIT;
	LAMP_DDR |= 1 << LAMP_BIT;
}

static void init_timers(void) {
	TCCR1B = 1 << WGM12 | 1 << CS10; // the tick
	OCR1A = F_CPU / TICK_HZ - 1;
	OCR1B = 1;
	TIMSK1 = 1 << OCIE1A;
	TCCR0A = 1 << WGM01; // milliseconds
	TCCR0B = 1 << CS01 | 1 << CS00;
	OCR0A = F_CPU / 64 / 1000 - 1;
	TIMSK0 = 1 << OCIE0A;
	ICR4 = ICR3 = 39999; // servos: 20 ms
	TCCR4A = 1 << WGM41;
	TCCR4B = 1 << WGM43 | 1 << WGM42 | 1 << CS41;
	TCCR3A = 1 << WGM31;
	TCCR3B = 1 << WGM33 | 1 << WGM32 | 1 << CS31;
	TCCR2A = 1 << COM2B1 | 1 << WGM21 | 1 << WGM20; // the pump at full speed while it is on
	TCCR2B = 1 << CS21;
	OCR2B = 255;
}

static void init_uart(void) {
	UCSR0A = 1 << U2X0; // before the divider: simavr computes the baud rate when that is written
	UBRR0 = (uint16_t)(F_CPU / 8 / BAUD - 1);
	UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
	UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

// noise is the last bits of some conversions of the open reference, mixed.
static uint16_t noise(void) {
	uint16_t mixed = 0;
	for (uint8_t i = 0; i < 32; i++) {
		ADCSRA |= 1 << ADSC;
		while (ADCSRA & 1 << ADSC) { // 104 µs each, once after a reset
		}
		mixed = (uint16_t)(mixed * 31 + ADC + TCNT1);
	}
	return mixed;
}

static void init_boot(void) {
	ADMUX = 1 << REFS0 | SUPPLY_CHANNEL;
	ADCSRA = 1 << ADEN | 7;
	uint16_t count = (uint16_t)(eeprom_read_word(0) + 1);
	eeprom_write_word(0, count);
	boot = (uint32_t)count << 16 | noise();
	if (boot == 0)
		boot = 1;
}

void hal_init(void) {
	init_pins();
	SPCR = 1 << SPE | 1 << MSTR | 1 << SPR0; // 1 MHz
	init_timers();
	init_boot();
	init_uart();
	hal_row(0);
#ifdef WATCHDOG
	wdt_enable(WDTO_250MS);
#endif
	sei();
}
