package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/value"
)

// catenated is the output of cat FILE...
func catenated(o *output) {
	all := value.Text("")
	known := true
	for _, s := range o.sources {
		if !s.known || !s.content.Known {
			known = false
		}
		all = value.Concat(all, s.content)
	}
	if known && len(o.words) == len(o.sources)+1 {
		o.v = all
		return
	}
	from := o.v.Origin
	if len(o.sources) == 1 && len(o.words) == 2 {
		o.v = o.sources[0].content
		o.v = o.v.Forgotten()
	}
	o.v = o.v.Of(from).Of(all.Origin)
}

// computed is the output of small programs whose input is known.
func computed(o *output, name string) (value.Value, bool) {
	args := make([]string, 0, len(o.words))
	var from value.Origin
	for _, w := range o.words[1:] {
		if !w.Known {
			return value.Value{}, false
		}
		from = from.And(w.val().Origin)
		args = append(args, w.Text)
	}
	switch name {
	case "basename", "dirname":
		out, ok := pathPart(name, args)
		return value.Text(out).Of(from), ok
	case "mktemp":
		return temporary(o, args)
	case "git rev-parse":
		return topLevel(o, args)
	case "realpath", "readlink":
		return realPath(o, args)
	}
	return value.Value{}, false
}

func pathPart(name string, args []string) (string, bool) {
	if len(args) > 1 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || len(args) > 2 || name == "dirname" && len(args) > 1 {
		return "", false
	}
	s := strings.TrimRight(args[0], "/")
	i := strings.LastIndexByte(s, '/')
	if name == "basename" {
		s = s[i+1:]
		if len(args) == 2 && s != args[1] {
			s = strings.TrimSuffix(s, args[1])
		}
		if s == "" && args[0] != "" {
			s = "/"
		}
		return s + "\n", true
	}
	switch {
	case i < 0 && !strings.HasPrefix(args[0], "/"):
		return ".\n", true
	case i <= 0:
		return "/\n", true
	}
	return strings.TrimRight(s[:i], "/") + "\n", true
}

// temporary is the name that mktemp makes: a fresh one in the temporary directory, or in the workspace where it is told
// to.
func temporary(o *output, args []string) (value.Value, bool) {
	dir, at, template := false, "", "tmp.XXXXXXXXXX"
	for i := 0; i < len(args); i++ {
		s := args[i]
		switch {
		case s == "-p" && i+1 < len(args) && inside(o, args[i+1]):
			i++
			at = args[i]
		case strings.Contains(path.Base(s), "XXX") && strings.Contains(s, "/") && inside(o, path.Dir(s)) && s[0] != '-':
			at, template = path.Dir(s), path.Base(s)
		case s == "-d" || s == "--directory":
			dir = true
		case s == "-q" || s == "-t" || s == "-u":
		case strings.HasPrefix(s, "/tmp/") && strings.Contains(s, "XXX") && !strings.Contains(s, ".."):
			return value.Text(s + "\n"), true
		case strings.Contains(s, "XXX") && !strings.Contains(s, "/"):
			template = s
		default:
			return value.Value{}, false
		}
	}
	temp := cmp.Or(at, o.facts.Temp, "/tmp")
	name := strings.TrimSuffix(temp, "/") + "/" + template
	switch {
	case at != "":
	case template != "tmp.XXXXXXXXXX" && !slices.Contains(args, "-t") && inside(o, "."):
		name = template // beside what else is there
	default:
		name = temp + "/tmp.XXXXXXXXXX"
	}
	if dir {
		o.view.mkdir(name)
	}
	return value.Text(name + "\n"), true
}

// inside reports whether a word is a directory in the workspace.
func inside(o *output, name string) bool {
	paths, ok := o.resolve(name, o.dirs, false)
	return ok && len(paths) > 0 &&
		!slices.ContainsFunc(paths, func(p effect.Path) bool { return !p.Dir || !inTree(o.walker, p.Name) })
}

// realPath is the output of realpath and readlink -f.
func realPath(o *output, args []string) (value.Value, bool) {
	var operand string
	for _, s := range args {
		switch {
		case s == "-f" || s == "-e" || s == "-m":
		case strings.HasPrefix(s, "-"), operand != "":
			return value.Value{}, false
		default:
			operand = s
		}
	}
	if o.in.Name == "readlink" && len(args) < 2 || operand == "" {
		return value.Value{}, false
	}
	paths, ok := o.resolve(operand, o.dirs, false)
	if !ok || len(paths) != 1 {
		return value.Value{}, false
	}
	return value.Text(paths[0].Name + "\n"), true
}

// topLevel is the output of git rev-parse --show-toplevel: the directory that holds the repository.
func topLevel(o *output, args []string) (value.Value, bool) {
	if len(args) != 2 || args[0] != "rev-parse" || args[1] != "--show-toplevel" || len(o.dirs) != 1 {
		return value.Value{}, false
	}
	r, ok := o.view.repositories().nearest(o.dirs[0])
	return value.Text(r.tree + "\n"), ok && r.tree != ""
}
