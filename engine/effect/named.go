package effect

import (
	"strconv"
	"strings"
)

// Named is a file name as a person reads it, on one line: quoted where it would break or end the line that it stands
// in, or would read as quoted.
func Named(name string) string {
	if strings.HasPrefix(name, `"`) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return strconv.Quote(name)
	}
	return name
}
