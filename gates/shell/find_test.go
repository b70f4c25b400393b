package shell_test

import (
	"testing"

	"pp/engine"
)

// TestListedDirectories checks that naming the starting points of find is no reading of all below them where it goes no
// further than their names, and that what is done with those names is judged as before.
func TestListedDirectories(t *testing.T) {
	a, f := analyst(), home()
	for _, tc := range []struct {
		cmd  string
		want engine.Decision
	}{
		{`find / -maxdepth 1`, engine.Allow},
		{`find / -maxdepth 0 -type d`, engine.Allow},
		{`lsblk /dev/sda`, engine.Allow},
		{`findmnt /dev/sda1`, engine.Allow},
		{`find / -maxdepth 2`, engine.Ask},
		{`du -sh /var`, engine.Allow},
		{`du -xh --max-depth=1 /var`, engine.Allow},
		{`grep -rl x /var`, engine.Ask},
		{`du -sh /home`, engine.Ask},
		{`find /var -name "*.log" -exec cat {} +`, engine.Ask},
		{`find / -maxdepth 1 -maxdepth 5`, engine.Ask},
		{`find / -maxdepth "$(cat n)"`, engine.Ask},
		{`find / -maxdepth 1 | xargs cat`, engine.Ask},
		{`find / -maxdepth 1 -exec rm -rf {} +`, engine.Deny},
		{`find / -maxdepth 1 -delete`, engine.Deny},
		{`find / -maxdepth 1 | xargs rm -rf`, engine.Deny},
		{`rm -rf $(find / -maxdepth 1 -newer a.txt)`, engine.Deny},
	} {
		if v := judge(t, a, tc.cmd, f); v.Decision != tc.want {
			t.Errorf("%s: %v, want %v: %s", tc.cmd, v.Decision, tc.want, v.Sentence())
		}
	}
}
