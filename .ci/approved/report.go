package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"
)

// result is a command and what became of it on both sides.
type result struct {
	kase
	bash, pp ended
	left     []string // that pp undo did not make as before
	undo     string   // what it said
	failure  error    // of this program
}

// differences say what differs, in few words; nil for nothing.
func (r result) differences() []string {
	var out []string
	if r.bash.exit != r.pp.exit {
		out = append(out, fmt.Sprintf("exit %s, not %s", r.pp.exit, r.bash.exit))
	}
	if normal(r.bash.output) != normal(r.pp.output) {
		out = append(out, "output "+firstOther(normal(r.bash.output), normal(r.pp.output)))
	}
	if d := paths(r.bash.files, r.pp.files); len(d) > 0 {
		more := ""
		if n := len(d) - 4; n > 0 {
			d, more = d[:4], fmt.Sprintf(" and %d more", n)
		}
		out = append(out, "tree "+strings.Join(d, " ")+more)
	}
	sections := map[string]bool{}
	for k := range union(r.bash.git, r.pp.git) {
		if r.bash.git[k] != r.pp.git[k] {
			_, s, _ := strings.Cut(k, " ")
			sections[s] = true
		}
	}
	if len(sections) > 0 {
		out = append(out, "git "+strings.Join(slices.Sorted(maps.Keys(sections)), ","))
	}
	return out
}

// firstOther is the first line that only pp's output has, else the first that only
// bash's has, after a minus.
func firstOther(bash, pp string) string {
	had, has := strings.Split(bash, "\n"), strings.Split(pp, "\n")
	for _, l := range has {
		if !slices.Contains(had, l) {
			return fmt.Sprintf("%.120q", l)
		}
	}
	for _, l := range had {
		if !slices.Contains(has, l) {
			return fmt.Sprintf("-%.120q", l)
		}
	}
	return "in another order"
}

func union[V any](a, b map[string]V) map[string]bool {
	out := map[string]bool{}
	for k := range a {
		out[k] = true
	}
	for k := range b {
		out[k] = true
	}
	return out
}

// paths name what differs: - is missing under pp, + is there only under pp, ~ is
// another, @ has another time. The time of a directory in which something was made and is gone
// again is not compared: a layer keeps no trace of what it never had.
func paths(bash, pp tree) []string {
	var out []string
	for p := range union(bash, pp) {
		a, was := bash[p]
		b, is := pp[p]
		switch {
		case !is:
			out = append(out, "-"+p)
		case !was:
			out = append(out, "+"+p)
		case a.what != b.what:
			out = append(out, "~"+p)
		case a.when != b.when && (a.when != "now" || b.when != "" || !strings.HasPrefix(a.what, "d")):
			out = append(out, "@"+p)
		}
	}
	sort.Strings(out)
	return out
}

// wrong says why bash did not run it as the file says, "" if it did.
func (r result) wrong() string {
	if r.failure != nil {
		return r.failure.Error()
	}
	if r.bash.exit != r.exit {
		return fmt.Sprintf("bash ends it with %s, not %s: %s", r.bash.exit, r.exit, firstLine(r.bash.output))
	}
	return ""
}

// absent is what bash says of a program that is not installed.
var absent = regexp.MustCompile(`: command not found`)

// totals count what became of the commands.
type totals struct {
	same, differ, denied, missing, broken int
	asked                                 int // by pp, before or after
	unlisted                              int // not as the file says
	zero, ppZero                          int // differ with exit 0 of the command, and of pp
	left                                  int // not as before after pp undo
}

// report prints what differs, and the totals, and gives the exit status.
func report(results []result, verbose bool, took time.Duration) int {
	var t totals
	for _, r := range results {
		t.add(r, verbose)
	}
	fmt.Printf("%d commands: %d same, %d differ (%d of them with exit 0 of the command, %d with exit 0 of pp), "+
		"%d denied; %d were asked about; %d missing, %d broken; %d not as listed; %.0f s\n", len(results), t.same,
		t.differ, t.zero, t.ppZero, t.denied, t.asked, t.missing, t.broken, t.unlisted, took.Seconds())
	if t.left > 0 {
		fmt.Printf("%d are not taken back\n", t.left)
	}
	return count(t.unlisted+t.broken+t.left > 0)
}

func (t *totals) add(r result, verbose bool) {
	if r.bash.exit != r.exit && absent.MatchString(r.bash.output) {
		t.missing++
		fmt.Printf("missing  %-26s %s\n", r.name, firstLine(r.bash.output))
		return
	}
	if why := r.wrong(); why != "" {
		t.broken++
		fmt.Printf("broken   %-26s %s\n", r.name, why)
		return
	}
	t.asked += count(r.pp.verdict == "approved")
	d, is := r.differences(), "same"
	switch {
	case r.pp.verdict == "denied":
		is = "denied"
		t.denied++
	case len(d) == 1 && strings.HasPrefix(d[0], "output "):
		is = "prints"
		t.differ++
	case len(d) > 0:
		is = "differs"
		t.differ++
		t.zero += count(r.pp.exit == "0")
		t.ppZero += count(r.pp.status == 0)
	default:
		t.same++
	}
	listed := r.expect == is || r.expect == "" && is == "same"
	// What does not happen as in bash has to be seen from pp's own exit code.
	if is == "differs" && r.pp.status == 0 {
		listed = r.expect == "names" && r.bash.exit == r.pp.exit
	}
	t.unlisted += count(!listed)
	r.print(is, d, listed, verbose)
	if len(r.left) > 0 {
		t.left++
		fmt.Printf("left     %-26s %s; undo: %q\n", r.name, strings.Join(r.left, " "), r.undo)
	}
}

// print prints a command that is not the same, or not as the file says.
func (r result) print(is string, d []string, listed, verbose bool) {
	if is == "same" && listed {
		if verbose {
			fmt.Printf("same     %-26s %s %s\n", r.name, r.pp.verdict, firstLine(r.line))
		}
		return
	}
	mark := ""
	switch {
	case listed:
		mark = " (listed: " + r.reason + ")"
	case r.expect != "":
		mark = " (listed as " + r.expect + ")"
	}
	what := strings.Join(d, "; ")
	if is == "denied" {
		what = firstLine(r.pp.asked)
	}
	fmt.Printf("%-8s %-26s %s; pp exit %d; %s%s\n", is, r.name, r.pp.verdict, r.pp.status, what, mark)
	if verbose {
		r.detail()
	}
}

// detail prints what differs whole.
func (r result) detail() {
	fmt.Println(indent("$ " + strings.Join(append([]string{r.line}, r.then...), "\n$ ")))
	fmt.Println(indent("asked: " + r.pp.asked))
	fmt.Println(indent("bash " + r.bash.exit + ": " + r.bash.output))
	fmt.Println(indent("pp " + r.pp.exit + ": " + r.pp.output))
	for _, p := range paths(r.bash.files, r.pp.files) {
		a, b := r.bash.files[p[1:]], r.pp.files[p[1:]]
		fmt.Println(indent(fmt.Sprintf("%s\n  bash %s %s\n  pp   %s %s", p, a.what, a.when, b.what, b.when)))
	}
	for k := range union(r.bash.git, r.pp.git) {
		if a, b := r.bash.git[k], r.pp.git[k]; a != b {
			fmt.Println(indent("git " + k + "\n  bash " + a + "\n  pp   " + b))
		}
	}
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return text
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
