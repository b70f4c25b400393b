package shell_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/gates/shell"
)

var everyCorpus = []string{"adversarial", "dev-adversarial", "benign", "dev-benign", "ordinary"}

// TestMetamorphicAppending: a command that does nothing, after the command or
// before it, never changes the decision.
func TestMetamorphicAppending(t *testing.T) {
	a, f := analyst(), home()
	r := rand.New(rand.NewPCG(20261121, 4))
	forms := []wrapping{around("; true", "§\ntrue"), around("&& :", "{ §\n} && :"), around(":;", ": ; §"),
		around("|| true", "{ §\n} || true")}
	for _, s := range metaSubjects(t, everyCorpus...) {
		if !long() && r.IntN(24) != 0 {
			continue
		}
		want := judge(t, a, s.Cmd, f)
		for _, w := range forms {
			text := w.apply(s)
			if text == "" {
				continue
			}
			if got := judge(t, a, text, f); got.Decision != want.Decision {
				t.Errorf("%s, %s: alone %v, then %v: %s\n    %s\n    %s", w.name, s.ID, want.Decision, got.Decision,
					clipped(text, 300), clipped(want.Sentence(), 200), clipped(got.Sentence(), 200))
			}
		}
	}
}

// TestMetamorphicFlagOrder: long flags in another order are the same flags.
func TestMetamorphicFlagOrder(t *testing.T) {
	a, f := analyst(), home()
	tried := 0
	for _, s := range metaSubjects(t, everyCorpus...) {
		text := reordered(s)
		if text == "" {
			continue
		}
		tried++
		want, got := judge(t, a, s.Cmd, f), judge(t, a, text, f)
		if got.Decision != want.Decision {
			t.Errorf("%s: %v, reordered %v: %s\n    %s\n    %s", s.ID, want.Decision, got.Decision, clipped(text, 300),
				clipped(want.Sentence(), 200), clipped(got.Sentence(), 200))
		}
	}
	if tried < 50 {
		t.Errorf("only %d commands have flags to reorder", tried)
	}
}

// reordered is a simple command with every run of long flags turned round, ""
// when there is none. The last flag of a run stays where it is when the word
// behind it may be its value.
func reordered(s subject) string {
	words, changed := slices.Clone(s.words), false
	long := func(w string) bool { return len(w) > 3 && strings.HasPrefix(w, "--") }
	for i := 1; i < len(words); i++ {
		end := i
		for end < len(words) && long(words[end]) {
			end++
		}
		next := end
		if end > i && end < len(words) && !strings.Contains(words[end-1], "=") {
			end--
		}
		if end-i > 1 {
			slices.Reverse(words[i:end])
			changed = true
		}
		i = next
	}
	if !changed {
		return ""
	}
	return strings.Join(words, " ")
}

// TestMetamorphicQuoting: a command as an argument of what only prints, searches
// or keeps text is judged as any other text there.
func TestMetamorphicQuoting(t *testing.T) {
	a, f := analyst(), home()
	r := rand.New(rand.NewPCG(20261121, 5))
	carriers := []string{"echo §", "printf '%s\\n' §", "grep -rn -- § .", "grep -F -e § README.md", "rg -F -- § src",
		"git commit -m §", "git log --oneline --grep=§", "git tag -a v1 -m §", "gh pr create --title § --body x",
		"gh issue create --title x --body §", "gh pr comment 5 --body §", "echo § >notes.txt", "[ x = § ]",
		"[[ x == § ]]",
		"x=§", "case x in §) ;; esac", "cat <<< §", ": §", "git grep -F -e §", "jq --arg x § . package.json",
		"test -n §",
		"awk -v x=§ '{print}' x.txt", "git stash push -m §", "notify-send §"}
	failures, subjects := map[string]int{}, metaSubjects(t, "adversarial", "dev-adversarial")
	for _, c := range carriers {
		want := judge(t, a, strings.ReplaceAll(c, "§", "'some words, or more'"), f)
		for _, s := range subjects {
			if !long() && r.IntN(80) != 0 {
				continue
			}
			if _, _, err := shell.Canonical("echo " + quoted(s.Cmd)); err != nil {
				continue // a text that deceives its reader does so in quotes too
			}
			text := strings.ReplaceAll(c, "§", quoted(s.Cmd))
			got := judge(t, a, text, f)
			if got.Decision == want.Decision || carries(got) {
				continue
			}
			failures[c]++
			if failures[c] <= 3 || got.Decision == engine.Deny {
				t.Errorf("%s: %s, %v instead of %v: %s\n    %s", c, s.ID, got.Decision, want.Decision, clipped(text, 300),
					clipped(got.Sentence(), 200))
			}
		}
	}
	report(t, "judged otherwise in quotes", failures)
}

// carries reports whether what decided was a credential in the text, which is
// not harmless anywhere.
func carries(v engine.Verdict) bool {
	_, f := v.Decisive()
	return f.Rule == "content-exposure" || f.Rule == "vault-secret"
}
