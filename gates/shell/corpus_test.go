package shell_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

type corpusLine struct {
	ID, Class, Cmd, Want string
}

func readCorpus(t *testing.T, file string) []corpusLine {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []corpusLine
	s := bufio.NewScanner(f)
	s.Buffer(nil, 4<<20)
	for s.Scan() {
		if strings.TrimSpace(s.Text()) == "" {
			continue
		}
		var l corpusLine
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if l.Cmd != "" && l.Want != "" {
			out = append(out, l)
		}
	}
	return out
}

// TestCorpus judges every command of the corpora with the built-in gates, and
// prints what is not as wanted.
func TestCorpus(t *testing.T) {
	dirs := []string{"../../testdata/corpus", "testdata/corpus"}
	if d := os.Getenv("PP_CORPUS"); d != "" {
		dirs = append(dirs, d)
	}
	var files []string
	for _, d := range dirs {
		found, _ := filepath.Glob(filepath.Join(d, "*.jsonl"))
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatal("there is no corpus")
	}
	a, f := analyst(), home()
	counts := map[string]int{}
	for _, file := range files {
		for _, l := range readCorpus(t, file) {
			v := judge(t, a, l.Cmd, f)
			got := v.Decision.String()
			counts[l.Want+" -> "+got]++
			if got == l.Want {
				continue
			}
			msg := fmt.Sprintf("%s %s want %s got %s: %s\n    %s", l.ID, l.Class, l.Want, got, clipped(l.Cmd, 150),
				clipped(v.Sentence(), 260))
			if got == "allow" || l.Want == "allow" && got == "deny" {
				t.Error(msg)
			} else {
				t.Log(msg)
			}
		}
	}
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		t.Logf("%-20s %d", k, counts[k])
	}
}

func clipped(s string, n int) string {
	s = strings.ReplaceAll(s, "\n", "\\n")
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}
