// Package reply holds what the handlers of all pages answer with: a page painted whole, a refusal
// with a hint, and the strict reading of a small JSON body, which refuses what it can't read.
package reply

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"strings"
)

// BodyLimit is how many bytes a request's body may have; every body is a handful of fields.
const BodyLimit = 4 << 10

// Page answers with a template. It is executed before anything is sent, so a page arrives whole or
// not at all; then the client gets a refusal, and the caller the error to log. No browser keeps a
// page.
func Page(w http.ResponseWriter, pages *template.Template, name string, data any) error {
	return PageWithStatus(w, http.StatusOK, pages, name, data)
}

// PageWithStatus is as Page, with a status other than 200.
func PageWithStatus(w http.ResponseWriter, status int, pages *template.Template, name string, data any) error {
	var out bytes.Buffer
	if err := pages.ExecuteTemplate(&out, name, data); err != nil {
		Refuse(w, http.StatusInternalServerError, "the page could not be painted", "the log says why")
		return fmt.Errorf("reply: painting %s: %w", name, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = out.WriteTo(w) // fails when the client has gone: nobody to report to
	return nil
}

// ReadJSON reads one strict JSON object from a request's body and reports whether it did. If not,
// the request is refused with the place of the fault.
func ReadJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		Refuse(w, http.StatusUnsupportedMediaType, "the body must be JSON", "send Content-Type: application/json")
		return false
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, BodyLimit))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("more than one value")
		}
	}
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return true
	case errors.As(err, &tooLarge):
		Refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is longer than %d bytes", BodyLimit),
			"send one small object")
	default:
		problem := fmt.Sprintf("body, byte %d: %v", dec.InputOffset(), err)
		Refuse(w, http.StatusBadRequest, problem, "send one JSON object with the documented fields")
	}
	return false
}

// Refuse answers with a problem and a hint, as the JSON object {"error": …, "hint": …}.
func Refuse(w http.ResponseWriter, status int, problem, hint string) {
	RefuseBecause(w, status, problem, hint, "")
}

// RefuseBecause is as Refuse, and has as "why" the reason alone for which a thing can't be done now, if there is one.
func RefuseBecause(w http.ResponseWriter, status int, problem, hint, why string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	answer := map[string]string{"error": problem, "hint": hint}
	if why != "" {
		answer["why"] = why
	}
	_ = json.NewEncoder(w).Encode(answer) // fails when the client has gone: nobody to report to
}
