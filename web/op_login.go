package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"crownhead/robot/turn"
)

// tokenHint says how to become the operator.
const tokenHint = "log in at /operator, or send Authorization: Bearer TOKEN; crownhead run prints the token, web.token in the configuration sets it"

// admit tells whether a request is the operator's, and refuses it if not.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, what string) bool {
	switch s.gate.judge(r) {
	case operator:
		return true
	case tooSoon:
		s.refuseForNow(w, r)
	case mistaken:
		w.Header().Set("WWW-Authenticate", `Bearer realm="crownhead", error="invalid_token"`)
		refuse(w, http.StatusUnauthorized, what+" is the operator's, and this token or login isn't his", tokenHint)
	default:
		w.Header().Set("WWW-Authenticate", `Bearer realm="crownhead"`)
		refuse(w, http.StatusUnauthorized, what+" is the operator's", tokenHint)
	}
	return false
}

func (s *Server) refuseForNow(w http.ResponseWriter, r *http.Request) {
	seconds := waitSeconds(s.gate.patience(r))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	refuse(w, http.StatusTooManyRequests, "too many wrong tokens from here", "wait "+strconv.Itoa(seconds)+" s and look at the token that crownhead run has printed")
}

func waitSeconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// operators lets only the operator's requests through to a handler.
func (s *Server) operators(what string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.admit(w, r, what) {
			next(w, r)
		}
	}
}

// mayCommand tells whether a request may give a command, and refuses it if not. What the robot doesn't know as a visitor's
// is the operator's. The virtual robot hurts nobody: there the visitor himself releases the stop.
func (s *Server) mayCommand(w http.ResponseWriter, r *http.Request, name string) bool {
	visitors := slices.Contains(turn.Commands(), name) && !turn.ForOperator(name)
	if visitors || name == turn.CommandClear && s.robot.Snapshot().Virtual {
		return true
	}
	return s.admit(w, r, "command "+strings.ToValidUTF8(name, "?"))
}

// postLogin takes the token of the form, which needs no script, and sends the browser back to the operator's page.
func (s *Server) postLogin(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, bodyLimit)
	if err := r.ParseForm(); err != nil {
		refuse(w, http.StatusBadRequest, "body: "+err.Error(), "send a form with the field token")
		return
	}
	to := "/operator"
	switch s.gate.check(r, strings.TrimSpace(r.PostForm.Get("token"))) {
	case operator:
		http.SetCookie(w, s.gate.login(r))
		s.log.Info().Str("from", r.RemoteAddr).Msg("the operator has logged in")
	case tooSoon: // the form tells how long
	default:
		s.log.Warn().Str("from", r.RemoteAddr).Msg("wrong operator's token")
		to += "?wrong=1"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

func (s *Server) postLogout(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, s.gate.logout(r))
	http.Redirect(w, r, "/operator", http.StatusSeeOther)
}
