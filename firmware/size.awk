# What avr-size --format=berkeley says, in words; fails when the firmware is larger than it may be.
function share(name, bytes, limit, chip) {
	printf "%-5s %6d bytes: %2d %% of the %d KB that it may use, %.1f %% of the chip's %d KB\n", name, bytes, 100 * bytes / limit, limit / 1024, 100 * bytes / chip, chip / 1024
	if (bytes > limit)
		large = name
}
NR == 2 {
	share("flash", $1 + $2, 32 * 1024, 256 * 1024)
	share("RAM", $2 + $3, 4 * 1024, 8 * 1024) # the stack has the rest
}
END {
	if (NR < 2 || large) {
		print "size: " (large ? "too large: " large : "avr-size says nothing") > "/dev/stderr"
		exit 1
	}
}
