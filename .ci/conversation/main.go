// Command conversation measures what a command or a call costs in a conversation that has begun, in a new repository of
// FILES files: the minimum of 15 results of each kind, in milliseconds, and for commands that of bash.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// runs is how often each kind is measured. One more begins them, which is not counted.
const runs = 15

// kind is a measured kind of action: a command for bash, or a call of a file tool, with the number of the run in it.
type kind struct {
	name, command, call string
	limit               float64 // milliseconds, over bash for a command
}

var kinds = []kind{
	{"true", "true %d", "", 12},
	{"write", "echo %d > made%[1]d.txt", "", 20},
	{"read-file", "", `"read-file" :ARGS (:FILEPATH "d0/%d.txt")`, 25},
	{"edit-file", "", `"edit-file" :ARGS (:FILEPATH "d0/%d.txt" :OLD "text" :NEW "word")`, 25},
}

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: conversation PP DIRECTORY FILES")
	}
	pp, dir := os.Args[1], os.Args[2]
	count, err := strconv.Atoi(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	home, repository := filepath.Join(dir, "home"), filepath.Join(dir, "repository")
	if err := errors.Join(plant(repository, count), script(home)); err != nil {
		log.Fatal(err)
	}
	cmd := exec.Command(pp, "-n", "-q", "--accept-edits", "--deny-all-approvals", "--output-format", "jsonl", "go")
	cmd.Dir, cmd.Env = repository, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}
	took, err := results(cmd)
	if err != nil {
		log.Fatal(err)
	}
	for _, k := range kinds {
		pp, bash := least(took[:runs+1]), 0.0
		took = took[runs+1:]
		if k.command != "" {
			bash = plain(repository, k.command)
		}
		fmt.Printf("%-10s %7d files %6.1f ms, over bash %5.1f (limit %.0f)\n", k.name, count, pp, pp-bash, k.limit)
	}
}

// plant makes a repository of files in directories of a hundred.
func plant(dir string, count int) error {
	for i := range count {
		name := filepath.Join(dir, fmt.Sprintf("d%d", i/100), fmt.Sprintf("%d.txt", i%100))
		if i%100 == 0 {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				return err
			}
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, "text %d\n", i%100), 0o644); err != nil {
			return err
		}
	}
	for _, args := range []string{"init -q", "add -A", "-c user.name=T -c user.email=t@example.org commit -qm first"} {
		cmd := exec.Command("git", strings.Fields(args)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args, err, out)
		}
	}
	return nil
}

// script makes a home whose model proposes the actions, one after the other.
func script(home string) error {
	var replies strings.Builder
	for _, k := range kinds {
		for i := range runs + 1 {
			payload := fmt.Sprintf(`:SHELL :PAYLOAD (:CMD "`+k.command+`"`, i)
			if k.call != "" {
				payload = fmt.Sprintf(`:TOOL :PAYLOAD (:ACTION :CALL :TOOL `+k.call, i)
			}
			fmt.Fprintf(&replies, "(:FORM (:TYPE :REQUEST :TARGET %s :EXPLANATION \"It is measured.\")))\n", payload)
		}
	}
	replies.WriteString("(:REPLY \"done\")\n")
	config := filepath.Join(home, ".config/pp/config.toml")
	return errors.Join(os.MkdirAll(filepath.Dir(config), 0o755), os.WriteFile(config, []byte(`cascade = ["replay"]
limits.max_turns = 100
[providers.replay]
protocol = "script"
file = "~/replies"
`), 0o600), os.WriteFile(filepath.Join(home, "replies"), []byte(replies.String()), 0o600))
}

// results runs pp and returns the time from each result to the next, in milliseconds.
func results(cmd *exec.Cmd) (took []float64, err error) {
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	last := time.Now()
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break // its end
		}
		var e struct {
			Event  string
			Result struct{ Failed bool }
		}
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, err
		}
		if e.Event == "result" {
			if e.Result.Failed {
				return nil, fmt.Errorf("failed: %s", line)
			}
			now := time.Now()
			took = append(took, now.Sub(last).Seconds()*1000)
			last = now
		}
	}
	if err := cmd.Wait(); err != nil || len(took) != len(kinds)*(runs+1) {
		return nil, fmt.Errorf("%d results: %w", len(took), err)
	}
	return took, nil
}

// plain is the least time that bash takes for a command, in milliseconds.
func plain(dir, command string) float64 {
	var took []float64
	for i := range runs + 1 {
		cmd := exec.Command("bash", "--norc", "--noprofile", "-c", fmt.Sprintf(command, i))
		cmd.Dir = dir
		start := time.Now()
		if err := cmd.Run(); err != nil {
			log.Fatal(err)
		}
		took = append(took, time.Since(start).Seconds()*1000)
	}
	return least(took)
}

// least is the least but the first.
func least(took []float64) float64 { return slices.Min(took[1:]) }
