package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"crownhead/internal/atomicfile"
)

// ErrPlan is returned for work that was begun with other settings.
var ErrPlan = errors.New("it was begun with other settings")

// KeepPlan writes a plan, or compares it with the one in the file. It returns ErrPlan if they
// differ, and ErrDamaged if the file holds no plan.
func KeepPlan(name string, plan any) error {
	want, err := json.Marshal(plan)
	if err != nil {
		return fmt.Errorf("store: plan for %s: %w", name, err)
	}
	have, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := atomicfile.Write(name, want); err != nil {
			return fmt.Errorf("store: %w", err)
		}
	case err != nil:
		return fmt.Errorf("store: %w", err)
	case !json.Valid(have):
		return fmt.Errorf("store: %s: %w: it holds no plan", name, ErrDamaged)
	case string(have) != string(want):
		return fmt.Errorf("store: %s: %w: %s, not %s", name, ErrPlan, have, want)
	}
	return nil
}

// WriteRecord makes a file of a value, in JSON for people to read.
func WriteRecord(name string, v any) error {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return fmt.Errorf("store: record %s: %w", name, err)
	}
	if err := atomicfile.Write(name, data); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// ReadRecord reads a value that [WriteRecord] has written. One that is not there gives
// fs.ErrNotExist, one that is damaged ErrDamaged.
func ReadRecord(name string, v any) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("store: %s: %w: %w", name, ErrDamaged, err)
	}
	return nil
}
