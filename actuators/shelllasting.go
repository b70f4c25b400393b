package actuators

import (
	"strings"

	"pp/engine/effect"
)

// isLasting reports whether a command may leave something running on purpose: it starts something in the background,
// or listens. It errs towards yes.
func isLasting(command string, e effect.Effects) bool {
	both := strings.NewReplacer("&&", "", ">&", "", "&>", "", "<&", "").Replace(command)
	return len(e.Listens) > 0 || strings.Contains(both, "&") || strings.Contains(command, "setsid") ||
		strings.Contains(command, "daemon")
}
