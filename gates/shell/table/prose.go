package table

import (
	"strings"
	"sync"
)

// proseFlags are, by program, the flags whose value is text for people, which nothing runs: titles, messages,
// descriptions. A star stands for all words that are no flags.
var proseFlags = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"gh":          forgeProse,
		"glab":        forgeProse,
		"hub":         forgeProse,
		"tea":         forgeProse,
		"git":         " -m --message --grep --author --trailer ",
		"hg":          " -m --message ",
		"svn":         " -m --message ",
		"jj":          " -m --message ",
		"notify-send": " * ",
	}
})

const forgeProse = " -t --title -b --body -n --notes -m --message --subject --description -c --comment "

// Prose reports whether a word of a program's n words is text for people, so that a command in it is only talked
// about. name is the interpretation's, at gives the words.
func Prose(name string, at func(int) string, i int) bool {
	program, _, _ := strings.Cut(name, " ")
	flags, ok := proseFlags()[program]
	if !ok || i < 1 {
		return false
	}
	word := at(i)
	if strings.HasPrefix(word, "-") {
		flag, _, value := strings.Cut(word, "=")
		return value && in(flags, flag)
	}
	return in(flags, "*") || i > 1 && strings.HasPrefix(at(i-1), "-") && in(flags, at(i-1))
}

func (c *call) prose(i int) bool {
	return Prose(c.out.Name, func(i int) string { return c.argv[i].Text }, i)
}
