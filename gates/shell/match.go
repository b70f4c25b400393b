package shell

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/pattern"
)

// maxPattern bounds a pattern, in bytes, that is compared with anything: no name of a file is longer.
const maxPattern = 255

// patternOf is a pattern of the shell as an expression between what stands before and after it; nil where it is too
// long, or cannot be read.
func patternOf(before, pat, after string, mode pattern.Mode) *regexp.Regexp {
	for strings.Contains(pat, "**") && !strings.Contains(pat, `\`) && !strings.Contains(pat, "[") {
		pat = strings.ReplaceAll(pat, "**", "*") // which would cost much
	}
	text, err := pattern.Regexp(pat, mode)
	if err != nil || len(pat) > maxPattern {
		return nil
	}
	// In the locales that people have, letters are not those of English alone.
	text = strings.NewReplacer("[:alpha:]", `\pL`, "[:alnum:]", `\pL\pN`, "[:upper:]", `\p{Lu}`, "[:lower:]", `\p{Ll}`,
		"[:print:]", `[:print:]\PC`, "[:graph:]", `[:graph:]\PC`).Replace(text)
	re, err := regexp.Compile(before + "(?:" + text + ")" + after)
	if err != nil {
		return nil
	}
	return re
}

// quotePattern quotes text so that a pattern matches it literally.
func quotePattern(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*', '?', '[', ']', '\\', '-', '!', '^':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
}

// hasPattern reports whether text has an active pattern character.
func hasPattern(pattern string) bool {
	return len(patternPrefix(pattern)) < len(unquotePattern(pattern))
}

// patternPrefix is the text before the first active character of a pattern.
func patternPrefix(pattern string) string {
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '*', '?', '[':
			return unquotePattern(pattern[:i])
		}
	}
	return unquotePattern(pattern)
}

// unquotePattern is the text that a pattern without active characters matches.
func unquotePattern(pattern string) string {
	if strings.IndexByte(pattern, '\\') < 0 {
		return pattern
	}
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '\\' && i+1 < len(pattern) {
			i++
		}
		b.WriteByte(pattern[i])
	}
	return b.String()
}
