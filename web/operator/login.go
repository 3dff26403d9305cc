package operator

import (
	"net/http"
	"strings"

	"crownhead/web/reply"
)

// handleLogin takes the token of the form, which needs no script, and sends the browser back to the
// page.
func (c *Console) handleLogin(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, reply.BodyLimit)
	if err := r.ParseForm(); err != nil {
		reply.Refuse(w, http.StatusBadRequest, "body: "+err.Error(), "send a form with the field token")
		return
	}
	to := "/operator"
	switch c.gate.tryToken(r, strings.TrimSpace(r.PostForm.Get("token"))) {
	case granted:
		http.SetCookie(w, c.gate.openSession(r))
		c.log.Info().Str("from", r.RemoteAddr).Msg("the operator has logged in")
	case lockedOut: // the form says how long
	default:
		c.log.Warn().Str("from", r.RemoteAddr).Msg("wrong operator's token")
		to += "?wrong=1"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

func (c *Console) handleLogout(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, c.gate.closeSession(r))
	http.Redirect(w, r, "/operator", http.StatusSeeOther)
}
