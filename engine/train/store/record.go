package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrPlan is returned for what was begun with other settings.
var ErrPlan = errors.New("it was begun with other settings")

// KeepPlan writes a plan, or sees that it is the one that the file has: if not it returns ErrPlan, or ErrTorn where that is none.
func KeepPlan(name string, plan any) error {
	want, err := json.Marshal(plan)
	if err != nil {
		return fmt.Errorf("store: plan for %s: %w", name, err)
	}
	have, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return WriteWhole(name, want)
	case err != nil:
		return fmt.Errorf("store: %w", err)
	case !json.Valid(have):
		return fmt.Errorf("store: %s: %w: it is no plan", name, ErrTorn)
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
	return WriteWhole(name, data)
}

// ReadRecord reads a value that [WriteRecord] has written. One that isn't there gives fs.ErrNotExist, one that is damaged ErrTorn.
func ReadRecord(name string, v any) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("store: %s: %w: %w", name, ErrTorn, err)
	}
	return nil
}

// ReadSound reads a record as [ReadRecord] does. One that fault finds something wrong with is damaged, too.
func ReadSound[T any](name string, fault func(*T) error) (v T, err error) {
	if err := ReadRecord(name, &v); err != nil {
		return v, err
	}
	if wrong := fault(&v); wrong != nil {
		return v, fmt.Errorf("%s: %w: %w", name, ErrTorn, wrong)
	}
	return v, nil
}

// Series reads the records numbered from 1 on, up to the first that isn't there or isn't finished.
func Series[T any](read func(n int) (T, error), finished func(T) bool) ([]T, error) {
	all := []T{}
	for {
		v, err := read(len(all) + 1)
		switch {
		case errors.Is(err, fs.ErrNotExist) || err == nil && !finished(v):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, v)
	}
}
