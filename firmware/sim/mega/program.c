#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <simavr/sim_elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FAMILY = 0x7F, FAMILY_6 = 6 }; // in the ELF's flags: chips with more than 128 KB

static void refuse(const char *path, const char *why, const char *detail) {
	fprintf(stderr, "sim: %s: %s%s\n", path, why, detail);
	exit(2);
}

// chip_of finds the name that the compiler has noted: the last string of a section of its own. It is empty in a file without one.
static void chip_of(Elf *elf, char *name, size_t size) {
	size_t names;
	name[0] = 0;
	if (elf_getshdrstrndx(elf, &names) != 0)
		return;
	for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn; scn = elf_nextscn(elf, scn)) {
		GElf_Shdr header;
		if (!gelf_getshdr(scn, &header) || strcmp(elf_strptr(elf, names, header.sh_name), ".note.gnu.avr.deviceinfo") != 0)
			continue;
		const Elf_Data *data = elf_getdata(scn, NULL);
		const char *text = data ? data->d_buf : NULL;
		for (size_t i = 0; text && i + 2 < data->d_size; i++) {
			if (text[i] == 'a' && text[i + 1] == 't')
				snprintf(name, size, "%.*s", (int)(data->d_size - i), text + i);
		}
	}
}

// check ends the program unless the file is for this chip.
static void check(const char *path, Elf *elf) {
	GElf_Ehdr header;
	char chip[32];
	if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		refuse(path, "no ELF file: make -C firmware builds crownhead.elf", "");
	if (header.e_machine != EM_AVR)
		refuse(path, "a program for another machine, wanted one for an " PROGRAM_CHIP, "");
	chip_of(elf, chip, sizeof chip);
	if (chip[0] && strcmp(chip, PROGRAM_CHIP) != 0)
		refuse(path, "the board has an " PROGRAM_CHIP ", this is a program for an ", chip);
	if ((header.e_flags & FAMILY) != FAMILY_6)
		refuse(path, "the board has an " PROGRAM_CHIP ", this is a program for a smaller chip", "");
}

void program_load(avr_t *avr, const char *path) {
	elf_firmware_t firmware = {0};
	int file = open(path, O_RDONLY);
	if (file < 0)
		refuse(path, strerror(errno), "");
	elf_version(EV_CURRENT);
	Elf *elf = elf_begin(file, ELF_C_READ, NULL);
	check(path, elf);
	elf_end(elf);
	close(file);
	if (elf_read_firmware(path, &firmware) != 0 || firmware.flashsize == 0)
		refuse(path, "no program in it", "");
	avr_load_firmware(avr, &firmware);
}
