// Command measure runs commands in turn, again and again, and prints for each the
// median and the ninetieth percentile of its wall time in microseconds, its
// largest resident memory in KiB, and its name. Each line of standard input is
// "NAME", a tab, and a command without quoting; a command that fails ends it. The
// commands take turns, so that a noisy machine is noisy for all of them.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type command struct {
	name   string
	argv   []string
	times  []time.Duration
	memory int64
}

func main() {
	runs, err := strconv.Atoi(os.Args[1])
	if err != nil || runs < 1 {
		log.Fatal("usage: measure RUNS < COMMANDS")
	}
	var list []*command
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		name, rest, _ := strings.Cut(in.Text(), "\t")
		list = append(list, &command{name: name, argv: strings.Fields(rest)})
	}
	for range runs {
		for _, c := range list {
			c.run()
		}
	}
	for _, c := range list {
		slices.Sort(c.times)
		fmt.Printf("%d\t%d\t%d\t%s\n", c.times[len(c.times)/2].Microseconds(), c.times[len(c.times)*9/10].Microseconds(), c.memory, c.name)
	}
}

func (c *command) run() {
	cmd := exec.Command(c.argv[0], c.argv[1:]...)
	start := time.Now()
	out, err := cmd.Output()
	c.times = append(c.times, time.Since(start))
	if err != nil || len(out) == 0 {
		log.Fatalf("%s: %v, and it printed %q", c.name, err, out)
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.memory = max(c.memory, usage.Maxrss)
	}
}
