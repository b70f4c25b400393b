package gates

import (
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/gates/paths"
)

// MaskListed hides the lines that programs print of files that hold secrets, where
// they say of which file a line is: the body of a diff, and what a search prints as
// FILE:LINE. So what such a file held once, and holds no more, is not told either.
// private are the paths of other files and directories that are kept from models; a
// line may have the end of such a path.
func MaskListed(text string, private []string) string {
	var out strings.Builder
	within, kept := false, 0 // in the diff of a secret; what of text is in out
	at := 0
	for line := range strings.Lines(text) {
		end := at + len(line)
		body := strings.TrimRight(line, "\r\n")
		hidden := -1 // from where on the line is hidden
		if name, ok := diffOf(body); ok {
			within = listedSecret(name, private)
		} else if within {
			switch {
			case body == "", strings.HasPrefix(body, "commit "):
				within = body == ""
			case strings.IndexByte("+- ", body[0]) >= 0 && !strings.HasPrefix(body, "--- ") &&
				!strings.HasPrefix(body, "+++ "):
				hidden = 1
			case strings.HasPrefix(body, "@@"):
				// Behind the second mark git prints a line of the file.
				if i := strings.Index(body[2:], "@@"); i >= 0 && i+4 < len(body) {
					hidden = i + 4
				}
			}
		}
		if hidden < 0 {
			hidden = foundIn(body, private)
		}
		if hidden >= 0 && hidden < len(body) {
			out.WriteString(text[kept : at+hidden])
			out.WriteString(engine.Masked)
			kept = at + len(body)
		}
		at = end
	}
	if kept == 0 {
		return text
	}
	out.WriteString(text[kept:])
	return out.String()
}

// diffOf is the file whose diff begins with a line.
func diffOf(line string) (name string, ok bool) {
	if rest, ok := strings.CutPrefix(line, "diff --git "); ok {
		_, name, _ := strings.Cut(rest, " ")
		return strings.Trim(name, `"`), true
	}
	for _, mark := range [...]string{"diff --cc ", "diff --combined "} {
		if name, ok := strings.CutPrefix(line, mark); ok {
			return name, true
		}
	}
	return "", false
}

// foundIn is where the text begins that a search found in a secret file: behind FILE:,
// FILE:LINE:, REVISION:FILE: and the like. -1 when a line is none of those.
func foundIn(line string, private []string) int {
	from := 0
	for range 3 {
		i := strings.IndexAny(line[from:], ":=")
		if i <= 0 || line[from+i] == '=' {
			return -1
		}
		part := line[from : from+i]
		from += i + 1
		if strings.ContainsAny(part, " \t\"'()<>{}[],;|&") {
			return -1
		}
		if strings.Contains(part, ".") || strings.Contains(part, "/") || strings.Contains(part, "_") {
			if listedSecret(part, private) {
				return from
			}
		}
	}
	return -1
}

func listedSecret(name string, private []string) bool {
	if _, secret := paths.Secret("/"+strings.TrimPrefix(name, "/"), false); secret || len(private) == 0 {
		return secret
	}
	if rest, ok := strings.CutPrefix(name, "b/"); ok && listedSecret(rest, private) { // as git marks the new side
		return true
	}
	for name = path.Clean("/" + name); name != "/"; name = path.Dir(name) {
		if slices.ContainsFunc(private, func(p string) bool { return strings.HasSuffix(p, name) }) {
			return true
		}
	}
	return false
}
