package match

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"crownhead/engine/search"
)

// The switches and numbers of a search are the fields of its options, by their names in lower case, so that none can be
// forgotten here. A pointer is switched off by nil, and on by the value of the default options.

// switchOptions lists the features for with= and without=.
func switchOptions() []string { return optionNames(reflect.Bool, reflect.Pointer) }

// numberOptions lists the options that take a whole number.
func numberOptions() []string { return optionNames(reflect.Int) }

func optionNames(kinds ...reflect.Kind) []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[search.Options]()) {
		if f.IsExported() && slices.Contains(kinds, f.Type.Kind()) {
			names = append(names, strings.ToLower(f.Name))
		}
	}
	return names
}

// optionField finds an option by its name in lower case.
func optionField(o *search.Options, name string) reflect.Value {
	return reflect.ValueOf(o).Elem().FieldByNameFunc(func(s string) bool { return strings.ToLower(s) == name })
}

// switchFeatures switches the features of a list joined by + on or off.
func switchFeatures(o *search.Options, list string, on bool) error {
	for name := range strings.SplitSeq(list, "+") {
		if !slices.Contains(switchOptions(), name) {
			return fmt.Errorf("no feature %q: there are %s", name, strings.Join(switchOptions(), ", "))
		}
		f := optionField(o, name)
		switch {
		case !on:
			f.SetZero()
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		default:
			whole := search.DefaultOptions()
			f.Set(optionField(&whole, name))
		}
	}
	return nil
}

// maxOption bounds the numbers that cost memory.
var maxOption = map[string]int{"tablebits": search.MaxTableBits, "threads": search.MaxThreads}

// setNumberOption sets an option that is a whole number.
func setNumberOption(o *search.Options, name, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return fmt.Errorf("%s=%s: want a whole number", name, value)
	}
	if most, bounded := maxOption[name]; bounded && n > most {
		return fmt.Errorf("%s=%s: want at most %d", name, value, most)
	}
	optionField(o, name).SetInt(int64(n))
	return nil
}
