// Command approved runs ordinary commands twice from the same files at the same
// path, by bash and by pp with a person's approval, and compares how they ended, what
// they printed, and what they left: the tree with its modes and times, and the state
// of each git repository. What was approved has to happen exactly as without pp.
//
//	go run ./.ci/approved [-only PATTERN] [-v] [-pp BINARY] [-mode MODE] [-part] [-undo]
//
// The commands are in commands/*.txt, what they start from in fixtures/*.sh. It exits
// 1 when one differs or is denied and the file does not say so with a reason, when
// one does not although the file says so, and when bash itself does not end one as it
// should, and when something differs and pp's own exit code does not tell. Programs that are not installed are named,
// and do not fail it. With -undo, "pp undo" takes each command back, and what differs then from before it is printed
// and fails it; what left the workspace, and without layers what nothing named, does.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// workers is the number of commands that run at once, each in its own home.
const workers = 2

type options struct {
	only          *regexp.Regexp
	verbose, undo bool
	part          bool
	pp, mode, dir string
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("approved: ")
	if len(os.Args) > 2 && os.Args[1] == confineArg {
		confined(os.Args[2], os.Args[3:])
	}
	var o options
	only := flag.String("only", "", "run only commands whose name, fixture or line matches `PATTERN`")
	flag.BoolVar(&o.verbose, "v", false, "print every difference in full")
	flag.StringVar(&o.pp, "pp", "", "test this `BINARY` instead of building one")
	flag.StringVar(&o.mode, "mode", "full",
		"the machine to imitate: "+strings.Join(modes, ", ")+", or all, one after the other")
	flag.BoolVar(&o.undo, "undo", false, "also undo each command")
	flag.BoolVar(&o.part, "part", false, "run only the commands in part.txt, in every mode, as .ci/run does")
	flag.Parse()
	o.only = regexp.MustCompile(*only)
	var err error
	if o.dir, err = filepath.Abs(".ci/approved"); err != nil {
		log.Fatal(err)
	}
	if os.Getenv(inMode) == "" {
		os.Exit(inTurn(o))
	}
	os.Exit(run(o))
}

// inMode names the variable that marks the process that runs one mode.
const inMode = "APPROVED_MODE"

// inTurn runs this program in each mode and returns the exit status.
func inTurn(o options) int {
	list := modes
	if o.mode != "all" && !o.part {
		list = []string{o.mode}
	}
	if o.pp == "" {
		dir, err := os.MkdirTemp("", "approved-")
		if err != nil {
			log.Fatal(err)
		}
		defer os.RemoveAll(dir)
		o.pp = filepath.Join(dir, "pp")
		cmd := exec.Command("go", "build", "-o", o.pp, ".")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			log.Fatalf("building pp: %v\n%s", err, out)
		}
	}
	status := 0
	for _, mode := range list {
		if mode == "nooverlay" && os.Geteuid() != 0 {
			fmt.Println("nooverlay: not tried, which only root can make")
			continue
		}
		cmd := exec.Command("/proc/self/exe", append(os.Args[1:], "-mode", mode, "-pp", o.pp)...)
		cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdout, os.Stderr, append(os.Environ(), inMode+"="+mode)
		if mode == "nooverlay" {
			cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
		}
		if cmd.Run() != nil {
			status = 1
		}
	}
	return status
}

// run compares the commands in one mode and returns the exit status.
func run(o options) int {
	cases, err := readCases(o.dir)
	if err == nil && o.part {
		cases, err = chosen(o.dir, o.mode, cases)
	}
	if err == nil {
		o.pp, err = filepath.Abs(o.pp)
	}
	// pp treats what is below the home as it does any home's, not as a directory for temporary files.
	base, err2 := os.MkdirTemp(os.Getenv("HOME"), ".approved-")
	if err != nil || err2 != nil {
		log.Fatal(err, err2)
	}
	defer removeAll(base)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	go func() {
		<-stop
		removeAll(base)
		os.Exit(130)
	}()
	homes := base
	if o.mode == "nooverlay" {
		if homes, err = overlaid(base); err != nil {
			log.Fatal(err)
		}
		defer syscall.Unmount(homes, syscall.MNT_DETACH)
	}
	work, results := make(chan []kase), make(chan result)
	var wg sync.WaitGroup
	for i := range workers {
		w, err := newWorker(o, filepath.Join(homes, fmt.Sprint("w", i)))
		if err != nil {
			log.Fatal(err)
		}
		wg.Go(func() {
			for batch := range work {
				for _, c := range batch {
					results <- w.compare(c)
				}
			}
		})
	}
	go func() {
		for _, b := range batches(o.only, cases) {
			work <- b
		}
		close(work)
		wg.Wait()
		close(results)
	}()
	return report(o, results)
}

// batches groups commands by fixture, since each worker makes a fixture once.
func batches(only *regexp.Regexp, cases []kase) (out [][]kase) {
	for _, c := range cases {
		last := len(out) - 1
		switch {
		case !only.MatchString(c.name + " " + c.fixture + ": " + c.lines[0]):
		case last >= 0 && out[last][0].fixture == c.fixture && len(out[last]) < 24:
			out[last] = append(out[last], c)
		default:
			out = append(out, []kase{c})
		}
	}
	return out
}

// removeAll removes a tree, of which commands may have made parts read-only.
func removeAll(dir string) {
	if os.RemoveAll(dir) != nil {
		_ = exec.Command("chmod", "-R", "u+rwX", dir).Run()
		if err := os.RemoveAll(dir); err != nil {
			log.Print(err)
		}
	}
}

// result holds a command and its results under bash and under pp.
type result struct {
	kase
	bash, pp ended
	left     []string // files that pp undo did not restore, and its messages
	failure  error    // of this program
}

// absent is bash's message for a program that is not installed.
const absent = ": command not found"

// report prints the differences and the number of unexpected results, and returns the exit status.
func report(o options, results <-chan result) int {
	count := map[string]int{}
	for r := range results {
		is, differs := r.judge()
		count[is]++
		want := r.expected(o.mode)
		listed := is == want.what || is == "missing"
		// pp's exit code must show that its result differs from bash's.
		if is == "differs" && r.pp.status == 0 {
			listed = want.what == "names" && r.bash.exit == r.pp.exit
		}
		if !listed || len(r.left) > 0 {
			count["not as listed"]++
		}
		if is != "same" || !listed || o.verbose {
			fmt.Printf("%-8s %-26s %s; pp exit %d; listed as %s %s; %.200s\n", is, r.name, r.pp.verdict, r.pp.status,
				want.what, want.reason, strings.Join(differs, "; "))
		}
		if len(r.left) > 0 {
			fmt.Printf("left     %-26s %s\n", r.name, strings.Join(r.left, " "))
		}
		if o.verbose && is != "same" {
			fmt.Printf("    $ %s\n    asked: %s\n    bash %s: %s\n    pp %s: %s\n    %s\n", strings.Join(r.lines, "\n    $ "),
				r.pp.asked, r.bash.exit, r.bash.output, r.pp.exit, r.pp.output, strings.Join(differs, "\n    "))
		}
	}
	fmt.Println(o.mode, count)
	return min(count["not as listed"], 1)
}

// judge classifies a result as "same", "prints", "differs", "denied", "missing" or "broken", and lists the differences.
func (r result) judge() (is string, differs []string) {
	switch {
	case r.failure != nil:
		return "broken", []string{r.failure.Error()}
	case r.bash.exit != r.exit && strings.Contains(r.bash.output, absent):
		return "missing", []string{r.bash.output}
	case r.bash.exit != r.exit:
		return "broken", []string{fmt.Sprintf("bash ends it with %s, not %s: %s", r.bash.exit, r.exit, r.bash.output)}
	case r.pp.verdict == "denied":
		return "denied", []string{r.pp.asked}
	}
	differs = r.bash.state.differences(r.pp.state)
	if r.bash.exit != r.pp.exit {
		differs = append(differs, fmt.Sprintf("exit %s, not %s", r.pp.exit, r.bash.exit))
	}
	is = "same"
	if len(differs) > 0 {
		is = "differs"
	} else if normal(r.bash.output) != normal(r.pp.output) {
		is = "prints"
		differs = otherLines(normal(r.bash.output), normal(r.pp.output))
	}
	return is, differs
}

// otherLines returns the lines that only one of two texts has.
func otherLines(bash, pp string) (out []string) {
	had, has := strings.Split(bash, "\n"), strings.Split(pp, "\n")
	for _, l := range has {
		if !slices.Contains(had, l) {
			out = append(out, "+"+l)
		}
	}
	for _, l := range had {
		if !slices.Contains(has, l) {
			out = append(out, "-"+l)
		}
	}
	return out
}
