package shell

import (
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// What some programs print is known well enough to be an operand of another: numbers, and the names of commits and
// containers, which are letters and digits. Each rule here lists the words that it is true with; any other word could
// add a text of somebody's choice to the output, and makes it unknown.

// processes notes whose processes the numbers are that are printed.
func (ap *applied) processes() {
	last := ap.words[len(ap.words)-1].Text
	if ap.in.Name == "ps" {
		if last = "."; !strings.Contains(strings.Join(program(ap.words).Words, " "), "pid=") {
			return
		}
	}
	if n := len(ap.words); strings.Trim(last, ".*^$") == "" ||
		n > 2 && ap.in.Name == "pgrep" && strings.HasPrefix(ap.words[n-2].Text, "-") &&
			strings.ContainsAny(ap.words[n-2].Text[1:], "uUG") {
		last = "-1" // every process, or every one of a user
	}
	ap.out.Processes = []string{last}
}

// printsNumbers reports whether a program prints nothing but numbers, each in a line of its own or between blanks.
func (ap *applied) printsNumbers() bool {
	args := ap.words[1:]
	switch ap.in.Name {
	case "nproc":
		return onlyFlags(args, " --all ")
	case "wc":
		return onlyClusters(args, "clmwL", " --lines --words --bytes --chars ")
	case "expr":
		return calculates(args)
	case "date":
		return dateNumber(args)
	case "id":
		return len(args) == 1 && (args[0].Text == "-u" || args[0].Text == "-g")
	case "tput":
		return len(args) == 1 && (args[0].Text == "cols" || args[0].Text == "lines" || args[0].Text == "colors")
	case "stat":
		return len(args) > 2 && args[0].Text == "-c" && (args[1].Text == "%s" || args[1].Text == "%Y" ||
			args[1].Text == "%a") && noFlags(args[2:])
	case "grep", "egrep", "fgrep":
		return ap.counts(args)
	case "pgrep":
		return pgrepNumbers(args)
	case "pidof":
		return onlyClusters(args[:max(0, len(args)-1)], "sxq", "") && noFlags(args[max(0, len(args)-1):])
	case "ps":
		return psNumbers(args)
	case "git rev-list":
		return len(args) > 1 && ap.flag("--count") && gitWords(args[1:], "git/rev-list", "git/count")
	}
	return false
}

// printsIdents reports whether a program prints nothing but words of letters and digits.
func (ap *applied) printsIdents() bool {
	args := ap.words[1:]
	if _, verb, ok := strings.Cut(ap.in.Name, " "); ok && (len(args) == 0 || !strings.HasPrefix(verb, args[0].Text)) {
		return false // flags before the verb can set what is printed
	}
	switch name := ap.in.Name; name {
	case "git rev-list":
		return len(args) > 1 && !ap.flag("--count") && gitWords(args[1:], "git/rev-list")
	case "git merge-base":
		return len(args) > 1 && gitWords(args[1:], "git/merge-base")
	case "git hash-object":
		return len(args) > 1 && gitWords(args[1:], "git/hash-object")
	case "git rev-parse":
		return len(args) > 1 && revision(args[1:])
	case "git log":
		return len(args) > 1 && logsIdents(args[1:])
	case "docker ps", "docker container ls", "docker container list", "docker images", "docker image ls", "podman ps",
		"podman images", "docker compose ps":
		return ap.containerIdents(args)
	}
	return false
}

// printsOneWord reports whether a program prints one word, without blanks.
func (ap *applied) printsOneWord() bool {
	args := ap.words[1:]
	switch ap.in.Name {
	case "whoami", "hostname", "arch", "uuidgen":
		return len(args) == 0
	case "uname":
		return len(args) == 0 || len(args) == 1 && len(args[0].Text) == 2 && strings.Contains("smrn", args[0].Text[1:])
	case "id":
		return len(args) == 1 && (args[0].Text == "-un" || args[0].Text == "-gn")
	case "git branch":
		return len(args) == 2 && args[1].Text == "--show-current"
	case "git symbolic-ref":
		return onlyFlags(args, " symbolic-ref --short -q --quiet HEAD refs/remotes/origin/HEAD ")
	case "git describe":
		return onlyFlags(args,
			" describe --tags --always --dirty --long --all --abbrev=0 --abbrev=7 --abbrev=8 HEAD HEAD^ HEAD~1 ")
	case "git rev-parse":
		return onlyFlags(args, " rev-parse --abbrev-ref --short --verify -q HEAD @ ") &&
			strings.Count(" "+strings.Join(program(ap.words).Words, " ")+" ", "HEAD ") == 1
	case "date":
		if len(args) == 0 || !args[len(args)-1].Known {
			return false
		}
		format, ok := strings.CutPrefix(args[len(args)-1].Text, "+")
		return ok && format != "" && !strings.ContainsAny(format, " \t\n") && strings.Trim(dateFields.Replace(format),
			"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:.-/") == "" && datesOnly(args[:len(args)-1])
	}
	return false
}

// dateFields are the fields of date that have no blanks.
var dateFields = strings.NewReplacer("%Y", "", "%m", "", "%d", "", "%H", "", "%M", "", "%S", "", "%F", "", "%T", "",
	"%s", "", "%N", "", "%j", "", "%y", "", "%V", "", "%u", "")

// onlyFlags reports whether all words are in a list that is separated by spaces.
func onlyFlags(args []word, list string) bool {
	return !slices.ContainsFunc(args, func(w word) bool { return !w.Known || !strings.Contains(list, " "+w.Text+" ") })
}

// onlyClusters is onlyFlags with single letters besides.
func onlyClusters(args []word, letters, list string) bool {
	for _, w := range args {
		if !w.Known || len(w.Text) < 2 || w.Text[0] != '-' {
			return false
		}
		if w.Text[1] == '-' && strings.Contains(list, " "+w.Text+" ") {
			continue
		}
		if strings.Trim(w.Text[1:], letters) != "" {
			return false
		}
	}
	return true
}

// noFlags reports whether no word can be a flag.
func noFlags(args []word) bool {
	return !slices.ContainsFunc(args, func(w word) bool {
		return !w.Known && !w.Flagless || w.Many || strings.HasPrefix(w.Text, "-")
	})
}

// calculates reports whether expr has one operation that gives a number. Its others print what they are given.
func calculates(args []word) bool {
	if len(args) != 3 {
		return false
	}
	for _, w := range args {
		if !w.Known && w.Many {
			return false
		}
	}
	return args[1].Known && listed(" + - * / % ", args[1].Text)
}

// dateNumber reports whether the format of date is one of digits. The words before it may say which date.
func dateNumber(args []word) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return last.Known && table.Listed("date/numbers", last.Text) && datesOnly(args[:len(args)-1])
}

// datesOnly reports whether the words before a format of date say which date is meant, and no more.
func datesOnly(args []word) bool {
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case w.Many:
			return false
		case w.Text == "-d" || w.Text == "-r" || w.Text == "--date" || w.Text == "--reference":
			if i++; i >= len(args) || args[i].Many {
				return false
			}
		case w.Known && (w.Text == "-u" || w.Text == "--utc" || strings.HasPrefix(w.Text, "--date=") ||
			strings.HasPrefix(w.Text, "--reference=")):
		default:
			return false
		}
	}
	return true
}

// counts reports whether grep prints one count: of its input, or of one file, whose name it then leaves out.
func (ap *applied) counts(args []word) bool {
	found := false
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case !w.Known && !w.Flagless || w.Text == "--":
			return false
		case w.Text == "-e":
			i++ // a pattern, whatever it looks like
		case strings.HasPrefix(w.Text, "--"):
			if !onlyFlags(args[i:i+1],
				" --count --ignore-case --invert-match --fixed-strings --extended-regexp --word-regexp ") {
				return false
			}
			found = found || w.Text == "--count"
		case strings.HasPrefix(w.Text, "-"):
			if strings.Trim(w.Text[1:], "ciEFvwxPsh") != "" {
				return false
			}
			found = found || strings.Contains(w.Text, "c")
		}
	}
	files := 0
	for _, op := range ap.in.Operands {
		switch op.Kind {
		case table.Read:
			files++
			found = found && !op.Many
		case table.ReadTree:
			return false
		}
	}
	return found && files <= 1
}

// pgrepNumbers reports whether pgrep prints numbers alone, without names and with no separator of its own.
func pgrepNumbers(args []word) bool {
	for i := 0; i < len(args); i++ {
		w := args[i]
		if !w.Known && !w.Flagless {
			return false
		}
		if !strings.HasPrefix(w.Text, "-") {
			continue
		}
		if strings.Contains(" -u -U -P -g -t ", " "+w.Text+" ") {
			i++
			continue
		}
		if strings.Trim(w.Text[1:], "fxnoicv") != "" {
			return false
		}
	}
	return true
}

// psNumbers reports whether ps is asked for numbers of processes without a heading.
func psNumbers(args []word) bool {
	format := 0
	for i := 0; i < len(args); i++ {
		switch w := args[i]; {
		case !w.Known:
			return false
		case w.Text == "-o" || w.Text == "-eo":
			i++
			format++
			if i >= len(args) || !args[i].Known || args[i].Text != "pid=" && args[i].Text != "ppid=" && args[i].Text != "pgid=" {
				return false
			}
		case strings.Contains(" -p -C -u -U --ppid ", " "+w.Text+" "):
			i++
			if i < len(args) && args[i].Many {
				return false
			}
		case w.Text != "-e" && w.Text != "-A":
			return false
		}
	}
	return format == 1
}

// gitWords reports whether all flags are in the lists, or numbers. Other words select, and are not printed.
func gitWords(args []word, lists ...string) bool {
	for _, w := range args {
		if !w.Known && !w.Flagless {
			return false
		}
		flag, _, _ := strings.Cut(w.Text, "=")
		if flag == "--" {
			return true
		}
		listed := slices.ContainsFunc(lists, func(list string) bool { return table.Listed(list, flag) })
		if strings.HasPrefix(flag, "-") && !listed && !value.IsNumber(flag) &&
			!value.IsNumber(strings.TrimPrefix(flag, "-n")) {
			return false
		}
	}
	return true
}

// revision reports whether git rev-parse prints the name of one commit. Words that
// are none it prints as they stand, before it fails, and file names even without.
func revision(args []word) bool {
	n, verify := 0, false
	for _, w := range args {
		switch {
		case !w.Known:
			return false
		case strings.HasPrefix(w.Text, "-"):
			verify = verify || w.Text == "--verify" // prints nothing else
			if flag, _, _ := strings.Cut(w.Text, "="); flag != "--short" && flag != "--verify" && flag != "-q" &&
				flag != "--quiet" {
				return false
			}
		default:
			n++
			name := strings.TrimPrefix(w.Text, "origin/")
			if end := strings.IndexAny(name, "~^@"); end >= 0 {
				if strings.Trim(name[end:], "~^@{}u0123456789") != "" {
					return false
				}
				name = name[:end]
			}
			if !strings.Contains("  HEAD FETCH_HEAD ORIG_HEAD MERGE_HEAD main master ", " "+name+" ") &&
				(len(name) < 7 || strings.Trim(name, "0123456789abcdef") != "") && !verify {
				return false
			}
		}
	}
	return n == 1
}

// logsIdents reports whether git log prints nothing but names of commits and times.
func logsIdents(args []word) bool {
	formats := 0
	for i, w := range args {
		flag, format, ok := strings.Cut(w.Text, "=")
		if flag == "--" {
			args = args[:i]
			break
		}
		if !ok || flag != "--format" && flag != "--pretty" {
			continue
		}
		formats++
		format = strings.TrimPrefix(strings.TrimPrefix(format, "t"), "format:")
		if !w.Known || strings.Trim(strings.NewReplacer("%H", "", "%h", "", "%T", "", "%t", "", "%P", "", "%p", "", "%ct", "",
			"%at", "", "%n", "").Replace(format), " ") != "" {
			return false
		}
	}
	return formats == 1 && gitWords(args, "git/rev-list", "git/log")
}

// containerIdents reports whether docker or podman lists numbers of containers or images alone.
func (ap *applied) containerIdents(args []word) bool {
	quiet := false
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case !w.Known && !w.Flagless, w.Text == "--format":
			return false
		case w.Text == "-f" || w.Text == "--filter" || w.Text == "-n" || w.Text == "--last":
			i++
		case w.Text == "--quiet":
			quiet = true
		case strings.HasPrefix(w.Text, "--"):
			flag, _, _ := strings.Cut(w.Text, "=")
			if !strings.Contains(" --all --latest --no-trunc --filter --last --status --services ", " "+flag+" ") ||
				flag == "--services" || flag == "--no-trunc" {
				return false
			}
		case strings.HasPrefix(w.Text, "-"):
			if strings.Trim(w.Text[1:], "aql") != "" {
				return false
			}
			quiet = quiet || strings.Contains(w.Text, "q")
		}
	}
	return quiet && ap.in.Class == effect.ProgramReads
}
