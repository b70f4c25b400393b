package shell_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/gates/shell"
)

// subject is a command of a corpus, taken apart as far as wrapping it needs.
type subject struct {
	corpusLine
	// words are the words of a simple command without assignments and
	// redirections as they are written; nil for any other command.
	words []string
	// name is the first word where it is a plain program's name, "" otherwise.
	name string
}

func subjectOf(l corpusLine) subject {
	s := subject{corpusLine: l}
	if _, _, err := shell.Canonical(l.Cmd); err != nil {
		return s // what is wrong with the text would not be in its words
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(l.Cmd), "")
	if err != nil || len(file.Stmts) != 1 || len(file.Last) > 0 {
		return s
	}
	stmt := file.Stmts[0]
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(call.Args) == 0 || len(stmt.Redirs) > 0 || stmt.Negated || stmt.Background ||
		stmt.Coprocess || len(stmt.Comments) > 0 {
		return s
	}
	for _, w := range call.Args {
		s.words = append(s.words, l.Cmd[w.Pos().Offset():w.End().Offset()])
	}
	if name := call.Args[0].Lit(); name == s.words[0] && plainName(name) && !shellWord(name) {
		s.name = name
	}
	return s
}

func plainName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_-./") == ""
}

// shellWord reports whether a name is the shell's own: no program can run it,
// and a variable that holds it may mean something else.
func shellWord(name string) bool {
	switch name {
	case "alias", "bg", "bind", "builtin", "caller", "cd", "command", "compgen", "complete", "compopt", "coproc",
		"declare", "dirs", "disown", "enable", "eval", "exec", "exit", "export", "fc", "fg", "getopts", "hash", "help",
		"history", "jobs", "let", "local", "logout", "mapfile", "popd", "pushd", "read", "readarray", "readonly", "return",
		"set", "shift", "shopt", "source", ".", "suspend", "time", "times", "trap", "type", "typeset", "ulimit", "umask",
		"unalias", "unset", "wait", ":", "true", "false", "function", "select", "until", "while":
		return true
	}
	return false
}

// rest is the simple command's words after the first, as written.
func (s subject) rest() string { return strings.Join(s.words[1:], " ") }

// bare reports whether the words mean the same after the shell has split a
// variable's value, or a program has split a text at its blanks.
func (s subject) bare() bool {
	return s.name != "" && !strings.ContainsAny(s.Cmd, "'\"\\$`*?[{~#<>()!=\n")
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// inC is the text in a double-quoted literal of C's family of languages.
func inC(text string) string {
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)
	return `"` + r.Replace(text) + `"`
}

// wrapping is one way to run a command so that it does what it did alone.
// apply gives "" where it cannot be used on the command.
type wrapping struct {
	name  string
	apply func(s subject) string
	// loose: a person is asked about the carrier itself, because it runs the
	// command elsewhere or says it in another language: what is denied alone may
	// be asked about then, and is never allowed.
	loose bool
	// input: the command has another standard input than it had alone.
	input bool
}

// whole wraps any command: § is its text, quoted for the shell.
func whole(name, format string) wrapping {
	return wrapping{name: name, apply: func(s subject) string {
		if strings.Contains(s.Cmd, "{}") && (strings.Contains(format, "find ") || strings.Contains(format, "xargs -I") ||
			strings.Contains(format, "parallel")) ||
			strings.Contains(s.Cmd, "\n") && strings.Contains(format, "xargs -I") ||
			positional(s.Cmd) && (strings.Contains(format, "$1") || strings.Contains(format, "$0")) {
			return "" // the carrier would replace the mark, part the lines, or set the parameters
		}
		return strings.ReplaceAll(format, "§", quoted(s.Cmd))
	}}
}

// positional reports whether a command uses parameters that a carrier sets.
func positional(cmd string) bool {
	return strings.Contains(cmd, "$1") || strings.Contains(cmd, "${1") || strings.Contains(cmd, "$0")
}

// around puts a command as it is between other syntax.
func around(name, format string) wrapping {
	return wrapping{name: name, apply: func(s subject) string {
		if !parses(s.Cmd) {
			return "" // it would take what is around it for its own
		}
		return strings.ReplaceAll(format, "§", s.Cmd)
	}}
}

// parses reports whether a text is a whole script, which what follows does not
// become a part of: no open here-document, no continued line.
func parses(text string) bool {
	if strings.HasSuffix(text, `\`) {
		return false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text+"\n"), "")
	return err == nil && len(file.Stmts) > 0
}

// prefix puts words before a simple command that runs a program.
func prefix(name, before string) wrapping {
	return wrapping{name: name, apply: func(s subject) string {
		if s.name == "" {
			return ""
		}
		return before + " " + s.Cmd
	}}
}

// code gives the command as a literal of another language to a program.
func code(name, format string) wrapping {
	return wrapping{name: name, apply: func(s subject) string {
		return strings.ReplaceAll(format, "§",
			quotedIn(format, inC(s.Cmd)))
	}}
}

// quotedIn is the literal as it stands inside single quotes of the format.
func quotedIn(_, literal string) string { return strings.ReplaceAll(literal, "'", `'\''`) }

// spelt writes the program's name in another way.
func spelt(name string, spell func(string) string) wrapping {
	return wrapping{name: name, apply: func(s subject) string {
		if s.name == "" || len(s.name) < 2 || positional(s.Cmd) || strings.HasSuffix(s.name, ".exe") {
			return ""
		}
		return strings.TrimRight(spell(s.name)+" "+s.rest(), " ")
	}}
}

// loose marks a carrier that a person is asked about.
func loose(w wrapping) wrapping {
	w.loose = true
	return w
}

// silent keeps what is printed from being seen, so what is only about that is
// left out.
func silent(w wrapping) wrapping {
	apply := w.apply
	w.apply = func(s subject) string {
		if s.name == "env" || s.name == "printenv" {
			return ""
		}
		return apply(s)
	}
	return w
}

// fed gives the command another standard input.
func fed(w wrapping) wrapping {
	w.input = true
	return w
}

func escapes(text, format string) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, format, text[i])
	}
	return b.String()
}

func base64Of(s subject) string { return base64.StdEncoding.EncodeToString([]byte(s.Cmd)) }

// decoded puts the base64, or hexadecimal, of a command into a format.
func decoded(name, format string) wrapping {
	return wrapping{name: name, apply: func(s subject) string {
		return strings.NewReplacer("%b", base64Of(s), "%h", hex.EncodeToString([]byte(s.Cmd)), "%r", quoted(reversed(s.Cmd)),
			"%x", escapes(s.Cmd, `\x%02x`), "%o", escapes(s.Cmd, `\%03o`)).Replace(format)
	}}
}

func reversed(text string) string {
	r := []rune(text)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

// wrappings are the carriers and obfuscations of the metamorphic suite.
func wrappings() []wrapping {
	return append(append(append(shellWrappings(), programWrappings()...), codeWrappings()...), spellings()...)
}

// shellWrappings are what the shell's own grammar and builtins offer.
func shellWrappings() []wrapping {
	return []wrapping{
		around("subshell", "( §\n)"), around("braces", "{ §\n}"), around("if", "if true; then §\nfi"),
		around("if condition", "if §\nthen :; fi"), around("else", "if false; then :; else §\nfi"),
		around("while", "while true; do §\nbreak; done"), around("until", "until false; do §\nbreak; done"),
		around("for", "for i in 1; do §\ndone"),
		around("case", "case x in x) §\n;; esac"), around("function", "f() { §\n}; f"),
		around("function keyword", "function g { §\n}\ng"),
		around("after and", "true && { §\n}"), around("after or", "false || { §\n}"), around("after semicolon", "true; §"),
		around("before and", "{ §\n} && true"), around("before or", "{ §\n} || true"),
		around("in a pipe's head", "{ §\n} | cat"),
		fed(around("in a pipe's tail", "true | { §\n}")), around("background", "{ §\n} &"), around("negated", "! { §\n}"),
		around("time", "time { §\n}"),
		around("substitution", "echo \"$(§\n)\""), around("substitution unquoted", "echo $(§\n)"),
		silent(around("assigned substitution", "x=$(§\n)")),
		around("process substitution", "cat <(§\n)"), around("output process substitution", "echo x > >(§\n)"),
		around("default value", "echo ${unset_name:-$(§\n)}"), silent(around("array", "a=($(§\n))")),
		around("arithmetic", "echo $(( $(§\n) + 1 ))"),
		around("here-document body", "cat <<E_O_F\n$(§\n)\nE_O_F"), around("coproc", "coproc { §\n}"),
		silent(around("condition", "[[ -n $(§\n) ]]")),
		whole("eval", "eval §"), {name: "eval twice", apply: func(s subject) string {
			return "eval eval " +
				quoted(quoted(s.Cmd))
		}}, whole("trap", "trap § EXIT"), whole("trap debug", "trap § DEBUG; true"),
		whole("variable eval", "wv=§; eval \"$wv\""), whole("variable sh", "wv=§; sh -c \"$wv\""),
		whole("exported", "export WV=§; sh -c 'eval \"$WV\"'"),
		whole("positional", "set -- §; eval \"$1\""), whole("array eval", "wv=(§); eval \"${wv[0]}\""),
		whole("prompt command", "PROMPT_COMMAND=§ bash -i"),
		loose(whole("alias", "shopt -s expand_aliases; alias zz=§\nzz")), {name: "read", apply: func(s subject) string {
			if strings.Contains(s.Cmd, "\n") {
				return ""
			}
			return "read -r wv <<< " + quoted(s.Cmd) + "; eval \"$wv\""
		}},
		whole("source", "source <(echo §)"), fed(whole("dot", ". /dev/stdin <<< §")),
		prefix("command", "command"), prefix("exec", "exec"), prefix("command -p", "command -p"),
		prefix("exec -a", "exec -a x"),
		prefix("assignment before", "A=1"), fed(prefix("redirection before", "</dev/null")),
		prefix("error away", "2>/dev/null"),
	}
}

// programWrappings are programs that run a command of their words.
func programWrappings() []wrapping {
	return []wrapping{
		whole("sh -c", "sh -c §"), whole("bash -c", "bash -c §"), whole("bash -lc", "bash -lc §"),
		whole("/bin/sh -c", "/bin/sh -c §"),
		whole("dash -c", "dash -c §"), whole("zsh -c", "zsh -c §"), whole("ksh -c", "ksh -c §"),
		whole("sh -c sh -c", "sh -c 'sh -c \"$0\"' §"),
		whole("bash -c with a name", "bash -c 'eval \"$1\"' x §"), whole("busybox sh -c", "busybox sh -c §"),
		whole("env sh -c", "env sh -c §"), whole("env -i", "env -i PATH=/bin sh -c §"),
		whole("/usr/bin/env bash", "/usr/bin/env bash -c §"), whole("nohup sh -c", "nohup sh -c §"),
		whole("nice sh -c", "nice -n 5 sh -c §"),
		whole("timeout sh -c", "timeout 5 sh -c §"), fed(whole("xargs sh -c", "true | xargs sh -c §")),
		whole("find -exec sh -c", "find . -maxdepth 0 -exec sh -c § \\;"),
		whole("find -execdir", "find . -maxdepth 0 -execdir sh -c § +"), whole("sudo sh -c", "sudo sh -c §"),
		whole("doas", "doas sh -c §"), whole("su -c", "su - root -c §"),
		whole("setsid", "setsid sh -c §"), whole("stdbuf", "stdbuf -o0 sh -c §"), whole("ionice", "ionice -c3 sh -c §"),
		whole("chrt", "chrt -i 0 sh -c §"), whole("taskset", "taskset 1 sh -c §"),
		whole("time -p", "/usr/bin/time -p sh -c §"), whole("strace", "strace -f sh -c §"),
		whole("flock -c", "flock /tmp/lock -c §"), loose(whole("script -c", "script -qc § /dev/null")),
		loose(whole("watch", "watch -n1 §")),
		whole("unshare", "unshare -r sh -c §"), loose(whole("chroot", "chroot / sh -c §")),
		loose(whole("tmux", "tmux new-session -d §")), loose(whole("screen", "screen -dm sh -c §")),
		loose(whole("systemd-run", "systemd-run --user sh -c §")), loose(whole("parallel", "parallel ::: §")),
		loose(fed(whole("entr", "echo x | entr sh -c §"))),
		fed(whole("echo to sh", "echo § | sh")), fed(whole("printf to bash", "printf '%s\\n' § | bash")),
		fed(whole("here-string", "sh <<< §")), fed(whole("here-string -s", "bash -s <<< §")),
		fed(whole("cat to sh", "cat <<< § | sh")), fed(whole("tee to sh", "echo § | tee /dev/null | sh")),
		fed(whole("xargs -I", "echo § | xargs -I{} sh -c '{}'")), fed(whole("xargs -0", "printf '%s' § | xargs -0 sh -c")),
		fed(whole("xargs -d", "printf '%s' § | xargs -d '\\001' bash -c")),
		whole("process substitution to bash", "bash <(echo §)"),
		whole("find and sh of a name", "find . -maxdepth 0 -exec bash -c 'eval \"$0\"' § \\;"),
		{name: "here-document", input: true, apply: func(s subject) string { return "sh <<'E_O_F'\n" + s.Cmd + "\nE_O_F" }},
		{name: "here-document to sudo", input: true, apply: func(s subject) string {
			return "sudo bash <<'E_O_F'\n" + s.Cmd +
				"\nE_O_F"
		}},
		prefix("env", "env"), prefix("env with assignment", "env A=1 B=2"), prefix("env --", "env --"),
		prefix("env -u", "env -u LD_PRELOAD"), prefix("nohup", "nohup"), prefix("nice", "nice"),
		prefix("nice -19", "nice -19"),
		prefix("timeout", "timeout 10"), prefix("timeout -k", "timeout -k 5 -s KILL 10s"),
		fed(prefix("xargs", "true | xargs")), prefix("sudo", "sudo"), prefix("sudo -u", "sudo -n -u root"),
		prefix("setsid", "setsid -w"), prefix("ionice", "ionice -c 3"), prefix("stdbuf", "stdbuf -oL"),
		prefix("busybox", "busybox"), prefix("chained", "env nice nohup timeout 5"), prefix("time", "time -p"),
		prefix("strace", "strace -f"),
		loose(prefix("unbuffer", "unbuffer")), loose(prefix("catchsegv", "catchsegv")),
		loose(prefix("proxychains", "proxychains -q")), loose(prefix("firejail", "firejail")), prefix("doas", "doas"),
		prefix("pkexec", "pkexec"),
		{name: "find -exec", apply: func(s subject) string {
			if s.name == "" || strings.Contains(s.Cmd, "{}") || strings.HasSuffix(s.Cmd, ";") {
				return ""
			}
			return "find . -maxdepth 0 -exec " + s.Cmd + " \\;"
		}},
		{name: "env -S", apply: func(s subject) string {
			if !s.bare() {
				return ""
			}
			return "env -S " + quoted(s.Cmd)
		}},
		loose(whole("ssh", "ssh host §")), loose(whole("ssh sh -c", "ssh -o BatchMode=yes host sh -c §")),
		loose(whole("docker run", "docker run --rm alpine sh -c §")),
		loose(whole("docker exec", "docker exec app sh -c §")),
		loose(whole("kubectl exec", "kubectl exec pod -- sh -c §")),
		loose(whole("podman run", "podman run --rm alpine sh -c §")), loose(whole("vagrant", "vagrant ssh -c §")),
		loose(whole("docker compose", "docker compose exec app sh -c §")),
	}
}

// codeWrappings give the command to a program in that program's own language,
// or in an encoding that it undoes.
func codeWrappings() []wrapping {
	return []wrapping{
		{name: "git alias", apply: func(s subject) string { return "git -c alias.x=" + quoted("!"+s.Cmd) + " x" }},
		{name: "git pager", apply: func(s subject) string { return "git -c core.pager=" + quoted(s.Cmd) + " log" }},
		loose(whole("git ssh command", "GIT_SSH_COMMAND=§ git fetch")),
		loose(whole("git editor", "GIT_EDITOR=§ git commit")),
		loose(whole("pager variable", "PAGER=§ man ls")),
		loose(whole("ssh proxy", "ssh -o ProxyCommand=§ host")), loose(whole("rsync -e", "rsync -e § a host:b")),
		whole("tar to-command", "tar xf dist/app.tar.gz --to-command=§"),
		whole("tar checkpoint", "tar cf /dev/null --checkpoint=1 --checkpoint-action=exec=§ ."),
		whole("tar -I", "tar -I § -cf x.tar ."), whole("sort compress", "sort --compress-program=§ x.txt"),
		{name: "sed e", apply: func(s subject) string {
			if strings.Contains(s.Cmd, "\n") {
				return ""
			}
			return "sed " + quoted("1e "+s.Cmd) + " x.txt"
		}},
		{name: "make here-string", apply: func(s subject) string {
			if strings.Contains(s.Cmd, "\n") {
				return ""
			}
			return "make -f - <<'E_O_F'\nall:\n\t" + strings.ReplaceAll(s.Cmd, "$", "$$") + "\nE_O_F"
		}},
		{name: "vim", loose: true, apply: func(s subject) string { return "vim -c " + quoted("!"+s.Cmd) }},
		{name: "ex", loose: true, apply: func(s subject) string { return "ex -sc " + quoted("!"+s.Cmd) + " x.txt" }},
		{name: "gdb", loose: true, apply: func(s subject) string { return "gdb -batch -ex " + quoted("shell "+s.Cmd) }},
		{name: "psql", loose: true, apply: func(s subject) string { return "psql -c " + quoted(`\! `+s.Cmd) }},
		{name: "sqlite3", loose: true, apply: func(s subject) string {
			return "sqlite3 db.sqlite " +
				quoted(".shell "+s.Cmd)
		}},
		loose(code("awk", "awk 'BEGIN{system(§)}'")), loose(code("awk pipe", "awk 'BEGIN{print \"x\" | §}'")),
		loose(code("awk getline", "awk 'BEGIN{§ | getline x}'")),
		loose(code("python", "python3 -c 'import os; os.system(§)'")),
		loose(code("python subprocess", "python -c 'import subprocess; subprocess.run(§, shell=True)'")),
		loose(code("perl", "perl -e 'system(§)'")), loose(code("perl exec", "perl -e 'exec §'")),
		loose(code("ruby", "ruby -e 'system(§)'")), loose(code("node", "node -e 'require(\"child_process\").execSync(§)'")),
		loose(code("php", "php -r 'system(§);'")), loose(code("lua", "lua -e 'os.execute(§)'")),
		loose(code("python stdin", "python3 - <<< 'import os; os.system(§)'")),
		loose(code("python pipe", "echo 'import os; os.system(§)' | python3")),
		decoded("base64 to sh", "echo %b | base64 -d | sh"), decoded("base64 to bash", "base64 -d <<< %b | bash"),
		decoded("base64 eval", "eval \"$(echo %b | base64 --decode)\""),
		decoded("base64 bash -c", "bash -c \"$(base64 -d <<< %b)\""),
		{name: "base64 variable", apply: func(s subject) string {
			if !s.bare() {
				return ""
			}
			return "wv=$(echo " + base64Of(s) + " | base64 -d); $wv"
		}}, decoded("base64 source", "source <(echo %b | base64 -d)"),
		decoded("base64 openssl", "echo %b | openssl base64 -d -A | sh"), decoded("hex to sh", "echo %h | xxd -r -p | sh"),
		decoded("rev to sh", "echo %r | rev | sh"), decoded("printf hex", "printf '%x' | sh"),
		decoded("echo -e", "echo -e '%x' | bash"), decoded("printf octal eval", "eval \"$(printf '%o')\""),
		decoded("ansi-c eval", "eval $'%x'"), decoded("ansi-c sh -c", "sh -c $'%o'"),
		loose(decoded("python base64", "python3 -c 'import base64,os; os.system(base64.b64decode(\"%b\").decode())'")),
		loose(decoded("perl base64", "perl -MMIME::Base64 -e 'system(decode_base64(\"%b\"))'")),
	}
}

// spellings write a program's name so that it does not look like one.
func spellings() []wrapping {
	half := func(s string) (string, string) { return s[:len(s)/2], s[len(s)/2:] }
	return []wrapping{
		spelt("quotes inside", func(s string) string { a, b := half(s); return a + "''" + b }),
		spelt("double quotes inside", func(s string) string { a, b := half(s); return a + `""` + b }),
		spelt("quoted", quoted), spelt("double quoted", func(s string) string { return `"` + s + `"` }),
		spelt("part quoted", func(s string) string { a, b := half(s); return `"` + a + `"'` + b + "'" }),
		spelt("backslash", func(s string) string { return `\` + s }),
		spelt("backslash inside", func(s string) string { a, b := half(s); return a + `\` + b }),
		spelt("line continued", func(s string) string { a, b := half(s); return a + "\\\n" + b }),
		spelt("ansi-c hex", func(s string) string { return "$'" + escapes(s, `\x%02x`) + "'" }),
		spelt("ansi-c octal", func(s string) string { return "$'" + escapes(s, `\%03o`) + "'" }),
		spelt("ansi-c unicode", func(s string) string { return "$'" + escapes(s, `\u%04x`) + "'" }),
		spelt("locale quotes", func(s string) string { return `$"` + s + `"` }),
		spelt("empty variable", func(s string) string { a, b := half(s); return a + "${unset_name}" + b }),
		spelt("empty substitution", func(s string) string { a, b := half(s); return a + "$(true)" + b }),
		spelt("empty positional", func(s string) string { a, b := half(s); return a + "$@" + b }),
		spelt("variable", func(s string) string { return "wv=" + s + "; $wv" }),
		spelt("quoted variable", func(s string) string { return "wv=" + s + "; \"$wv\"" }),
		spelt("two variables", func(s string) string { a, b := half(s); return "wv=" + a + " wq=" + b + "; $wv$wq" }),
		spelt("default value", func(s string) string { return "${wv:-" + s + "}" }),
		spelt("assigned default", func(s string) string { return ": ${wv:=" + s + "}; $wv" }),
		loose(spelt("substring", func(s string) string { return "wv=x" + s + "y; ${wv:1:" + fmt.Sprint(len(s)) + "}" })),
		spelt("trimmed", func(s string) string { return "wv=zz" + s + "; ${wv#zz}" }),
		loose(spelt("replaced", func(s string) string { a, b := half(s); return "wv=" + a + "@" + b + "; ${wv/@/}" })),
		loose(spelt("lowered", func(s string) string { return "wv=" + strings.ToUpper(s) + "; ${wv,,}" })),
		spelt("array", func(s string) string { return "wv=(x " + s + "); ${wv[1]}" }),
		spelt("indirect", func(s string) string { return "wq=" + s + " wv=wq; ${!wv}" }),
		spelt("substituted echo", func(s string) string { return "$(echo " + s + ")" }),
		spelt("substituted printf", func(s string) string {
			a,
				b := half(s)
			return "$(printf '%s%s' " + a + " " + b + ")"
		}),
		spelt("backquotes", func(s string) string { return "`echo " + s + "`" }),
		spelt("substituted tr", func(s string) string { return "$(echo " + strings.ToUpper(s) + " | tr A-Z a-z)" }),
		spelt("substituted rev", func(s string) string { return "$(echo " + reversed(s) + " | rev)" }),
		spelt("which", func(s string) string { return "$(which " + s + ")" }),
		spelt("command -v", func(s string) string { return "$(command -v " + s + ")" }),
		spelt("read", func(s string) string { return "read -r wv <<< " + s + "; $wv" }),
		spelt("printf -v", func(s string) string { return "printf -v wv %s " + s + "; $wv" }),
		spelt("set", func(s string) string { return "set -- " + s + "; $1" }),
		spelt("brace", func(s string) string { return "{" + s + ",}" }),
		{name: "for over names", apply: func(s subject) string {
			if s.name == "" {
				return ""
			}
			return "for wv in " + s.name + "; do $wv " + s.rest() + "; done"
		}},
		{name: "IFS", apply: func(s subject) string {
			if s.name == "" || len(s.words) < 2 || strings.ContainsAny(s.Cmd, "~$") {
				return "" // a tilde inside a word means itself, and an empty word is one with others
			}
			return strings.Join(s.words, "${IFS}")
		}},
		{name: "IFS unbraced", apply: func(s subject) string {
			if s.name == "" || len(s.words) < 2 || strings.ContainsAny(s.Cmd, "~$") {
				return "" // a tilde inside a word means itself, and an empty word is one with others
			}
			return strings.Join(s.words, "$IFS''")
		}},
		{name: "brace list", apply: func(s subject) string {
			if s.name == "" || len(s.words) < 2 || strings.ContainsAny(s.Cmd, ",{}") {
				return ""
			}
			return "{" + strings.Join(s.words, ",") + "}"
		}},
		{name: "array of words", loose: true, apply: func(s subject) string {
			if s.name == "" {
				return ""
			}
			return "wv=(" + s.Cmd + "); \"${wv[@]}\""
		}},
		{name: "positional words", loose: true, apply: func(s subject) string {
			if s.name == "" {
				return ""
			}
			return "set -- " + s.Cmd + "; \"$@\""
		}},
		{name: "path", apply: func(s subject) string {
			if s.name == "" || strings.Contains(s.name, "/") || strings.HasSuffix(s.name, ".exe") {
				return ""
			}
			return "/usr/bin/" + s.Cmd
		}},
		{name: "doubled path", apply: func(s subject) string {
			if s.name == "" || strings.Contains(s.name, "/") || strings.HasSuffix(s.name, ".exe") {
				return ""
			}
			return "/usr/local/..//bin/./" + s.Cmd
		}},
	}
}
