package hook

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"pp/cli/system"
	"pp/engine"
	"pp/engine/effect"
)

// asWritten says why a command that was judged may mean something else to the shell of another agent than
// to the one that pp judges for, "" when it does not. Such commands are rare, and easily written in another way.
func asWritten(sys system.System, call Call) string {
	for _, d := range call.Deeds {
		c, ok := d.(Command)
		if !ok {
			continue
		}
		if path.Base(sys.Env("SHELL")) == "zsh" && zshPattern(c.Text) {
			return "The shell here is zsh, which can run commands in a pattern with parentheses, and has variables with names " +
				"that are not ASCII. Write it without them, or quote it."
		}
	}
	return ""
}

// zshPattern reports whether a text may have a pattern in which zsh runs what stands in parentheses: one of these
// characters before a parenthesis, outside of single quotes; or a variable whose name is none to bash.
func zshPattern(text string) bool {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\'':
			quoted = !quoted
		case text[i] == '\\' && !quoted:
			i++
		case text[i] == '(' && i > 0 && !quoted && strings.IndexByte("?*+@!^~]}", text[i-1]) >= 0:
			return true
		case text[i] == '$' && !quoted && len(strings.TrimPrefix(text[i+1:], "{")) > 0 &&
			strings.TrimPrefix(text[i+1:], "{")[0] >= utf8.RuneSelf:
			return true
		}
	}
	return false
}

// shadowed says which program the shell of another agent would find in the place of the one that was judged, "" for
// none: pp runs programs with a PATH on which no file of the workspace is, and they do not.
func shadowed(sys system.System, v engine.Verdict) string {
	if v.Action.Command() == "" {
		return ""
	}
	dirs := strings.Split(sys.Env("PATH"), ":")
	for _, r := range v.Effects.Runs {
		if strings.Contains(r.Name, "/") {
			continue
		}
		name := firstOf(dirs, v.Dir, r.Name)
		resolved, err := filepath.EvalSymlinks(name)
		if name == "" || err != nil {
			continue
		}
		_, inside := v.Workspace.Contains(name)
		_, leads := v.Workspace.Contains(resolved)
		if inside || leads || effect.Within(name, os.TempDir()) {
			return "The PATH here finds " + r.Name + " at " + name + ", which is not the program of that name. " +
				"Write the program with its directory, or take that directory off the PATH."
		}
	}
	return ""
}

// firstOf is the file that a PATH has first for a name, "" for none.
func firstOf(dirs []string, at, name string) string {
	for _, d := range dirs {
		if !filepath.IsAbs(d) {
			d = filepath.Join(at, d)
		}
		file := filepath.Join(d, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file
		}
	}
	return ""
}

// typedTo says which program could be told anything while it runs, by a model that may type to it, "" for none. pp runs
// commands without a terminal and with an empty input.
func typedTo(call Call, v engine.Verdict) string {
	if !call.Interactive {
		return ""
	}
	fed := strings.ContainsAny(v.Action.Command(), "|<")
	for _, r := range v.Effects.Runs {
		switch path.Base(r.Name) {
		case "less", "more", "most", "pg", "man", "info", "view", "lynx", "w3m", "zless", "zmore", "xzless", "xzmore",
			"bzless", "bzmore":
			return path.Base(r.Name) + " takes commands while it runs, which nobody judges here. Use cat, head or sed -n."
		case "xargs":
			if !fed {
				return "xargs has no input here but what is typed to it, which nobody judges. Give it one."
			}
		}
	}
	if pagerNamed(v.Action.Command()) {
		return "A pager takes commands while it runs, which nobody judges here. Name none, or cat."
	}
	return ""
}

// pagerNamed reports whether a command sets a pager that is not cat: GIT_PAGER=less, core.pager=less.
func pagerNamed(command string) bool {
	text := strings.ToLower(command)
	for {
		_, after, found := strings.Cut(text, "pager=")
		if !found {
			return false
		}
		value := strings.TrimLeft(after, `"'`)
		if value != "" && !strings.HasPrefix(value, "cat") && !strings.HasPrefix(value, " ") {
			return true
		}
		text = after
	}
}
