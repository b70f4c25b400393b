// Command approved runs ordinary commands twice from the same files at the same
// path, by bash and by pp with a person's approval, and compares how they ended, what
// they printed, and what they left: the tree with its modes and times, and the state
// of each git repository. What was approved has to happen exactly as without pp.
//
//	go run ./.ci/approved [-only PATTERN] [-v] [-pp BINARY] [-mode MODE] [-part] [-j N] [-list] [-undo]
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
	"sort"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

type options struct {
	only    *regexp.Regexp
	verbose bool
	pp      string
	mode    string
	undo    bool
	workers int
	dir     string // of this program's data
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("approved: ")
	if len(os.Args) > 2 && os.Args[1] == confineArg {
		confined(os.Args[2], os.Args[3:])
	}
	var o options
	only := flag.String("only", "", "only the commands whose name, fixture or line matches `PATTERN`")
	flag.BoolVar(&o.verbose, "v", false, "print what differs whole, and the names of what is the same")
	flag.StringVar(&o.pp, "pp", "", "the `BINARY` to try; one is built when it is not given")
	flag.StringVar(&o.mode, "mode", "", "what the machine gives pp: full (if not given), nooverlay (mounts, as root),\n"+
		"landlock (no namespaces) or nothing; bash tries bash against itself, and nothing may differ")
	flag.IntVar(&o.workers, "j", 2, "how many at once")
	flag.BoolVar(&o.undo, "undo", false, "take each command back, too")
	part := flag.Bool("part", false, "a part of the commands, in every mode: what .ci/run does")
	list := flag.Bool("list", false, "print the names and lines, and run nothing")
	flag.Parse()
	o.only = regexp.MustCompile(*only)
	o.dir = dataDir()
	cases, err := readCases(o.dir, o.only)
	if err != nil {
		log.Fatal(err)
	}
	if *part && o.mode == "" {
		os.Exit(parts(o))
	}
	if o.mode == "" {
		o.mode = "full"
	}
	if *part {
		cases = chosen(cases, o.mode)
	}
	if *list {
		for _, c := range cases {
			fmt.Printf("%-28s %-8s %s\n", c.name, c.fixture, c.line)
		}
		return
	}
	switch o.mode {
	case "nooverlay":
		if os.Getenv(ownMounts) == "" {
			os.Exit(inOwnMounts())
		}
	case "full", "landlock", "nothing", "bash":
	default:
		log.Fatalf("there is no mode %q", o.mode)
	}
	os.Exit(run(o, cases))
}

// dataDir is where the commands and fixtures are: beside this program's source, from
// the root of the repository or from within.
func dataDir() string {
	for _, d := range []string{".ci/approved", "."} {
		if _, err := os.Stat(filepath.Join(d, "fixtures")); err == nil {
			if abs, err := filepath.Abs(d); err == nil {
				return abs
			}
		}
	}
	log.Fatal("run it from the root of the repository: go run ./.ci/approved")
	return ""
}

// run compares all cases, and gives the exit status.
func run(o options, cases []kase) int {
	start := time.Now()
	base, err := os.MkdirTemp(homeForTests(), ".approved-")
	if err != nil {
		log.Fatal(err)
	}
	defer removeAll(base)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	go func(base string) {
		<-stop
		removeAll(base)
		os.Exit(130)
	}(base)
	if o.mode == "nooverlay" {
		top := base
		if base, err = overlaid(top); err != nil {
			log.Fatal(err)
		}
		defer unix.Unmount(base, unix.MNT_DETACH)
	}
	if o.pp == "" {
		o.pp = filepath.Join(base, "pp")
		build(o.dir, o.pp)
	}
	if o.pp, err = filepath.Abs(o.pp); err != nil {
		log.Fatal(err)
	}
	work := make(chan []kase)
	var results []result
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range o.workers {
		wg.Go(func() {
			w, err := newWorker(o, filepath.Join(base, fmt.Sprint("w", i)))
			if err != nil {
				log.Print(err)
				os.Exit(1)
			}
			for batch := range work {
				for _, c := range batch {
					r := w.compare(c.in(o.mode))
					mu.Lock()
					results = append(results, r)
					mu.Unlock()
				}
			}
		})
	}
	for _, b := range batches(cases) {
		work <- b
	}
	close(work)
	wg.Wait()
	sort.Slice(results, func(i, j int) bool { return results[i].number < results[j].number })
	fmt.Printf("%s: ", o.mode)
	return report(results, o.verbose, time.Since(start))
}

func build(dir, to string) {
	cmd := exec.Command("go", "build", "-o", to, ".")
	cmd.Dir = filepath.Join(dir, "../..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		log.Fatalf("building pp: %v\n%s", err, out)
	}
}

// homeForTests is a directory that pp treats as it does any home: not one of the
// temporary directories, in which commands may write what is thrown away.
func homeForTests() string {
	home, err := os.UserHomeDir()
	if err != nil {
		log.Fatal(err)
	}
	return home
}

// batches keeps commands of one fixture together, since it is made once for each
// worker, and those with caches that fill slowly all in one.
func batches(cases []kase) [][]kase {
	const most = 24
	var out [][]kase
	for _, c := range cases {
		last := len(out) - 1
		if last >= 0 && out[last][0].fixture == c.fixture && (len(out[last]) < most || slow[c.fixture]) {
			out[last] = append(out[last], c)
		} else {
			out = append(out, []kase{c})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return slow[out[i][0].fixture] && !slow[out[j][0].fixture] })
	return out
}

var slow = map[string]bool{"go": true, "cargo": true}

// removeAll removes a tree, of which commands may have made parts read-only.
func removeAll(dir string) {
	if os.RemoveAll(dir) != nil {
		exec.Command("chmod", "-R", "u+rwX", dir).Run()
		if err := os.RemoveAll(dir); err != nil {
			log.Print(err)
		}
	}
}
