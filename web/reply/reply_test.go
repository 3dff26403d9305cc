package reply_test

import (
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crownhead/web/reply"
)

func ExampleReadJSON() {
	handle := func(w http.ResponseWriter, r *http.Request) {
		var command struct {
			Name string `json:"name"`
		}
		if reply.ReadJSON(w, r, &command) {
			fmt.Fprintln(w, "command", command.Name)
		}
	}
	for _, body := range []string{`{"name":"hint"}`, `{"name":"hint","colour":"red"}`} {
		r := httptest.NewRequest("POST", "/api/command", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handle(w, r)
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 command hint
	// 400 {"error":"body, byte 30: json: unknown field \"colour\"","hint":"send one JSON object with the documented fields"}
}

// A template that fails halfway sends nothing of the page: the client gets a refusal, the caller
// the reason.
func TestPageIsWholeOrRefused(t *testing.T) {
	pages := template.Must(template.New("page").Parse(`<p>{{.Words}}</p>`))
	w := httptest.NewRecorder()
	if err := reply.Page(w, pages, "page", map[string]string{"Words": "a < b"}); err != nil {
		t.Error(err)
	}
	if w.Body.String() != "<p>a &lt; b</p>" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%v %s", w.Header(), w.Body)
	}
	w = httptest.NewRecorder()
	err := reply.Page(w, pages, "page", struct{}{})
	if err == nil || !strings.Contains(err.Error(), "painting page") {
		t.Errorf("the reason: %v", err)
	}
	if w.Code != 500 || strings.Contains(w.Body.String(), "<p>") || !strings.Contains(w.Body.String(), `"hint"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
