package effect

import (
	"slices"
	"strings"
)

// Ends are endings of names of files, a bit each. The zero Ends says that nothing is known of a name.
type Ends uint32

// ends are the endings of which something can be known, none of which a secret has by its kind.
var ends = [...]string{".go", ".py", ".js", ".ts", ".tsx", ".jsx", ".mjs", ".css", ".scss", ".html", ".md", ".json",
	".yml", ".yaml", ".toml", ".rs", ".c", ".h", ".cc", ".cpp", ".java", ".kt", ".rb", ".php", ".swift", ".lua", ".luau",
	".sql", ".sh", ".vue", ".txt", ".xml"}

// EndsOf is an ending as a bit, 0 where it is none of those.
func EndsOf(ending string) Ends {
	i := slices.Index(ends[:], strings.ToLower(ending))
	if i < 0 {
		return 0
	}
	return 1 << i
}

// Fit reports whether a name ends so, in any case.
func (e Ends) Fit(name string) bool {
	name = strings.ToLower(name)
	for i, end := range ends {
		if e>>i&1 != 0 && strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
