#!/bin/sh
# flash.sh HEX MCU [PORT]: writes the firmware into the controller by its boot loader, or says what is in the way.
set -u
hex=$1 mcu=$2 port=${3:-}
ttys=${TTYS:-/sys/class/tty} # a test has its own

say() { echo "flash: $*" >&2; }

# The ports that may be the controller's, with the names that their devices have.
candidates() {
	found=
	for p in /dev/ttyACM* /dev/ttyUSB*; do
		[ -e "$p" ] || continue
		found=yes name=
		for id in /dev/serial/by-id/*; do
			[ "$(readlink -f "$id")" = "$p" ] && name=${id##*/}
		done
		say "  make -C firmware flash PORT=$p   ${name:-(nameless)}"
	done
	[ -n "$found" ] || say "  no serial port there: plug the controller in; a cable that only charges has no data lines"
}

# Who has the port open; of other people's programs only root hears.
holder() {
	fd=$(find /proc/[0-9]*/fd -lname "$(readlink -f "$port")" -print -quit 2>/dev/null)
	[ -n "$fd" ] || return
	pid=${fd#/proc/}
	pid=${pid%%/*}
	echo "$(cat "/proc/$pid/comm") (process $pid)"
}

if [ -z "$port" ]; then
	say "which port? One of these:"
	candidates
	exit 1
fi
if [ ! -e "$port" ]; then # asked for one that isn't there, avrdude 7.1 never ends
	say "there is no $port. What is there:"
	candidates
	exit 1
fi
if [ ! -e "$ttys/$(basename "$(readlink -f "$port")")" ]; then # not by opening it, which would reset a board
	say "$port is no serial port. What there is:"
	candidates
	exit 1
fi
if [ ! -r "$port" ] || [ ! -w "$port" ]; then
	say "no right to use $port: sudo usermod -aG dialout $(id -un), and log in anew"
	exit 1
fi
who=$(holder)
if [ -n "$who" ]; then
	say "$port is in use by $who: end it first, so that the arm parks before the controller resets"
	exit 1
fi
if timeout 45 avrdude -q -p "$mcu" -c wiring -P "$port" -b 115200 -D -U "flash:w:$hex:i"; then
	say "written and read back. crownhead doctor tells whether it is this one that answers"
	exit 0
fi
say "not written. The boot loader stays as it was, so trying again harms nothing:"
say "- timeout, or not in sync: is it a Mega 2560, and the right port? Press its reset button as the command starts"
say "- verification error: another cable; nothing else on the supply"
say "- a device signature that is not 0x1e9801: it is another board"
exit 1
