package cli

import (
	"testing"

	"pp/cli/config"
)

func TestSlashCompletion(t *testing.T) {
	talk := &talk{app: &app{cfg: config.Defaults()}}
	for _, tc := range []struct {
		line, want string
		shared     int
	}{
		{"/und", "o", 4}, {"/cascade off", "line", 3}, {"/model oll", "ama/", 3}, {"/cost x", "", 1}, {"und", "", 0},
	} {
		list, shared := talk.Do([]rune(tc.line), len(tc.line))
		got := ""
		if len(list) == 1 {
			got = string(list[0])
		}
		if got != tc.want || shared != tc.shared || len(list) > 1 {
			t.Errorf("%q: %q, %d", tc.line, list, shared)
		}
	}
}

func TestIsSlash(t *testing.T) {
	for line, want := range map[string]bool{"/help": true, "/x y/z": true, "/etc/hosts says what?": false, "(/)": false, "": false} {
		if isSlash(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}
