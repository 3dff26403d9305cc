package match

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"crownhead/engine/search"
)

// The switches and numbers of a search are found in its options, by their names in lower case, so that none can be
// forgotten here. What is a pointer is switched off by nil, and on by what the default has.

// switches lists what with= and without= know.
func switches() []string { return fieldsOf(reflect.Bool, reflect.Pointer) }

// numbers lists the options that take a whole number.
func numbers() []string { return fieldsOf(reflect.Int) }

func fieldsOf(kinds ...reflect.Kind) []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[search.Options]()) {
		if f.IsExported() && slices.Contains(kinds, f.Type.Kind()) {
			names = append(names, strings.ToLower(f.Name))
		}
	}
	return names
}

// field is the option of a name in lower case.
func field(o *search.Options, name string) reflect.Value {
	return reflect.ValueOf(o).Elem().FieldByNameFunc(func(s string) bool { return strings.ToLower(s) == name })
}

// turn switches features on or off, those of a list joined by +.
func turn(o *search.Options, list string, on bool) error {
	for name := range strings.SplitSeq(list, "+") {
		if !slices.Contains(switches(), name) {
			return fmt.Errorf("no feature %q: there are %s", name, strings.Join(switches(), ", "))
		}
		f := field(o, name)
		switch {
		case !on:
			f.SetZero()
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		default:
			whole := search.DefaultOptions()
			f.Set(field(&whole, name))
		}
	}
	return nil
}

// mostOf bounds numbers that cost memory; others go up to anything.
var mostOf = map[string]int{"tablebits": search.MaxTableBits, "threads": search.MaxThreads}

// setNumber sets a whole number.
func setNumber(o *search.Options, name, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return fmt.Errorf("%s=%s: want a whole number", name, value)
	}
	if most, bounded := mostOf[name]; bounded && n > most {
		return fmt.Errorf("%s=%s: want at most %d", name, value, most)
	}
	field(o, name).SetInt(int64(n))
	return nil
}
