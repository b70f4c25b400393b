package table

import "strings"

// Prose reports whether a word of a program's n words is text for people, so that a command in it is only talked
// about. name is the interpretation's, at gives the words.
func Prose(name string, at func(int) string, i int) bool {
	program, _, _ := strings.Cut(name, " ")
	if i < 1 {
		return false
	}
	flags, word := "prose/"+program, at(i)
	if strings.HasPrefix(word, "-") {
		flag, _, value := strings.Cut(word, "=")
		return value && Listed(flags, flag)
	}
	return Listed(flags, "*") || i > 1 && strings.HasPrefix(at(i-1), "-") && Listed(flags, at(i-1))
}

func (c *call) prose(i int) bool {
	return Prose(c.out.Name, func(i int) string { return c.argv[i].Text }, i)
}
