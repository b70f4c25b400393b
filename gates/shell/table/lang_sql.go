package table

import (
	"regexp"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// CodeHazards looks at code that a program reads from its standard input or a file: what is dangerous in it, and
// whether the language is one that the package understands. Languages: sql, redis, mongo, sed, awk, vim, elisp. Other
// effects of the code are not reported: code that writes files is not understood.
func CodeHazards(language, text string) ([]effect.Hazard, bool) {
	read := languageReader(language)
	if read == nil {
		return anyCode(language, text), false
	}
	out := Interpretation{Known: true, Name: language}
	c := call{argv: []Word{{Known: true}}, out: &out, eff: &body{}, p: &program{name: language}}
	understood := read(&c, 0, text)
	return out.Hazards, understood && !out.changes()
}

// readSQL looks for statements that destroy or that run commands.
func readSQL(c *call, word int, text string) bool {
	for _, line := range strings.Split(text, "\n") {
		readMeta(c, word, strings.TrimSpace(line))
	}
	for _, statement := range splitSQL(text) {
		readStatement(c, word, statement)
	}
	writtenSQL(c, word, text)
	return true
}

// readDuck looks at statements for DuckDB, which reads any file or address in the place of a table.
func readDuck(c *call, word int, text string) bool {
	readSQL(c, word, text)
	c.out.Network = c.out.Network || strings.Contains(text, "://")
	return false
}

// readMeta looks at the commands of the clients: \! and \copy of psql, system of mysql, the dot commands of sqlite.
func readMeta(c *call, word int, line string) {
	if i := strings.Index(line, `\`); i >= 0 && i+1 < len(line) {
		rest := line[i+1:]
		switch {
		case rest[0] == '!':
			c.clientRuns(word, rest[1:])
		case strings.HasPrefix(rest, "copy ") && strings.Contains(strings.ToLower(rest), "program"),
			hasAnyPrefix(rest, "g |", "o |", "w |", "setenv"):
			c.clientRuns(word, "")
		}
	}
	first, rest, _ := strings.Cut(line, " ")
	switch first {
	case "system", ".shell", ".system", "host", "!", "ho":
		c.clientRuns(word, rest)
	case ".backup", ".save", ".clone":
		if names := strings.Fields(rest); len(names) > 0 {
			c.emit(spec{kind: Write}, word, strings.Trim(names[len(names)-1], "'\""), true, false)
		}
	case ".load", ".import", ".output", ".once", ".log", ".open":
		if first == ".load" || strings.Contains(rest, "|") {
			c.clientRuns(word, "")
			return
		}
		c.hazard("database", engine.Ask, cause.DatabaseClientFiles.Bare(), word)
		if file := strings.Trim(strings.TrimSpace(rest), "'\""); file != "" && first != ".import" {
			c.emit(spec{kind: Write}, word, file, true, false)
		}
	}
}

func (c *call) clientRuns(word int, script string) {
	c.hazard("hidden-execution", engine.Deny, cause.DatabaseClientRuns.Bare(), word)
	if script = strings.TrimSpace(script); script != "" {
		c.shellText(word, script)
	}
}

// statementKinds are what a statement does that is no plain change, by the lists of patterns of its words.
var statementKinds = [...]struct {
	list, rule string
	why        cause.Kind
}{
	{"sql/drops", "destruction", cause.DatabaseObjectDeleted},
	{"sql/makes", "hidden-execution", cause.StatementMakesStatement},
	{"sql/deletes", "destruction", cause.RowsDeleted},
	{"sql/runs", "hidden-execution", cause.StatementRunsCommand},
	{"sql/overwrites", "destruction", cause.RowsOverwritten},
	{"sql/writes", "hidden-execution", cause.StatementWritesFile},
}

// readStatement looks at the words of one statement, in lower case, without strings and comments.
func readStatement(c *call, word int, words []string) {
	line := " " + strings.Join(words, " ") + " "
	if !slices.Contains(words, "where") {
		line += "; everywhere "
	}
	for _, k := range statementKinds {
		file := k.list == "sql/overwrites" && in(" sqlite3 sqlite ", c.p.name) // which comes back
		if Matches(k.list, line) && !file {
			c.hazard(k.rule, engine.Deny, k.why.Bare(), word)
			return
		}
	}
	if !sqlReads(words) {
		c.hazard("database", engine.Ask, cause.DatabaseChanged.Bare(), word)
	}
}

// attached matches a string of a statement, and whether it names a database to attach.
var attached = regexp.MustCompile(`(?is)(attach(?: database)?[ \t\n]*)?('[^']*'|"[^"]*")`)

// writtenSQL adds the files that a statement attaches, and those from the root or above that it writes: into, to,
// lo_export.
func writtenSQL(c *call, word int, text string) {
	if !containsAny(strings.ToLower(text), "attach", "into", "copy", "export") {
		return
	}
	for _, m := range attached.FindAllStringSubmatch(text, 64) {
		name := m[2][1 : len(m[2])-1]
		if hasAnyPrefix(name, "/", "../", "~/") || m[1] != "" && name != "" && name[0] != ':' {
			c.emit(spec{kind: Write}, word, name, true, false)
		}
	}
}

// sqlReads reports whether a statement only reads, by its words.
func sqlReads(words []string) bool {
	switch {
	case len(words) == 0:
		return true
	case Listed("sql/reads", words[0]):
		return !slices.ContainsFunc(words, func(w string) bool { return Listed("sql/acts", w) })
	case words[0] == "pragma" && len(words) > 1:
		name := words[1][strings.LastIndexByte(words[1], '.')+1:]
		return Listed("sql/reading-pragmas", name) && !slices.Contains(words, "=")
	}
	return false
}

var (
	// sqlText matches a string, or a comment, up to its end; mysql carries out those that begin with an exclamation mark.
	sqlText = regexp.MustCompile("(?s)'[^']*(?:'|$)|\"[^\"]*(?:\"|$)|`[^`]*(?:`|$)|(?:--|#)[^\n]*|/\\*!|/\\*.*?(?:\\*/|$)")
	sqlWord = regexp.MustCompile(`[a-z0-9_.\x{80}-\x{10ffff}]+|[=(?]`)
)

// splitSQL gives the words of each statement, without strings and comments.
func splitSQL(text string) (out [][]string) {
	text = sqlText.ReplaceAllStringFunc(text, func(s string) string {
		return map[bool]string{true: " ? ", false: " "}[strings.IndexByte("'\"`", s[0]) >= 0]
	})
	for statement := range strings.SplitSeq(strings.ToLower(text), ";") {
		out = append(out, sqlWord.FindAllString(statement, -1))
	}
	return out
}

// readRedis looks at a command of Redis.
func readRedis(c *call, word int, text string) bool {
	for line := range strings.SplitSeq(strings.ToLower(text), "\n") {
		fields := strings.Fields(line)
		line = strings.Join(fields, " ") + " "
		switch {
		case len(fields) == 0:
		case Matches("redis/destroys", line):
			c.hazard("destruction", engine.Deny, cause.KeysDeleted.Bare(), word)
		case Matches("redis/loads", line):
			c.hazard("hidden-execution", engine.Deny, cause.DatabaseLoadsCode.Bare(), word)
		case !Listed("redis/reads", fields[0]):
			c.hazard("database", engine.Ask, cause.DatabaseChanged.Bare(), word)
		}
	}
	return true
}

// readMongo looks at a script for mongosh.
func readMongo(c *call, word int, text string) bool {
	low := strings.ToLower(strings.ReplaceAll(text, " ", ""))
	if Marked("mongo/destroys", low) {
		c.hazard("destruction", engine.Deny, cause.DocumentsDeleted.Bare(), word)
		return true
	}
	return !Marked("mongo/runs", low)
}

// readElisp looks at a form for Emacs.
func readElisp(c *call, word int, text string) bool { return c.editorRuns(word, "elisp/runs", text) }

// editorRuns denies code for an editor with a mark of a list; nothing else is understood.
func (c *call) editorRuns(word int, list, text string) bool {
	if Marked(list, text) {
		c.hazard("hidden-execution", engine.Deny, cause.EditorRuns.Bare(), word)
	}
	return false
}

// hookSQLite reads sqlite3: a database, and statements, some of which leave it as it is.
func hookSQLite(c *call) {
	plain := !slices.ContainsFunc(c.argv[1:], func(w Word) bool { // nor settings of another kind, which may load code
		name, _, _ := strings.Cut(strings.TrimLeft(w.shown(), "-"), "=")
		return strings.HasPrefix(w.shown(), "-") && in(" vfs unsigned init f ui ", name) ||
			strings.HasPrefix(w.shown(), "file:")
	})
	c.scan()
	reads := plain && len(c.out.Hazards) == 0 && len(c.words) >= 2
	for _, word := range c.words[min(1, len(c.words)):] {
		w := &c.argv[word]
		reads = reads && w.Known && sqliteReads(strings.TrimSpace(w.Text))
	}
	if reads {
		c.out.Class = effect.ProgramReads
		if len(c.words) > 0 {
			w := &c.argv[c.words[0]]
			c.emit(spec{kind: Read}, c.words[0], w.shown(), w.Known, w.Many)
		}
		return
	}
	c.conclude()
	if !plain {
		c.out.unknown(c.out.Name + " is given settings that may load code")
	}
	if len(c.words) < 2 && len(c.out.Hazards) == 0 {
		c.out.StdinCode, c.out.Language = true, "sqlite"
	}
}

// sqliteReads reports whether a command of the client or a script only reads.
func sqliteReads(line string) bool {
	if strings.HasPrefix(line, ".") {
		first, rest, _ := strings.Cut(line, " ")
		return Listed("sqlite/reading-commands", first) && !strings.ContainsAny(rest, "|\n;")
	}
	return !slices.ContainsFunc(splitSQL(line), func(statement []string) bool { return !sqlReads(statement) })
}
