package table

import (
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

// readStatement looks at the words of one statement, in lower case, without strings and comments.
func readStatement(c *call, word int, words []string) {
	if len(words) == 0 {
		return
	}
	has := func(name string) bool { return slices.Contains(words, name) }
	follows := func(a, b string) bool {
		for i := 1; i < len(words); i++ {
			if words[i-1] == a && (b == "" || words[i] == b) {
				return true
			}
		}
		return false
	}
	switch {
	case words[0] == "drop", words[0] == "truncate", has("alter") &&
		has("drop"), follows("drop", "table"), follows("drop", "database"), follows("truncate", "table"):
		c.hazard("destruction", engine.Deny, cause.DatabaseObjectDeleted.Bare(), word)
	case has("execute") && has("do") && words[0] == "do":
		c.hazard("hidden-execution", engine.Deny, cause.StatementMakesStatement.Bare(), word)
	case follows("delete", "from") && !has("where"), words[0] == "delete" && follows("where", "1"), words[0] == "delete" &&
		follows("where", "true"), words[0] == "delete" && !has("where"):
		c.hazard("destruction", engine.Deny, cause.RowsDeleted.Bare(), word)
	case words[0] == "copy" && has("program"), has("xp_cmdshell"), has("sys_exec"), has("load_extension"),
		has("pg_execute_server_program"):
		c.hazard("hidden-execution", engine.Deny, cause.StatementRunsCommand.Bare(), word)
	case words[0] == "update" && !has("where") && !in(" sqlite3 sqlite ", c.p.name): // a file, which comes back
		c.hazard("destruction", engine.Deny, cause.RowsOverwritten.Bare(), word)
	case has("lo_export"), has("outfile"), has("dumpfile"):
		c.hazard("hidden-execution", engine.Deny, cause.StatementWritesFile.Bare(), word)
	case !sqlReads(words):
		c.hazard("database", engine.Ask, cause.DatabaseChanged.Bare(), word)
	}
}

// writtenSQL adds the files that a statement attaches, and those from the root or above that it writes: into, to,
// lo_export.
func writtenSQL(c *call, word int, text string) {
	low := strings.ToLower(text)
	if !containsAny(low, "attach", "into", "copy", "export") {
		return
	}
	for i, n := 0, 0; i < len(text) && n < 64; i++ {
		q := text[i]
		if q != '\'' && q != '"' {
			continue
		}
		end := strings.IndexByte(text[i+1:], q)
		if end < 0 {
			return
		}
		name := text[i+1 : i+1+end]
		before := strings.TrimRight(low[:i], " \t\n")
		attached := strings.HasSuffix(before, "attach") || strings.HasSuffix(before, "attach database")
		if hasAnyPrefix(name, "/", "../", "~/") || attached && name != "" && name[0] != ':' {
			c.emit(spec{kind: Write}, word, name, true, false)
			n++
		}
		i += end + 1
	}
}

// sqlReads reports whether a statement only reads, by its words.
func sqlReads(words []string) bool {
	switch {
	case len(words) == 0:
		return true
	case Listed("sql/reads", words[0]):
		for i, w := range words {
			if w == "query" && i+1 < len(words) && words[i+1] == "(" {
				return false
			}
			if Listed("sql/acts", w) {
				return false
			}
		}
		return true
	case words[0] == "pragma":
		return len(words) > 1 && pragmaReads(words)
	}
	return false
}

// pragmaReads reports whether a pragma only reads: without a value, or with the name of what is looked at.
func pragmaReads(words []string) bool {
	_, name, schema := strings.Cut(words[1], ".")
	if !schema {
		name = words[1]
	}
	if Listed("sql/acting-pragmas", name) || slices.Contains(words, "=") {
		return false
	}
	return !slices.Contains(words, "(") || Listed("sql/reading-pragmas", name)
}

// splitSQL gives the words of each statement, without strings and comments.
func splitSQL(text string) [][]string {
	var out [][]string
	var words []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			words = append(words, strings.ToLower(b.String()))
			b.Reset()
		}
	}
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; {
		case ch == '\'' || ch == '"' || ch == '`':
			flush()
			end := strings.IndexByte(text[i+1:], ch)
			if end < 0 {
				end = len(text) - i - 1
			}
			words = append(words, "?")
			i += end + 1
		case strings.HasPrefix(text[i:], "--"), ch == '#':
			flush()
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				end = len(text) - i
			}
			i += end
		case strings.HasPrefix(text[i:], "/*!"): // mysql carries these out
			i += 2
		case strings.HasPrefix(text[i:], "/*"):
			flush()
			end := strings.Index(text[i+2:], "*/")
			if end < 0 {
				end = len(text) - i - 4
			}
			i += max(end, 0) + 3
		case ch == ';':
			flush()
			out, words = append(out, words), nil
		case ch == '_' || ch == '.' || ch >= '0' && ch <= '9' || ch|0x20 >= 'a' && ch|0x20 <= 'z' || ch >= 0x80:
			b.WriteByte(ch)
		default:
			flush()
			if ch == '=' || ch == '(' {
				words = append(words, string(ch))
			}
		}
	}
	flush()
	return append(out, words)
}

// readRedis looks at a command of Redis.
func readRedis(c *call, word int, text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		fields := strings.Fields(strings.ToLower(line))
		if len(fields) == 0 {
			continue
		}
		second := ""
		if len(fields) > 1 {
			second = fields[1]
		}
		switch {
		case slices.ContainsFunc(fields, func(f string) bool {
			return strings.Contains(f, "flushall") || strings.Contains(f, "flushdb")
		}), fields[0] == "shutdown", fields[0] == "swapdb":
			c.hazard("destruction", engine.Deny, cause.KeysDeleted.Bare(), word)
		case fields[0] == "config" && second == "set", fields[0] == "module" && second == "load", fields[0] == "slaveof",
			fields[0] == "replicaof", fields[0] == "debug", fields[0] == "migrate":
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

// hookSQLite reads sqlite3 and duckdb: a database, and statements, some of which leave it as it is.
func hookSQLite(c *call) {
	duck := c.out.Name == "duckdb"
	plain, code := true, false
	for i := 1; i < len(c.argv); i++ {
		text := c.argv[i].shown()
		name, _, _ := strings.Cut(strings.TrimLeft(text, "-"), "=")
		switch {
		case strings.HasPrefix(text, "-") && in(" vfs unsigned init f ui ", name), strings.HasPrefix(text, "file:"):
			plain = false // settings of another kind, which may load code
		case strings.HasPrefix(text, "-") && duck && in(" c s ", name):
			code = true
		}
		plain = plain && (c.argv[i].Known || !code)
		if duck {
			c.duckFiles(i, text)
			plain = plain && !strings.Contains(text, "$") // quotes of another kind
		}
	}
	c.scan()
	reads := plain && len(c.out.Hazards) == 0 && (len(c.words) >= 2 || code)
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
	if len(c.words) < 2 && !code && len(c.out.Hazards) == 0 {
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

// duckFiles adds the files and addresses in a statement for DuckDB, which reads any in the place of a table.
func (c *call) duckFiles(word int, text string) {
	for n := 0; n < 64; n++ {
		i := strings.IndexAny(text, "'\"")
		if i < 0 {
			return
		}
		end := strings.IndexByte(text[i+1:], text[i])
		if end < 0 {
			return
		}
		name := text[i+1 : i+1+end]
		text = text[i+1+end+1:]
		switch {
		case strings.Contains(name, "://"):
			c.out.Network = true
			c.hazard("database", engine.Ask, cause.DatabaseAddress.Bare(), word)
		case hasAnyPrefix(name, "/", "~"), strings.Contains(name, "."):
			c.emit(spec{kind: Read}, word, name, true, false)
		case strings.HasSuffix(name, "|"):
			c.clientRuns(word, strings.TrimSuffix(name, "|"))
		}
	}
}
