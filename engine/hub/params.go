package hub

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crownhead/board"
)

// A Param is a setting of an engine. Values are the choices of an enum; without them it is a whole number in Min … Max.
type Param struct {
	Name, Value string
	Values      []string
	Min, Max    int
}

// variant is what is played here.
const variant = "russian"

// standardParams are settings of every engine of this package.
func standardParams() []Param {
	return []Param{
		{Name: "variant", Value: variant, Values: []string{variant}},
		{Name: "draws", Value: board.FederationRules.String(), Values: []string{board.FederationRules.String(), board.PaperRules.String()}},
	}
}

// declaration is how a setting is told.
func (p Param) declaration() line {
	if p.Values != nil {
		return newLine("param", "name", p.Name, "value", p.Value, "type", "enum", "values", strings.Join(p.Values, " "))
	}
	return newLine("param", "name", p.Name, "value", p.Value, "type", "int", "min", strconv.Itoa(p.Min), "max", strconv.Itoa(p.Max))
}

// check refuses what the setting cannot be.
func (p Param) check(value string) error {
	if p.Values != nil {
		if !slices.Contains(p.Values, value) {
			return fmt.Errorf("hub: parameter %s: %.40q: want %s", p.Name, value, strings.Join(p.Values, " or "))
		}
		return nil
	}
	if n, err := strconv.Atoi(value); err != nil || n < p.Min || n > p.Max {
		return fmt.Errorf("hub: parameter %s: %.40q: want a whole number, %d to %d", p.Name, value, p.Min, p.Max)
	}
	return nil
}
