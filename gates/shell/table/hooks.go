package table

// hook interprets a program that flags and positions alone cannot describe. It starts at c.next and adds to c.out.
type hook func(c *call)

// hooks are the programs with a hook, by the name in (hook name) or (after name).
func hooks() map[string]hook {
	return map[string]hook{
		"container": hookContainer, "dd": hookDD, "find": hookFind, "flock": hookFlock, "gdb": hookGDB, "jq": hookJQ,
		"kill": hookKill, "parallel": hookParallel, "python": hookPython, "sqlite": hookSQLite, "su": hookSu,
		"test": hookTest,
	}
}

// languageReader gives what reads code of a language that the package understands well enough to say what it does, or
// nil. A reader returns false when the code must be judged as it stands.
func languageReader(language string) func(c *call, word int, text string) bool {
	switch language {
	case "awk":
		return readAwk
	case "elisp":
		return readElisp
	case "mongo":
		return readMongo
	case "redis":
		return readRedis
	case "sed":
		return readSed
	case "sql":
		return readSQL
	case "vim":
		return readVim
	}
	return nil
}
