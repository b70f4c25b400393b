package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
)

// modes are what the machine can give pp, besides all of it.
var modes = [...]string{"full", "nooverlay", "landlock", "nothing"}

// dear are the fixtures whose commands take longer than others, and how many of each a part has at most. What go does
// first builds its library anew, twice; it is tried by hand.
var dear = map[string]int{"go": 0, "cargo": 1, "node": 5, "python": 10, "c": 6, "clean": 42, "repo": 22}

// The sizes of a part: of the full mode, and of each of the others.
const (
	partFull  = 100
	partOther = 10
)

// always lists sequences that belong to every part. Each lost files when pp only left out a tracked secret.
var always = map[string]bool{"req-checkout": true, "req-reset-hard": true, "req-rebase-abort": true, "req-others": true,
	"cha-switch": true, "rai-stash-switch": true, "env-switch": true, "env-detached-commit": true}

// chosen returns a part of the commands: the first of each program in each fixture, then others at even distances, and
// those that always lists.
func chosen(cases []kase, mode string) []kase {
	size, share := partOther, partFull/partOther
	if mode == "full" {
		size, share = partFull, 1
	}
	seen, of := map[string]bool{}, map[string]int{}
	take := map[int]bool{}
	pick := func(c kase) {
		if most, slow := dear[c.fixture]; slow && of[c.fixture] >= (most+share-1)/share || take[c.number] {
			return
		}
		of[c.fixture]++
		take[c.number] = true
	}
	var first []kase
	for _, c := range cases {
		if class := c.fixture + " " + c.program(); !seen[class] {
			seen[class] = true
			first = append(first, c)
		}
	}
	spread(first, size, pick)
	for step := 2; step > 0 && len(take) < size; step-- {
		for i := 0; i < len(cases) && len(take) < size; i += step {
			pick(cases[i])
		}
	}
	var out []kase
	for _, c := range cases {
		if take[c.number] || always[c.name] {
			out = append(out, c)
		}
	}
	return out
}

// spread picks at most n of the commands, at even distances.
func spread(cases []kase, n int, pick func(kase)) {
	n = min(n, len(cases))
	for i := range n {
		pick(cases[i*len(cases)/n])
	}
}

// parts runs a part of the commands in each mode, and gives the exit status.
func parts(o options) int {
	dir, err := os.MkdirTemp("", "approved-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if o.pp == "" {
		o.pp = filepath.Join(dir, "pp")
		build(o.dir, o.pp)
	}
	self, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	status := 0
	for _, mode := range modes {
		if mode == "nooverlay" && os.Geteuid() != 0 {
			fmt.Println("nooverlay: not tried, which only root can make")
			continue
		}
		cmd := exec.Command(self, "-part", "-mode", mode, "-pp", o.pp, "-j", fmt.Sprint(o.workers), "-only", o.only.String())
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if cmd.Run() != nil {
			status = 1
		}
	}
	return status
}
