package config

import (
	"fmt"
	"strconv"
	"strings"
)

// quoteTOML writes a text as TOML's basic string, on one line. What a terminal might
// obey or not show is escaped; what is no UTF-8 becomes U+FFFD.
func quoteTOML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\ufffd") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// keyTOML writes a dotted name, each part in quotes that needs them.
func keyTOML(path []string) string {
	parts := make([]string, len(path))
	for i, part := range path {
		parts[i] = part
		if !isBareKey(part) {
			parts[i] = quoteTOML(part)
		}
	}
	return strings.Join(parts, ".")
}
