package shell

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// catenated is the output of cat FILE...
func (o *output) catenated() {
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
		o.v.Known, o.v.Set = false, nil
	}
	o.v = o.v.Of(from).Of(all.Origin)
}

// computed is the output of small programs whose input is known.
func (o *output) computed(name string) (value.Value, bool) {
	if !table.Matches("computed", name) {
		return value.Value{}, false
	}
	args := make([]string, 0, len(o.words))
	var from value.Origin
	for _, w := range o.words[1:] {
		if !w.Known {
			return value.Value{}, false
		}
		from = from.And(w.val().Origin)
		args = append(args, w.Text)
	}
	input, has := o.stdin.Single()
	if has {
		from = from.And(o.stdin.Origin)
	}
	var out string
	ok := false
	switch name {
	case "basename", "dirname":
		out, ok = pathPart(name, args)
	case "seq":
		out, ok = seqText(args)
	case "mktemp":
		return o.temporary(args)
	case "git rev-parse":
		return o.topLevel(args)
	case "realpath", "readlink":
		return o.realPath(args)
	case "tr":
		if has && len(args) == 2 {
			out, ok = translate(input, args[0], args[1])
		}
	}
	if name == "tr" {
		return value.Text(out).Of(from).With(value.Decoder, name), ok
	}
	return value.Text(out).Of(from), ok
}

// translate is tr SET1 SET2 for plain sets.
func translate(s, from, to string) (string, bool) {
	x, ok := trSet(from)
	y, ok2 := trSet(to)
	if !ok || !ok2 || len(y) == 0 || !ascii(s) {
		return "", false
	}
	out := []byte(s)
	for i, c := range out {
		if at := strings.LastIndexByte(x, c); at >= 0 {
			out[i] = y[min(at, len(y)-1)]
		}
	}
	return string(out), true
}

func trSet(s string) (string, bool) {
	if strings.ContainsAny(s, `\[`) || strings.HasPrefix(s, "-") || !ascii(s) {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if i+2 < len(s) && s[i+1] == '-' && s[i+2] >= s[i] {
			for c := int(s[i]); c <= int(s[i+2]); c++ {
				b.WriteByte(byte(c))
			}
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String(), true
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

func seqText(args []string) (string, bool) {
	from, to, step := 1, 0, 1
	nums := make([]int, len(args))
	for i, s := range args {
		n, err := strconv.Atoi(s)
		if err != nil {
			return "", false
		}
		nums[i] = n
	}
	switch len(nums) {
	case 1:
		to = nums[0]
	case 2:
		from, to = nums[0], nums[1]
	case 3:
		from, step, to = nums[0], nums[1], nums[2]
	default:
		return "", false
	}
	const most = 65
	if step == 0 {
		return "", false
	}
	var b strings.Builder
	for count := 0; step > 0 && from <= to || step < 0 && from >= to; count++ {
		if count == most {
			return "", false
		}
		b.WriteString(strconv.Itoa(from) + "\n")
		next := from + step
		if (next > from) != (step > 0) {
			break // beyond the largest number
		}
		from = next
	}
	return b.String(), true
}

// temporary is the name that mktemp makes: a fresh one in the temporary directory, or in the workspace where it is told
// to.
func (o *output) temporary(args []string) (value.Value, bool) {
	dir, at, template := false, "", "tmp.XXXXXXXXXX"
	for i := 0; i < len(args); i++ {
		s := args[i]
		switch {
		case s == "-p" && i+1 < len(args) && o.inside(args[i+1]):
			i++
			at = args[i]
		case strings.Contains(path.Base(s), "XXX") && strings.Contains(s, "/") && o.inside(path.Dir(s)) && s[0] != '-':
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
	case template != "tmp.XXXXXXXXXX" && !slices.Contains(args, "-t") && o.inside("."):
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
func (o *output) inside(name string) bool {
	paths, ok := o.resolve(name, o.dirs, false)
	return ok && len(paths) > 0 &&
		!slices.ContainsFunc(paths, func(p effect.Path) bool { return !p.Dir || !o.inTree(p.Name) })
}

// realPath is the output of realpath and readlink -f.
func (o *output) realPath(args []string) (value.Value, bool) {
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
func (o *output) topLevel(args []string) (value.Value, bool) {
	if len(args) != 2 || args[0] != "rev-parse" || args[1] != "--show-toplevel" || len(o.dirs) != 1 {
		return value.Value{}, false
	}
	r, ok := o.view.repositories().nearest(o.dirs[0])
	return value.Text(r.tree + "\n"), ok && r.tree != ""
}
