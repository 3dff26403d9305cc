#include "uart.h"

#include <inttypes.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_io.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

DEFINE_FIFO(uint16_t, uart_fifo);

enum { BUFFERED = 2, BITS = 10, STAMPS = 1 << 14 };

static avr_t *avr;
static avr_uart_t *uart;

static uint8_t rx[UART_LINE], tx[UART_LINE];
static unsigned rx_in, rx_out, tx_count;

static struct {
	unsigned arrived, sent, lost, unread;
} load;

static struct {
	uint64_t cycle;
	bool sent;
	uint8_t byte;
} stamps[STAMPS];
static unsigned stamp_count;

static void stamp(bool sent, uint8_t byte) {
	stamps[stamp_count % STAMPS].cycle = avr->cycle;
	stamps[stamp_count % STAMPS].sent = sent;
	stamps[stamp_count++ % STAMPS].byte = byte;
}

static avr_cycle_count_t byte_cycles(void) {
	unsigned divider = avr->data[uart->ubrrl.reg] | (unsigned)(avr->data[uart->ubrrh.reg] & 0x0F) << 8;
	return (divider + 1) * (avr_regbit_get(avr, uart->u2x) ? 8 : 16) * BITS;
}

static void pending(void) {
	uart->rx_cnt = 0; // else libsimavr holds back a byte that is read soon after another
	uart->rxc_raise_time = 0;
	avr_raise_interrupt(avr, &uart->rxc);
}

static void deliver(uint8_t byte) {
	unsigned unread = uart_fifo_get_read_size(&uart->input);
	stamp(false, byte);
	load.arrived++;
	if (unread >= BUFFERED) {
		load.lost++;
		return;
	}
	if (unread + 1 > load.unread)
		load.unread = unread + 1;
	avr_raise_irq(uart->io.irq + UART_IRQ_INPUT, byte);
	pending();
}

static avr_cycle_count_t arrive(avr_t *a, avr_cycle_count_t when, void *param) {
	(void)a, (void)param;
	uart->cycles_per_byte = byte_cycles();
	if (rx_out != rx_in) {
		deliver(rx[rx_out]);
		rx_out = (rx_out + 1) % UART_LINE;
	}
	return when + uart->cycles_per_byte;
}

// on_read follows the end of the interrupt that reads: a second byte asks for it at once.
static void on_read(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	if (!value && !uart_fifo_isempty(&uart->input))
		pending();
}

static void on_sent(struct avr_irq_t *irq, uint32_t value, void *param) {
	(void)irq, (void)param;
	stamp(true, (uint8_t)value);
	load.sent++;
	if (tx_count < UART_LINE)
		tx[tx_count++] = (uint8_t)value;
}

void uart_wire(avr_t *a) {
	avr = a;
	for (avr_io_t *io = avr->io_port; io; io = io->next) {
		if (strcmp(io->kind, "uart") == 0 && ((avr_uart_t *)io)->name == '0')
			uart = (avr_uart_t *)io;
	}
	uart->flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
	avr_irq_register_notify(uart->io.irq + UART_IRQ_OUTPUT, on_sent, NULL);
	avr_irq_register_notify(uart->rxc.irq + AVR_INT_IRQ_RUNNING, on_read, NULL);
	uart_reset();
}

void uart_reset(void) {
	rx_in = rx_out = tx_count = 0;
	avr_cycle_timer_register(avr, 1, arrive, NULL);
}

unsigned uart_room(void) { return UART_LINE - 1 - (rx_in + UART_LINE - rx_out) % UART_LINE; }

void uart_receive(uint8_t byte) {
	if (uart_room() == 0)
		return;
	rx[rx_in] = byte;
	rx_in = (rx_in + 1) % UART_LINE;
}

const uint8_t *uart_sent(unsigned *count) {
	*count = tx_count;
	tx_count = 0;
	return tx;
}

void uart_tell_load(void) {
	printf("%u %u %u %u %" PRIu64 "\n", load.arrived, load.sent, load.lost, load.unread, byte_cycles());
	memset(&load, 0, sizeof load);
}

void uart_tell_bytes(void) {
	unsigned from = stamp_count > STAMPS ? stamp_count - STAMPS : 0;
	if (stamp_count == 0)
		putchar('-');
	for (; from < stamp_count; from++)
		printf("%" PRIu64 " %c %02x ", stamps[from % STAMPS].cycle, stamps[from % STAMPS].sent ? '>' : '<', stamps[from % STAMPS].byte);
	putchar('\n');
	stamp_count = 0;
}
