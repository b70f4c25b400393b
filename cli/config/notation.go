package config

import (
	"fmt"
	"slices"
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
			b.WriteString(`\` + string(r))
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

// showPath is a dotted name as a person writes it, safe to print.
func showPath(path []string) string {
	return joinPath(path, func(part string) bool { return isBareKey(part) && len(part) <= longestName }, quoted)
}

// keyTOML writes a dotted name, each part in quotes that needs them.
func keyTOML(path []string) string { return joinPath(path, isBareKey, quoteTOML) }

func joinPath(path []string, plain func(string) bool, quote func(string) string) string {
	parts := make([]string, len(path))
	for i, part := range path {
		if parts[i] = part; !plain(part) {
			parts[i] = quote(part)
		}
	}
	return strings.Join(parts, ".")
}

// dotted is a name as the tables know it, or "" when a part of it holds a dot and
// so can be no known key.
func dotted(path []string) string {
	if slices.ContainsFunc(path, func(part string) bool { return strings.Contains(part, ".") }) {
		return ""
	}
	return strings.Join(path, ".")
}

func isBareKey(s string) bool { return s != "" && only(s, letters+digits+"-_") }

// longestName is how long a part of a key may be, in bytes, to be shown as it is.
const longestName = 64

// showValue is a value in a message: a text quoted and shortened, anything
// else by its kind.
func showValue(value any) string {
	switch v := value.(type) {
	case string:
		return quoted(v)
	case plainText:
		return quoted(string(v))
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return formatNumber(v)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return "a list"
	case nil:
		return "a table"
	}
	return "a date or time"
}
