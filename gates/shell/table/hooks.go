package table

// hook interprets a program that flags and positions alone cannot describe. It starts at c.next and adds to c.out.
type hook func(c *call)

// hooks are the programs with a hook, by the name in (hook name) or (after name).
func hooks() map[string]hook {
	return map[string]hook{
		"container": hookContainer, "dd": hookDD, "find": hookFind, "flock": hookFlock, "gdb": hookGDB, "jq": hookJQ,
		"kill": hookKill, "python": hookPython, "sqlite": hookSQLite, "su": hookSu,
		"test": hookTest,
	}
}

// languageReader gives what reads code of a language that the package understands well enough to say what it does, or
// nil. A reader returns false when the code must be judged as it stands.
func languageReader(language string) func(c *call, word int, text string) bool {
	return map[string]func(c *call, word int, text string) bool{"awk": readAwk, "duckdb": readDuck,
		"elisp": readElisp, "mongo": readMongo, "redis": readRedis, "sed": readSed, "sql": readSQL, "sqlite": readSQL,
		"vim": readVim}[language]
}

// shellText adds a script of a shell that a word holds.
func (c *call) shellText(word int, text string) {
	c.out.Operands = append(c.out.Operands, Operand{Kind: Shell, Word: word, Text: text, Known: true, Language: "sh"})
}
