package web_test

import (
	"testing"

	"crownhead/web"
)

// An address to listen on has a port.
func TestConfig(t *testing.T) {
	for listen, good := range map[string]bool{
		"127.0.0.1:8080": true, ":80": true, "[::1]:0": true, "robot.hall:65535": true,
		"": false, "8080": false, "127.0.0.1": false, "127.0.0.1:http": false, "127.0.0.1:70000": false, "::1:80": false,
	} {
		problems := 0
		web.Config{Listen: listen}.Validate(func(path, _ string) {
			if path != "listen" {
				t.Errorf("path %q", path)
			}
			problems++
		})
		if good != (problems == 0) {
			t.Errorf("%q: %d problems", listen, problems)
		}
	}
}

// A token must be long enough, and fit into a cookie, a header and a form.
func TestConfiguredToken(t *testing.T) {
	for token, good := range map[string]bool{
		"": true, "correct-horse": true, "0123456789ab": true,
		"short": false, "with a space in it": false, "кириличний-токен": false, "tab\tin the token": false,
	} {
		problems := 0
		cfg := web.DefaultConfig()
		cfg.Token = token
		cfg.Validate(func(path, _ string) {
			if path != "token" {
				t.Errorf("path %q", path)
			}
			problems++
		})
		if good != (problems == 0) {
			t.Errorf("%q: %d problems", token, problems)
		}
	}
}
