package config

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"unicode"
)

// kindFolder as the tag kind marks an option that names a folder.
const kindFolder = "folder"

// ResolveFolder returns the folder that a person means: ~ is their home folder. What would quietly make an odd
// folder, such as a variable or a line feed in the name, is an error that says what to write instead.
func ResolveFolder(name string) (string, error) {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return "", errors.New("a folder with control characters: in double quotes a backslash begins an escape; write " +
			singleQuoted(unescaped.Replace(name)))
	}
	if cure := trimTypography(name); cure != name {
		return "", errors.New("has quotes, spaces or signs that only look right; write " + quoteValue(cure))
	}
	switch {
	case name == "~" || strings.HasPrefix(name, "~/") || strings.HasPrefix(name, `~\`):
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		return filepath.Join(home, filepath.FromSlash(strings.ReplaceAll(name[1:], `\`, "/"))), nil
	case strings.HasPrefix(name, "~"):
		return "", errors.New("~ means your own home folder only: write the other one in full, such as /home/" + name[1:])
	case strings.HasPrefix(strings.ToLower(name), "file:"):
		return "", errors.New("a folder, not a URL; write " + quoteValue("/"+strings.TrimLeft(name[len("file:"):], "/")))
	case strings.Contains(name, "://"):
		return "", errors.New("a folder of this machine, not a URL, is wanted here")
	}
	return name, checkPlatformPath(name)
}

// checkPlatformPath returns an error for variables, which nobody replaces here, and on other systems than Windows
// for names with a drive or backslashes.
func checkPlatformPath(name string) error {
	if v := pathVariable.FindString(name); v != "" {
		value := os.Getenv(strings.Trim(v, "${}%"))
		if value == "" {
			return errors.New("variables such as " + v + " are not replaced here: write the folder in full")
		}
		return errors.New("variables are not replaced here; write " + quoteValue(strings.Replace(name, v, value, 1)))
	}
	if runtime.GOOS != "windows" && (windowsDrive.MatchString(name) || strings.Contains(name, `\`)) {
		return errors.New("a folder of Windows: on this system folders are written like /var/lib/crownhead")
	}
	return nil
}

var (
	pathVariable = regexp.MustCompile(`\$\{?[A-Za-z_]\w*\}?|%[A-Za-z_]\w*%`)
	windowsDrive = regexp.MustCompile(`^[A-Za-z]:`)

	// unescaped undoes the escapes of YAML's double quotes.
	unescaped = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, "\a", `\a`, "\b", `\b`, "\f", `\f`, "\v", `\v`,
		"\x1b", `\e`, "\x00", `\0`, "\u0085", `\N`, "\u00a0", `\_`, "\u2028", `\L`, "\u2029", `\P`)
)
