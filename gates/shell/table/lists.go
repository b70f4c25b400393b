package table

import (
	"strings"

	"pp/sexp"
)

// list is what a (names "list" "words" …), a (marks "list" "text" …) or a (flag-set "list" "flags" …)
// form says. Of names each word counts, of the others each text as it stands.
type list struct {
	texts []string
	set   map[string]bool
}

// asList gives what the form says; one that is nil or faulty is empty.
func (f *form) asList() list {
	if f == nil {
		return list{}
	}
	f.once.Do(func() { f.list = readList(f.src) })
	return *f.list
}

func readList(src string) *list {
	l := &list{}
	v, _ := sexp.Read(src, sexp.Limits{})
	form, _ := sexp.AsList(v)
	for i := 2; i < form.Len(); i++ {
		text, err := stringAt(form, i)
		switch {
		case err != nil:
			return &list{}
		case strings.HasPrefix(src, "(names"):
			l.texts = append(l.texts, strings.Fields(text)...)
		default:
			l.texts = append(l.texts, text)
		}
	}
	l.set = make(map[string]bool, len(l.texts))
	for _, text := range l.texts {
		l.set[text] = true
	}
	return l
}

// Listed reports whether a word is one of a list of the built-in table. It is safe for concurrent use, as are Marks and
// Marked, and a list that the table does not have is empty.
func Listed(list, word string) bool { return Default().form(listForm, list).asList().set[word] }

// Marks gives the words or texts of a list of the built-in table. They must not be changed.
func Marks(list string) []string { return Default().form(listForm, list).asList().texts }

// Marked reports whether a text holds one of the texts of a list.
func Marked(list, text string) bool { return containsAny(text, Marks(list)...) }

// Matches reports whether a text matches one of the patterns of a list: stars stand for any text, question marks for
// one character.
func Matches(list, text string) bool { return matchAny(Marks(list), text) }

// Begins reports whether a text begins with one of the texts of a list.
func Begins(list, text string) bool { return hasAnyPrefix(text, Marks(list)...) }
