// The firmware of the robot's controller; ../PROTOCOL.md is what it speaks, and the host plans.
#include "control.h"
#include "hal.h"

int main(void) {
	control_init();
	for (;;) {
		control_poll();
		hal_idle();
	}
}
