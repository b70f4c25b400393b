package script

import (
	"path"
	"strconv"
	"strings"
)

// wordFunction is what a function of make gives for words that are known.
func wordFunction(function string, args []string) (string, bool) {
	last := args[len(args)-1]
	list := strings.Fields(last)
	switch {
	case function == "wildcard": // the shell finds the same
		return last, true
	case function == "dir":
		for i := range list {
			list[i] = directory(list[i])
		}
		return strings.Join(list, " "), true
	case strings.Contains(strings.Join(args, ""), "${") && function != "addprefix" && function != "addsuffix":
		return "", false
	case function == "notdir":
		for i := range list {
			list[i] = path.Base(list[i])
		}
		return strings.Join(list, " "), true
	case len(args) < 2:
		return "", false
	}
	first := strings.TrimSpace(args[0])
	switch function {
	case "word":
		n, err := strconv.Atoi(first)
		if err != nil || n < 1 || n > len(list) {
			return "", err == nil
		}
		return list[n-1], true
	case "join":
		return joined(strings.Fields(first), list), true
	case "patsubst":
		if len(args) != 3 {
			return "", false
		}
	}
	var out []string
	for _, word := range list {
		switch function {
		case "addprefix":
			out = append(out, first+word)
		case "addsuffix":
			out = append(out, word+first)
		case "patsubst":
			if stem, ok := stem(first, word); ok {
				word = strings.Replace(strings.TrimSpace(args[1]), "%", stem, 1)
			}
			out = append(out, word)
		case "filter", "filter-out":
			found := false
			for pattern := range strings.FieldsSeq(first) {
				_, ok := stem(pattern, word)
				found = found || ok
			}
			if found == (function == "filter") {
				out = append(out, word)
			}
		}
	}
	return strings.Join(out, " "), true
}

// wordsSize returns the greatest possible length of the words that a function of make returns.
func wordsSize(args []string) int {
	last, others := args[len(args)-1], 0
	for _, a := range args[:len(args)-1] {
		others += len(a)
	}
	return len(last) + others*len(strings.Fields(last))
}

// directory is what comes before the last part of a path, as make has it. What is not known is all that is known of it.
func directory(name string) string {
	i := strings.LastIndexByte(name, '/')
	switch {
	case i >= 0:
		return name[:i+1]
	case strings.Contains(name, "${"):
		return name
	}
	return "./"
}

// stem is what the sign % of a pattern stands for in a word.
func stem(pattern, word string) (string, bool) {
	before, after, ok := strings.Cut(pattern, "%")
	if !ok {
		return "", pattern == word
	}
	if len(word) < len(before)+len(after) || !strings.HasPrefix(word, before) || !strings.HasSuffix(word, after) {
		return "", false
	}
	return word[len(before) : len(word)-len(after)], true
}

// joined are the words of two lists, each with the one at its place.
func joined(a, b []string) string {
	var out []string
	for i := range max(len(a), len(b)) {
		word := ""
		if i < len(a) {
			word = a[i]
		}
		if i < len(b) {
			word += b[i]
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// let writes a text in which names stand for the words of a list, the last one for all that are left.
func (m *makefile) let(w *writer, args Text, b *bindings, depth int) {
	parts := arguments(args)
	if len(parts) < 3 || !m.file.spend(1+len(b.values)) {
		return
	}
	own := b.within()
	words := strings.Fields(m.expand(parts[1], b, depth+1).S)
	names := strings.Fields(parts[0].S)
	for i, name := range names {
		n := min(i, len(words))
		end := min(n+1, len(words))
		if i == len(names)-1 {
			end = len(words)
		}
		own.values[name] = Text{S: strings.Join(words[n:end], " ")}
	}
	w.add(m.expand(args.cut(len(parts[0].S)+len(parts[1].S)+2, len(args.S)), own, depth+1))
	b.took(own)
}
