//go:build linux

package shell_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
)

// complete reports whether effects claim to name all that happens, as paths.
func complete(e effect.Effects) bool {
	for _, p := range e.Runs {
		if p.Class != effect.ProgramReads && p.Class != effect.ProgramActs {
			return false
		}
	}
	return len(e.Connects)+len(e.Listens)+len(e.Sockets)+len(e.Signals)+len(e.Escalates)+len(e.Opaque)+len(e.Hazards) == 0
}

// differs gives what was touched that the effects do not have.
func (r *realRunner) differs(words []string, e effect.Effects, seen []touched) []string {
	var out []string
	w := filepath.Join(r.base, "w")
	for _, t := range seen {
		switch t.what {
		case "contact":
			if !strings.Contains(t.name, "nscd") {
				out = append(out, t.name)
			}
		case "run":
			if !r.expectedRun(words[0], t.name, e) {
				out = append(out, "runs "+strings.TrimPrefix(t.name, r.base))
			}
		case "read":
			if decoy := strings.HasPrefix(t.name, r.base) && realFiles[strings.TrimPrefix(t.name, r.base+"/")] != "" &&
				!effect.Within(t.name, w); decoy && !covers(e.Reads, t.name) {
				out = append(out, "reads "+strings.TrimPrefix(t.name, r.base))
			}
		case "write":
			temp := effect.Within(t.name, filepath.Join(r.base, "tmp")) ||
				!effect.Within(t.name, r.base) && (effect.Within(t.name, "/tmp") || effect.Within(t.name, "/var/tmp"))
			if temp || benignWrite(t.name) || covers(e.Writes, t.name) || covers(e.Deletes, t.name) ||
				covers(e.Metadata, t.name) {
				continue
			}
			if len(e.Writes) > 0 && (t.temp || beside(e.Writes, t.name)) {
				continue // a file that takes the other's place at the end
			}
			out = append(out, "writes "+strings.TrimPrefix(t.name, r.base))
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(s string) bool {
		return slices.ContainsFunc(realHabits[words[0]], func(p string) bool { return globMatch(p, s) })
	})
}

// globMatch matches a pattern with stars for any text.
func globMatch(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	for i, p := range parts {
		at := strings.Index(text, p)
		if at < 0 || i == 0 && at > 0 {
			return false
		}
		text = text[at+len(p):]
	}
	return text == "" || strings.HasSuffix(pattern, "*")
}

func benignWrite(name string) bool {
	for _, d := range []string{"/dev/null", "/dev/tty", "/dev/pts", "/dev/ptmx", "/dev/fd", "/proc/self", "/dev/full",
		"/dev/stdout", "/dev/stderr"} {
		if effect.Within(name, d) {
			return true
		}
	}
	return strings.HasPrefix(name, "/proc/")
}

func covers(list []effect.Path, name string) bool {
	return slices.ContainsFunc(list, func(p effect.Path) bool {
		below, all := strings.CutSuffix(p.Name, "/*")
		return p.Name == name || effect.Within(name, below) && (p.Tree || p.Dir || all)
	})
}

func beside(list []effect.Path, name string) bool {
	return slices.ContainsFunc(list, func(p effect.Path) bool {
		return filepath.Dir(p.Name) == filepath.Dir(name) && strings.HasPrefix(strings.TrimPrefix(filepath.Base(name), "."),
			strings.TrimSuffix(filepath.Base(p.Name), filepath.Ext(p.Name)))
	})
}

func (r *realRunner) expectedRun(program, run string, e effect.Effects) bool {
	base := filepath.Base(run)
	if slices.Contains(strings.Fields(realHelpers[program]), base) ||
		base == filepath.Base(program) && !effect.Within(run, r.base) {
		return true
	}
	return slices.ContainsFunc(e.Runs, func(p effect.Program) bool {
		return len(p.Words) > 0 && filepath.Base(p.Words[0]) == base
	})
}

// realCommandsOf gives the invocations of the programs of that list which the
// machine has, or of all, in random order. Only a run without a limit tries the
// flags that the programs' own manuals name as well.
func realCommandsOf(t *testing.T, r *realRunner, which string, whole bool, rnd *rand.Rand) (commands [][]string,
	programs int) {
	seen := map[string]bool{}
	for _, e := range readListed(t) {
		if _, err := exec.LookPath(e.words[0]); err != nil ||
			which != "all" && !slices.Contains(strings.Fields(which), e.words[0]) {
			continue
		}
		seen[e.words[0]] = true
		var extra []listedFlag
		pairs := 3
		if whole {
			extra, pairs = helpFlags(t, r, e.words), 30
		}
		commands = append(commands, realCommands(e, extra, rnd, pairs)...)
	}
	rnd.Shuffle(len(commands), func(i, j int) { commands[i], commands[j] = commands[j], commands[i] })
	return commands, len(seen)
}

// TestTableLikePrograms runs programs of the table with flags that it permits
// and compares what they do with what the table says. PP_TABLE=all runs all of
// them, PP_TABLE="sort uniq" those; otherwise a sample is run, of programs that
// every machine has.
func TestTableLikePrograms(t *testing.T) {
	r := newRealRunner(t)
	seed := uint64(20261121) // another one by environment, so that a run can be repeated
	if s := os.Getenv("PP_SEED"); s != "" {
		fmt.Sscan(s, &seed)
	}
	which, most := os.Getenv("PP_TABLE"), 0
	if which == "" {
		which, most = realSample, sample(50, 1000)
	}
	if err := r.reset(); err != nil {
		t.Fatal(err)
	}
	commands, programs := realCommandsOf(t, r, which, most == 0, rand.New(rand.NewPCG(seed, 3)))
	a := analyst()
	done, reported, ran, dirty := map[string]bool{}, map[string]int{}, 0, true
	for _, words := range commands {
		text, ok := quoteAll(words)
		if !ok || done[text] {
			continue
		}
		done[text] = true
		if most > 0 && ran == most {
			break
		}
		if dirty {
			if err := r.reset(); err != nil {
				t.Fatal(err)
			}
			dirty = false
		}
		_, eff := a.Infer(text, r.facts())
		decision := judge(t, a, text, r.facts()).Decision
		if !worthRunning(decision, eff, r.base) {
			continue
		}
		ran++
		_, seen := r.run(t, words, 2*time.Second)
		dirty = slices.ContainsFunc(seen, func(s touched) bool { return s.what == "write" && effect.Within(s.name, r.base) })
		for _, d := range r.differs(words, eff, seen) {
			key := words[0] + " " + d
			if reported[key]++; reported[key] <= 3 {
				t.Errorf("seed %d: %s: %v, but it %s", seed, text, decision, d)
			}
		}
	}
	t.Logf("seed %d: %d invocations of %d programs run, of %d made", seed, ran, programs, len(done))
	if ran < min(most, 200) {
		t.Errorf("only %d invocations were run, of %d", ran, most)
	}
}

// worthRunning reports whether a command is allowed, or is asked about for what
// it changes in the tree alone: its effects must be all that it does.
func worthRunning(d engine.Decision, e effect.Effects, base string) bool {
	if d == engine.Deny || !complete(e) || !within(base, e) {
		return false
	}
	return d == engine.Allow || len(e.Writes)+len(e.Deletes)+len(e.Metadata) > 0
}

// within reports whether all that changes lies in the tree.
func within(base string, e effect.Effects) bool {
	for _, p := range slices.Concat(e.Writes, e.Deletes, e.Metadata) {
		if !effect.Within(p.Name, filepath.Join(base, "w")) && !effect.Within(p.Name, filepath.Join(base, "tmp")) {
			return false
		}
	}
	return true
}
