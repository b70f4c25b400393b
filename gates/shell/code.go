package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// code handles the text of another language on the command line.
func (ap *applied) code(op *table.Operand, w word) {
	span := ap.spanOf(op)
	if !op.Known || op.Many {
		v := wordValue(w)
		v.written = w.Text
		ap.executes(v, span, false)
		if op.Text != "" {
			ap.scanCode(op.Text, op.Language, span)
		}
		return
	}
	if w.val().taint&(fromNetwork|fromDecoder) != 0 {
		v := wordValue(w)
		ap.executes(v, span, false)
	}
	if ap.computes(op, span) {
		return
	}
	ap.scanCode(op.Text, op.Language, span)
}

// computes takes code that can only compute, print and read what it names, and
// says which effects it has. Perl runs a file's name that ends in a bar.
func (ap *applied) computes(op *table.Operand, span effect.Span) bool {
	if strings.HasPrefix(ap.in.Name, "ipython") { // which takes more than Python
		return false
	}
	pure, ok := table.PureCode(op.Language, op.Text)
	if hazards, _ := table.CodeHazards(op.Language, op.Text); len(hazards) > 0 || !ok || !ap.in.Known ||
		op.Language == "perl" && ap.magicNames() || ap.shadowed(pure.Imports) {
		return false
	}
	for _, name := range pure.Reads {
		paths, ok := ap.resolve(name, ap.dirs, false)
		if !ok {
			return false
		}
		for _, p := range paths {
			p.Span = span
			ap.addPath(&ap.eff.Reads, effect.KindRead, p)
		}
	}
	ap.pure = true
	op.Kind = table.Plain // nothing in the text needs to be looked for any more
	return true
}

// magicNames reports whether a word could be a file's name that Perl takes for a
// command or for a file to write (perlop, "I/O Operators").
func (ap *applied) magicNames() bool {
	for _, w := range ap.words[1:] {
		if !w.Known || w.Many {
			return true
		}
		name := strings.TrimSpace(w.Text)
		if strings.HasPrefix(name, "|") || strings.HasSuffix(name, "|") || hasAnyPrefix(name, ">", "+", "<") {
			return true
		}
	}
	return false
}

// shadowed reports whether a file in the working directory takes the place of a module, as Python has it with -c.
func (ap *applied) shadowed(modules []string) bool {
	if len(modules) == 0 {
		return false
	}
	if len(ap.dirs) == 0 {
		return true
	}
	for _, dir := range ap.dirs {
		names, err := ap.view.ReadDir(dir)
		if err != nil {
			return true
		}
		for _, name := range names {
			module, _, _ := strings.Cut(name, ".")
			if slices.Contains(modules, module) {
				return true
			}
		}
	}
	return false
}

// scanCode looks at code in another language. It is opaque, and worse when it plainly does what is denied.
func (a *analysis) scanCode(code, language string, span effect.Span) {
	if hazards, understood := table.CodeHazards(language, code); understood || len(hazards) > 0 {
		for _, h := range hazards {
			h.Span = span
			a.addHazard(h)
		}
		if understood {
			return
		}
	}
	what := language
	what = cmp.Or(what, "another language")
	a.opaqueCommand(code, "code in "+what+" can do anything", span)
	s := codeScan{analysis: a, code: code, span: span}
	s.scan()
	if in, ok := a.stdin.single(); ok && !a.stdin.none {
		for line := range strings.SplitSeq(in, "\n") {
			if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); destructive(first) {
				a.probeText(line, span)
			}
		}
	}
}

// scan looks at the code from all sides.
func (s *codeScan) scan() {
	// Strings that are put together from pieces are read as one.
	s.code = strings.NewReplacer(`"+"`, "", `'+'`, "", `" + "`, "", `' + '`, "", `"."`, "", `'.'`, "", `"..".`,
		"").Replace(s.code)
	s.lower = strings.ToLower(s.code)
	s.combinations()
	for i, lit := range s.literals() {
		if i < 100 {
			s.literal(lit)
		}
	}
	s.commands()
	if !s.inner && s.has("exec(", "eval(", "compile(", "function(") {
		for i, lit := range s.literals() {
			if i < 100 && strings.Contains(lit, "(") {
				in := codeScan{analysis: s.analysis, code: lit, span: s.span, inner: true}
				in.scan()
			}
		}
	}
}

// codeScan looks at the words of code; it can only raise what is said of it.
type codeScan struct {
	*analysis
	code, lower string
	span        effect.Span
	inner       bool // it is a string of other code
}

func (s *codeScan) has(words ...string) bool {
	return containsAny(s.lower, words...)
}

func (s *codeScan) fetches() bool {
	return s.has("urlopen", "urllib", "requests.", "http.get", "https.get", "fetch(", "curl", "open-uri", "net/http",
		"net::http", "lwp", "file_get_contents(\"http", "file_get_contents('http", "httpclient", "http.client", "axios",
		"wget", "uri.open", "url(", "socket")
}

// combinations looks for parts that are dangerous together.
func (s *codeScan) combinations() {
	decodes := s.has("b64decode", "base64", "atob(", "fromcharcode", "unhexlify", "fromhex", "decompress", "rot13",
		"decode_base64", "unpack(", "bytes.fromhex", "\\x", "chr(", "codecs.decode", "'hex'", "\"hex\"", "string.char")
	runs := s.has("exec(", "eval(", "exec ", "eval ", "system(", "system ", "popen", "subprocess", "child_process",
		"execsync", "spawn", "shell_exec", "instance_eval", "loadstring", "load(", "run-program", "new function",
		"__import__", "require(", "execfile", "runtime")
	if decodes && runs {
		s.hazard(RuleDecodeExecute, s.code, s.span)
	}
	if s.fetches() && s.has("exec(", "eval(", "exec ", "eval ", "system(", "popen", "subprocess", "child_process",
		"instance_eval", "loadstring", "load(", "execfile") && !s.has("urllib.parse") {
		s.hazard(RuleDownloadExecute, s.code, s.span)
	}
	if s.has("tiocsti", "0x5412") || s.has("kill(-1", "kill 9,-1", "kill(9,-1", "kill -9,-1", "kill 9, -1") {
		s.hazard(RuleEmbedded, "it takes over other processes", s.span)
	}
	if s.has("/inet/tcp", "/inet/udp", "/inet4/") {
		s.hazard(RuleNetRedirect, s.code, s.span)
	}
	if s.fetches() && s.has("source(", "include(", "include ", "import(", "require(") && s.has("http://", "https://") {
		s.hazard(RuleDownloadExecute, s.code, s.span)
	}
	if s.has("cdll", "dl_load_file", "dlopen", "loadlibrary", "ffi.load") && s.has("/tmp/", "./", "/dev/shm") {
		s.hazard(RuleHidden, s.code, s.span)
	}
	if s.has("socket", "net.connect", "require(\"net\").connect", "require('net').connect", "fsockopen", "tcpsocket",
		"io::socket", "net.socket", "createconnection", "socket::inet") &&
		s.has("dup2", "pty.spawn", "/bin/sh", "/bin/bash", "sh -i", "bash -i", "subprocess", "exec", "spawn", "stdin", "`#{",
			"popen") {
		s.hazard(RuleReverseShell, s.code, s.span)
	}
	if s.has("os.environ", "process.env", "env.to_", "%env", "$_env", "getenv()", "env.each", "environ.items",
		"system.getenv()", "posix_environ") &&
		s.has("urlopen", "requests.", "http", "fetch(", "socket", "net::", "curl", "post(") {
		s.hazard(RuleSecretSent, s.code, s.span)
	}
	if s.has("fork") && s.has("while", "loop", "for(;;)", "for (;;)", "forever", "until") {
		s.hazard(RuleForkBomb, s.code, s.span)
	}
}

// literals are the string literals of the code, whatever the language.
func (s *codeScan) literals() []string {
	var out []string
	code := s.code
	for i := 0; i < len(code) && len(out) < 200; i++ {
		q := code[i]
		if q != '\'' && q != '"' && q != '`' {
			if (q == 'q' || q == '%') && i+2 < len(code) {
				if lit, end := perlQuote(code, i); end > 0 {
					out = append(out, lit)
					i = end
				}
			}
			continue
		}
		var b strings.Builder
		j := i + 1
		for ; j < len(code) && code[j] != q; j++ {
			if code[j] == '\\' && j+1 < len(code) {
				j++
				if code[j] != q && code[j] != '\\' {
					b.WriteByte('\\')
				}
			}
			b.WriteByte(code[j])
		}
		if b.Len() > 0 {
			lit := b.String()
			if strings.Contains(lit, `\x`) || strings.Contains(lit, `\0`) || strings.Contains(lit, `\1`) {
				lit = ansiC(lit)
			}
			out = append(out, lit)
		}
		i = j
	}
	return out
}

// perlQuote reads q{…}, qx(…), %x(…).
func perlQuote(code string, i int) (string, int) {
	j := i + 1
	for j < len(code) && (code[j] == 'x' || code[j] == 'q' || code[j] == 'w') && j < i+3 {
		j++
	}
	if j >= len(code) || j == i+1 && code[i] == '%' {
		return "", 0
	}
	close := map[byte]byte{'{': '}', '(': ')', '[': ']', '/': '/', '|': '|', '!': '!'}[code[j]]
	if close == 0 {
		return "", 0
	}
	end := strings.IndexByte(code[j+1:], close)
	if end < 0 {
		return "", 0
	}
	return code[j+1 : j+1+end], j + 1 + end
}

// literal looks at one string: it may be a command, or a path.
func (s *codeScan) literal(lit string) {
	lit = strings.Trim(lit, "<>+|! \n\t")
	if lit == "" || len(lit) > 4096 {
		return
	}
	if strings.ContainsAny(lit, " ;|&`") || strings.HasPrefix(lit, "/bin/") {
		s.probeText(lit, s.span)
	}
	if hasAnyPrefix(lit, "/", "~", ".") ||
		s.has("open", "read", "unlink", "delete", "remove") && strings.Contains(lit, "/") {
		s.pathLiteral(lit)
	}
}

// keepWorst takes over what is denied whatever else is true: hazards, trees
// that are deleted, files that are read or written by name.
func (a *analysis) keepWorst(there *effect.Effects, span effect.Span) {
	for _, h := range there.Hazards {
		if !h.Asks && h.Rule != RuleUnparsable {
			a.hazard(RuleEmbedded, h.Reason, span)
		}
	}
	for _, p := range there.Deletes {
		a.addPath(&a.eff.Deletes, effect.KindDelete, p)
	}
	for _, r := range there.Runs {
		if path.Base(r.Name) == "pp" || path.Base(r.Path) == "pp" {
			a.addRun(r)
		}
	}
	known := false
	for _, r := range there.Runs {
		known = known || r.Class != effect.ProgramUnknown
	}
	if !known {
		return
	}
	for _, p := range there.Reads {
		if p.Exists || strings.HasPrefix(p.Given, "/") {
			a.addPath(&a.eff.Reads, effect.KindRead, p)
		}
	}
	for _, p := range there.Writes {
		a.addPath(&a.eff.Writes, effect.KindWrite, p)
	}
	for _, p := range there.Metadata {
		a.addPath(&a.eff.Metadata, effect.KindMetadata, p)
	}
}

// pathLiteral reports a path in code as what the code plainly does with it.
func (s *codeScan) pathLiteral(lit string) {
	if i := strings.IndexAny(lit, "*?["); i > 0 {
		lit = lit[:strings.LastIndexByte(lit[:i], '/')+1]
	}
	if strings.ContainsAny(lit, " \n<>|\"'{}$") || len(lit) > 512 || strings.HasPrefix(lit, "//") {
		return
	}
	name := lit
	if rest, ok := strings.CutPrefix(name, "~"); ok {
		name = s.facts.Home + rest
	}
	if strings.Trim(name, "/") == "" && len(name) > 1 {
		return
	}
	paths, ok := s.resolve(name, s.dirs(), false)
	if !ok {
		return
	}
	for _, p := range paths {
		p.Given, p.Span = lit, s.span
		if _, in := s.facts.Workspace.Contains(p.Name); !in && strings.HasPrefix(p.Name, "/") &&
			!effect.Within(p.Name, "/tmp") && s.has("truncate", "unlink", "rmtree", "rm_rf") {
			s.hazard(RuleEmbedded, "it deletes "+p.Name, s.span)
		}
		switch {
		case s.has("rename", "move(") && protected(p.Name, s.facts):
			p.Tree = true
			s.addPath(&s.eff.Deletes, effect.KindDelete, p)
		case s.has("rmtree", "rm_rf", "rm_r", "remove_dir_all", "remove_tree", "removedir", "delete-tree", "delete_dir",
			"removesync", "rmsync", "rmdir", "recursive", "remove_entry", "deltree", "removeall", "delete-directory",
			"delete_tree"):
			p.Tree = true
			s.addPath(&s.eff.Deletes, effect.KindDelete, p)
		case s.has("unlink", ".remove", "delete", "os.remove", "truncate"):
			p.Tree = p.Tree || lit != "" && strings.HasSuffix(lit, "/")
			s.addPath(&s.eff.Deletes, effect.KindDelete, p)
		case s.has("'w'", "\"w\"", "'a'", "\"a\"", "'wb'", "\"wb\"", "write_text", "writefile", "write_bytes", "file.write",
			"file_put_contents", "'>", "\">", "appendfile", "copyfile", "shutil.copy", "rename", "symlink", "chmod", "chown",
			"shutil.move"):
			s.addPath(&s.eff.Writes, effect.KindWrite, p)
			s.danger(p, s.span)
		default:
			s.addPath(&s.eff.Reads, effect.KindRead, p)
		}
	}
}

// commands looks for destruction that names no literal path: of the home directory or of everything.
func (s *codeScan) commands() {
	deletes := s.has("rmtree", "rm_rf", "rm_r(", "remove_tree", "removedir", "delete-tree", "recursive=true",
		"write_text(\"\")", "unlink glob", "remove_dir_all", "rmsync", "removesync", "deltree", "removeall", "remove_entry",
		"delete-directory", "delete_tree", "recursive: true", "recursive:true")
	home := s.has("expanduser", "path.home", "homedir", "env['home']", "env[\"home\"]", "environ['home']",
		"environ[\"home\"]", "process.env.home", "env{home}", "dir.home", "getenv('home')", "getenv(\"home\")", "user.home",
		"getenv(home", "user_home", "env.get(\"home\")", "env.get('home')")
	if deletes && home && s.facts.Home != "" {
		if paths, ok := s.resolve(s.facts.Home, []string{"/"}, false); ok {
			p := paths[0]
			p.Tree, p.Span = true, s.span
			s.addPath(&s.eff.Deletes, effect.KindDelete, p)
		}
	}
	// Words given one by one: ["rm", "-rf", "/"].
	lits := s.literals()
	for i, l := range lits {
		if (listed(" rm /bin/rm mkfs dd shred chmod chown ", l)) &&
			i+1 < len(lits) {
			s.probeText(strings.Join(lits[i:min(len(lits), i+6)], " "), s.span)
		}
	}
}
