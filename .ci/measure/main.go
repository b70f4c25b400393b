// Command measure runs commands in turn, again and again, and prints for each the
// median and the ninetieth percentile of its wall time in microseconds, its
// largest resident memory in KiB, and its name. Each line of standard input is
// "NAME", a tab, and a command without quoting; a command that fails ends it. The
// commands take turns in a random order, so that a noisy machine is noisy for all of
// them and none always finds the caches as the same other one left them.
package main

import (
	"bufio"
	"fmt"
	"log"
	"math/rand/v2"
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
	turns := slices.Clone(list)
	for range runs {
		rand.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
		for _, c := range turns {
			c.run()
		}
	}
	for _, c := range list {
		slices.Sort(c.times)
		fmt.Printf("%d\t%d\t%d\t%s\n", c.times[len(c.times)/2].Microseconds(), c.times[len(c.times)*9/10].Microseconds(),
			c.memory, c.name)
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
