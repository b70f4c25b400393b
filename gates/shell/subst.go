package shell

import (
	"cmp"
	"io/fs"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// substitution is what $(…) expands to: the output without its last newlines.
func substitution(a *walker, c *syntax.CmdSubst) value.Value {
	if v, ok := substituteFile(a, c); ok {
		return v
	}
	refused := false
	v := capture(a, func() {
		walkSubshell(a, func() {
			walkStmts(a, c.Stmts)
			refused = a.left&leftLine != 0
		})
	})
	if refused {
		v = value.Join(value.Text(""), v)
	}
	v = withoutNewlines(v)
	if v.Taint&value.Endless != 0 {
		a.hazard(RuleEndless, cause.Word(a.source(c)), a.span(c))
		v.Origin = v.Bounded()
	}
	v.Cause = cmp.Or(v.Cause, cause.CommandOutput.Bare())
	v.Written, v.None = a.source(c), false
	return v
}

// substituteFile is $(<file).
func substituteFile(a *walker, c *syntax.CmdSubst) (value.Value, bool) {
	if len(c.Stmts) != 1 || c.Stmts[0].Cmd != nil || len(c.Stmts[0].Redirs) != 1 ||
		c.Stmts[0].Redirs[0].Op != syntax.RdrIn {
		return value.Value{}, false
	}
	var v value.Value
	for _, w := range expandWord(a, nil, c.Stmts[0].Redirs[0].Word) {
		v = readFile(a, w)
	}
	v.Files, v.Written, v.None = nil, a.source(c), false
	return withoutNewlines(v), true
}

// withoutNewlines is the output of a command as an expansion has it.
func withoutNewlines(v value.Value) value.Value {
	v.Text = strings.TrimRight(v.Text, "\n")
	may := v.Maybe
	v.Maybe = nil
	for _, s := range may {
		v = v.Suspect(strings.TrimRight(s, "\n"))
	}
	return v
}

// process walks <(…) and >(…), and gives the name that stands for the pipe.
func process(a *walker, p *syntax.ProcSubst) string {
	a.pipes++
	name := "/dev/fd/" + strconv.Itoa(64-min(a.pipes, 60))
	a.fork++
	defer func() { a.fork-- }()
	if p.Op == syntax.CmdIn {
		v := capture(a, func() { walkSubshell(a, func() { walkStmts(a, p.Stmts) }) })
		v.None = false
		v.Cause = cmp.Or(v.Cause, cause.CommandOutput.Bare())
		put(&a.procs, name, v)
		return name
	}
	old := a.stdin
	a.stdin = value.Opaque(cause.SubstitutedInput.Bare()).Of(old.Bounded())
	walkSubshell(a, func() { walkStmts(a, p.Stmts) })
	a.stdin = old
	return name
}

// walkPipeline walks a | b | c.
func walkPipeline(a *walker, c *syntax.BinaryCmd) {
	var stages []*syntax.Stmt
	for cur := c; ; {
		stages = append(stages, cur.Y)
		left, ok := cur.X.Cmd.(*syntax.BinaryCmd)
		if !ok || len(cur.X.Redirs) > 0 || left.Op != syntax.Pipe && left.Op != syntax.PipeAll {
			stages = append(stages, cur.X)
			break
		}
		cur = left
	}
	stdin := a.stdin
	a.fork++
	for i := len(stages) - 1; i >= 0; i-- {
		s := stages[i]
		if i == 0 {
			if a.dialect == dialectZsh || a.dialect == dialectKsh || mayHaveOption(a, lastpipe) {
				walkMaybe(a, func() { walkStmt(a, s) }) // it may run in the shell itself
			} else {
				walkSubshell(a, func() { walkStmt(a, s) })
			}
			break
		}
		v := capture(a, func() { walkSubshell(a, func() { walkStmt(a, s) }) })
		v.None = false
		v.Cause = cmp.Or(v.Cause, cause.CommandOutput.Bare())
		a.stdin = v
	}
	a.fork--
	a.stdin = stdin
}

// within walks something whose positions mean nothing in the text that is shown; span stands for all of it.
func (r *walker) within(span effect.Span, do func()) {
	old, src := r.outside, r.src
	if r.outside == nil {
		r.outside = &span
	}
	do()
	r.outside, r.src = old, src
}

// walkNested walks the text of a script that a command runs.
func walkNested(a *walker, script string, span effect.Span, do func(*syntax.File)) {
	if a.nested >= maxNested {
		a.opaqueCommand(script, cause.ScriptsTooDeep.Bare(), span)
		return
	}
	if !a.work(2 * len(script)) { // the cost of parsing and printing it
		return
	}
	// It runs as it stands and is not printed anew, so what the parser reads in another way than bash must not be
	// in it: the same checks as for the command itself.
	canonical, file, err := a.gram.canonical(script)
	if err != nil {
		h := refusal(err)
		h.Span = span
		a.addHazard(h)
		return
	}
	a.nested++
	a.within(span, func() {
		a.src = canonical
		readByZsh(a, file)
		do(file)
	})
	a.nested--
}

// walkChild walks a script in a new process, which gets exported variables only.
func walkChild(a *walker, script string, span effect.Span, args []word) {
	walkNested(a, script, span, func(file *syntax.File) {
		state := a.state
		a.state = childState(a, args)
		for _, name := range a.startOptions {
			setOption(a, optionNamed(name), true)
		}
		foreignScript(a, file, span)
		walkScript(a, file)
		a.state = state
	})
}

// childState is what a new shell knows: what is exported, and its arguments.
func childState(a *walker, args []word) *frame {
	f := newFrame(a.state.place().dirs...)
	for s := a.state; s != nil; s = s.parent {
		for name, c := range s.cells {
			if _, newer := f.cells[name]; newer {
				continue
			}
			_, inherited := a.facts.Env[name]
			switch c := c.(type) {
			case functions:
				if c.exported {
					f.set(name, c)
				}
			case value.Value:
				if c.Exported {
					f.set(name, c)
				} else if !inherited {
					f.set(name, value.Unset())
				}
			}
		}
	}
	if len(args) > 0 {
		f.set(cellName, wordValue(args[0]).With(value.Self, "$0"))
		f.set(cellArgs, argumentsOf(args[1:], !args[0].Many))
	}
	return f
}

// lookPath finds the file a program's name stands for.
func lookPath(m *walker, name string) string {
	if strings.Contains(name, "/") {
		if dir, ok := workDir(m); ok || strings.HasPrefix(name, "/") {
			if p, err := effect.Resolve(m.view, dir, name); err == nil {
				return p.Name
			}
		}
		return ""
	}
	list, ok := lookupVar(m, "PATH").Single()
	if !ok {
		return ""
	}
	return lookIn(m, list, name)
}

// lookIn finds the file that a bare name stands for, in the directories of a list.
func lookIn(m *walker, list, name string) string {
	list = cmp.Or(list, "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
	if found, ok := m.programs[name]; ok && m.programsPath == list {
		return found
	}
	found, linked := m.search(list, name)
	if linked {
		if p, err := effect.Resolve(m.view, "/", found); err == nil {
			found = p.Name
		}
	}
	if m.programs == nil || m.programsPath != list {
		m.programs, m.programsPath = map[string]string{}, list
	}
	m.programs[name] = found
	return found
}

// ownProgram returns the file of the workspace that PATH finds for a bare name; "" if it finds one of the machine.
func ownProgram(m *walker, name string) string {
	list, ok := lookupVar(m, "PATH").Single()
	if !ok || strings.Contains(name, "/") {
		return ""
	}
	inside := func(name string) bool { _, in := m.facts.Workspace.Contains(name); return in }
	leads := inside(lookIn(m, list, name)) // through a link
	listed := false
	for dir := range strings.SplitSeq(list, ":") {
		listed = listed || inside(dir)
	}
	if !leads && !listed {
		return ""
	}
	found, _ := m.search(list, name)
	if !leads && !inside(found) {
		return ""
	}
	return found
}

// search gives the first file of that name in a list of directories, as it stands there, and whether it is a link.
func (d *walker) search(list, name string) (file string, linked bool) {
	for dir := range strings.SplitSeq(list, ":") {
		if !strings.HasPrefix(dir, "/") {
			continue
		}
		full := strings.TrimSuffix(dir, "/") + "/" + name
		if info, err := d.view.Lstat(full); err == nil && !info.Mode.IsDir() {
			return full, info.Mode&fs.ModeSymlink != 0
		}
		if d.view.originals(full) != nil { // the command copies or moves something there
			return full, false
		}
	}
	return "", false
}
