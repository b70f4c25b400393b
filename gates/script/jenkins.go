package script

import "strings"

// readJenkins takes what a Jenkinsfile gives to sh, and lists what it gives to other shells. The rest of Groovy is not
// looked at, but for its comments and texts, in which nothing is a call.
func (f *File) readJenkins(text string) {
	f.Place = Runner
	g := groovy{text: text, last: strings.LastIndexByte(text, '}')}
	for g.at < len(text) && f.spend(1) {
		switch start := g.at; {
		case strings.HasPrefix(text[start:], "//"):
			g.until("\n")
		case strings.HasPrefix(text[start:], "/*"):
			g.until("*/")
		case quotes(text[start:]):
			g.quoted(nil)
		case wordByte(text[start]):
			for g.at < len(text) && wordByte(text[g.at]) {
				g.at++
			}
			name := text[start:g.at]
			if name == "sh" || name == "bat" || name == "powershell" || name == "pwsh" {
				g.call(f, name)
			}
		default:
			g.at++
		}
	}
}

// groovy is a text of Groovy that is read.
type groovy struct {
	text  string
	at    int
	last  int // the position of the last closing brace
	seen  int // how far lines were counted
	line  int
	start int // of that line
}

// until goes behind a mark, or to the end.
func (g *groovy) until(mark string) {
	if i := strings.Index(g.text[g.at:], mark); i >= 0 {
		g.at += i + len(mark)
	} else {
		g.at = len(g.text)
	}
}

// call takes the text that a shell is called with: sh 'x', sh("x"), sh(script: 'x', …).
func (g *groovy) call(f *File, name string) {
	rest := strings.TrimLeft(g.text[g.at:], " \t\r\n(")
	if !quotes(rest) {
		after := *g
		if after.at = len(g.text) - len(rest); !after.argument(f, "script:") {
			return
		}
		rest = g.text[after.at:]
	}
	g.at = len(g.text) - len(rest)
	var w writer
	g.quoted(func(s string, at int, groovys bool) {
		for ; g.seen < at; g.seen++ {
			if g.text[g.seen] == '\n' {
				g.line, g.start = g.line+1, g.seen+1
			}
		}
		line, col := g.line+1, at-g.start+1
		switch {
		case !groovys && s[0] == g.text[at]:
			w.take(s, line, col)
		case !groovys:
			w.put(s, line, col)
		default:
			if strings.HasPrefix(s, "params.") {
				f.givenText(s, line, col)
			} else if strings.HasPrefix(s, "env.") && chosen(s) {
				f.injection(s, line, col)
			}
			w.put("${"+variable(s)+"}", line, col)
		}
	})
	script := Script{Text: w.text()}
	if name != "sh" {
		script.Other = name
	}
	f.add(script)
}

// argument moves to the quoted value of a call's named argument, and reports whether there is one.
func (g *groovy) argument(f *File, name string) bool {
	for depth := 0; g.at < len(g.text) && depth >= 0 && f.spend(1); {
		rest := g.text[g.at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			g.until("\n")
		case strings.HasPrefix(rest, "/*"):
			g.until("*/")
		case quotes(rest):
			g.quoted(nil)
		case depth == 0 && strings.HasPrefix(rest, name):
			g.at = len(g.text) - len(strings.TrimLeft(rest[len(name):], " \t\r\n"))
			return quotes(g.text[g.at:])
		case wordByte(rest[0]):
			word := rest[:wordEnd(rest)]
			if g.at += max(1, len(word)); depth == 0 && (word == "sh" || word == "bat") {
				return false // the next call
			}
		default:
			depth += strings.Count("([{", rest[:1]) - strings.Count(")]}", rest[:1])
			g.at++
		}
	}
	return false
}

func quotes(s string) bool { return s != "" && (s[0] == '"' || s[0] == '\'') }

// quoted reads a text in quotes, and calls back with each part of it as a shell gets it, or with the expression that
// Groovy puts in, and with where that stands.
func (g *groovy) quoted(each func(s string, at int, groovys bool)) {
	quote := g.text[g.at : g.at+1]
	if strings.HasPrefix(g.text[g.at:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	if each == nil {
		each = func(string, int, bool) {}
	}
	for g.at += len(quote); g.at < len(g.text); {
		rest, at := g.text[g.at:], g.at
		switch {
		case strings.HasPrefix(rest, quote):
			g.at += len(quote)
			return
		case rest[0] == '\n' && len(quote) == 1: // no text of Groovy
			return
		case rest[0] == '\\' && len(rest) > 1:
			g.at += 2
			switch rest[1] {
			case 'n':
				each("\n", at, false)
			case 't':
				each("\t", at, false)
			case '\n':
			default:
				each(rest[1:2], at+1, false)
			}
		case quote[0] == '"' && strings.HasPrefix(rest, "${"):
			if g.at > g.last {
				g.at++
				continue
			}
			name, _, _ := strings.Cut(rest[2:], "}")
			g.at += len(name) + 3
			each(strings.TrimSpace(name), at, true)
		case quote[0] == '"' && rest[0] == '$' && len(rest) > 1 && wordEnd(rest[1:]) > 0:
			end := 1 + wordEnd(rest[1:])
			for end+1 < len(rest) && rest[end] == '.' && wordEnd(rest[end+1:]) > 0 {
				end += 1 + wordEnd(rest[end+1:])
			}
			g.at += end
			each(rest[1:end], at, true)
		default:
			end := strings.IndexAny(rest[1:], quote[:1]+"\\$\n") + 1
			if end == 0 {
				end = len(rest)
			}
			if rest[0] == '\n' {
				end = 1
			}
			g.at += end
			each(rest[:end], at, false)
		}
	}
}
