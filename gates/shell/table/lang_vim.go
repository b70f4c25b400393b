package table

import "strings"

// readVim looks at a command for vim.
func readVim(c *call, word int, text string) bool {
	t := strings.TrimLeft(strings.TrimSpace(text), ":")
	if t == "" || isNumber(t) || t == "q" || t == "qa" || t == "q!" ||
		strings.HasPrefix(t, "/") && !strings.Contains(t, "|") {
		return true
	}
	t = strings.TrimLeft(t, "%0123456789,.$") // the lines it is about
	if vimReplaces(t) {
		return true
	}
	if file, ok := vimWrites(t); ok {
		if file != "" {
			c.emit(spec{kind: Write}, word, file, true, false)
		}
		return true
	}
	return c.editorRuns(word, "vim/runs", strings.ToLower(t))
}

// vimReplaces reports whether a command replaces text by text, in which no expression is evaluated, and does nothing
// else.
func vimReplaces(t string) bool {
	if len(t) < 4 || t[0] != 's' || !strings.Contains("/,#;@", t[1:2]) || strings.ContainsAny(t, "|\\\n") {
		return false
	}
	parts := strings.Split(t[2:], t[1:2])
	return len(parts) == 2 || len(parts) == 3 && strings.Trim(parts[2], "giIcen&") == ""
}

// vimWrites takes the file from a command that writes, "" for the file that is edited.
func vimWrites(t string) (file string, ok bool) {
	name, file, _ := strings.Cut(t, " ")
	file = strings.TrimSpace(file)
	return file, in(" w wq wa wqa x xa up update write sav saveas ", strings.TrimSuffix(name, "!")) &&
		!strings.ContainsAny(file, "!|>%#`$*?[{\\\"'\n ")
}
