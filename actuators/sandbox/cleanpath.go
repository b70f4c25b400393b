package sandbox

import (
	"os"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
)

// CleanPath gives a PATH without relative directories, without those that
// everybody may write, and without those below any of the directories a command
// may write: the workspace and the temporary ones. What is left is what a name in
// a command can mean, so the gates should judge with it too.
func CleanPath(value string, writable ...string) string {
	var out []string
	for _, d := range strings.Split(value, ":") {
		below := func(w string) bool { return w != "" && effect.Within(path.Clean(d), w) }
		if !path.IsAbs(d) || slices.ContainsFunc(writable, below) ||
			slices.ContainsFunc([]string{"/tmp", "/var/tmp", "/dev", "/proc"}, below) {
			continue
		}
		info, err := os.Stat(d)
		if err != nil || !info.IsDir() || info.Mode().Perm()&0o002 != 0 || slices.Contains(out, d) {
			continue
		}
		out = append(out, d)
	}
	if len(out) == 0 {
		return "/usr/local/bin:/usr/bin:/bin"
	}
	return strings.Join(out, ":")
}
